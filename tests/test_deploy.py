"""The files in deploy/: they can be read, name things that exist, and the guide tells every setting."""

import re
import shutil
import subprocess
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml

from teahorse.cli.server_options import ServerOptions, WorkerOptions, config_from, variable_of

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
GUIDE = (ROOT / "docs" / "hosting.md").read_text()
SETTINGS = {field.name for options in (ServerOptions, WorkerOptions) for field in fields(options)}
VARIABLES = {variable_of(name) for name in SETTINGS} | {"TEAHORSE_CACHE"}


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return found


def test_compose_starts_two_servers_a_worker_a_database_and_a_proxy() -> None:
    services = compose()["services"]
    assert set(services) == {"server1", "server2", "worker", "database", "caddy"}
    assert services["server1"]["environment"]["TEAHORSE_DATABASE"].startswith("postgresql+psycopg://")
    assert services["worker"]["command"] == "worker" and "TEAHORSE_NAMES" not in services["worker"]["environment"]
    for upstream in services["caddy"]["environment"]["SERVERS"].split():
        assert upstream.partition(":")[0] in services


def test_only_the_proxy_can_be_reached_from_outside() -> None:
    assert [name for name, service in compose()["services"].items() if "ports" in service] == ["caddy"]


@pytest.mark.parametrize("file", sorted(path.name for path in DEPLOY.iterdir()))
def test_every_variable_is_one_that_teahorse_reads(file: str) -> None:
    assert set(re.findall(r"TEAHORSE_[A-Z_]+", (DEPLOY / file).read_text())) <= VARIABLES


def test_the_example_of_settings_is_accepted() -> None:
    text = (DEPLOY / "teahorse.toml").read_text()
    assert config_from(DEPLOY / "teahorse.toml", SETTINGS)
    commented = dict(re.findall(r"^# (\w+) = (.+)$", text, re.MULTILINE))
    assert commented and set(commented) <= SETTINGS


@pytest.mark.parametrize("unit", ["teahorse.service", "teahorse.socket", "teahorse-worker.service"])
@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="this system has no systemd")
def test_systemd_accepts_the_units(unit: str, tmp_path: Path) -> None:
    for each in DEPLOY.glob("teahorse*.s*"):
        text = each.read_text().replace("/opt/teahorse/bin/teahorse", str(shutil.which("true")))
        (tmp_path / each.name).write_text(text)
    checked = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(tmp_path / unit)], capture_output=True, text=True, check=False
    )
    said = [line for line in checked.stderr.splitlines() if "teahorse" in line]
    assert (checked.returncode, said) == (0, [])


def test_the_guide_tells_every_setting() -> None:
    told = set(re.findall(r"^\| `(\w+)` \|", GUIDE, re.MULTILINE))
    assert told == SETTINGS - {"config"}


def test_the_guide_names_files_that_exist() -> None:
    for name in re.findall(r"deploy/(\w[\w.-]+)", GUIDE):
        assert (DEPLOY / name).exists(), name
