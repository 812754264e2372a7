"""`teahorse serve`: settings from options, environment variables and a file, in this order; and what it refuses."""

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from teahorse.cli import app as command_line
from teahorse.errors import TeahorseError
from teahorse.server.settings import Settings

CONFIG = """
database = "postgresql+psycopg://club:secret@db/games"
names = ["file.example"]
tables-per-hour = 3
requests_per_minute = 30
workers = 2
trusted_proxies = ["127.0.0.1", "10.0.0.0/8"]
most_connections = 5000
"""


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """The settings with which a server would have been started."""
    seen: list[Settings] = []

    def note(chosen: Settings, *_: Any) -> None:
        seen.append(chosen)
        raise TeahorseError("Enough seen.")

    monkeypatch.setattr("teahorse.web.app.make_app", note)
    monkeypatch.setattr("teahorse.server.worker.run_worker", note)
    monkeypatch.setattr("teahorse.server.http.logs.set_up_log", lambda *_: None)
    return seen


def run(*arguments: str, **variables: str) -> str:
    return CliRunner().invoke(command_line, arguments, env=variables).stderr


def test_an_option_counts_more_than_a_variable_and_a_variable_more_than_the_file(
    settings: list[Settings], tmp_path: Path
) -> None:
    config = tmp_path / "teahorse.toml"
    config.write_text(CONFIG)
    said = run(
        "serve",
        "--config",
        str(config),
        "--tables-per-hour",
        "1",
        TEAHORSE_TABLES_PER_HOUR="2",
        TEAHORSE_REQUESTS_PER_MINUTE="20",
    )
    assert "Enough seen." in said
    [chosen] = settings
    assert (chosen.tables_per_hour, chosen.rates.per_address, chosen.workers) == (1, 20, 2)
    assert chosen.database == "postgresql+psycopg://club:secret@db/games"
    assert chosen.names == ("127.0.0.1", "file.example")
    assert chosen.limits.trusted_proxies == ("127.0.0.1", "10.0.0.0/8")
    assert chosen.limits.connections == 5000


def test_the_file_can_be_named_by_a_variable_and_serves_workers_too(settings: list[Settings], tmp_path: Path) -> None:
    config = tmp_path / "teahorse.toml"
    config.write_text(CONFIG)
    assert "Enough seen." in run("worker", TEAHORSE_CONFIG=str(config), TEAHORSE_METRICS="127.0.0.1:9013")
    assert (settings[0].workers, settings[0].metrics) == (2, "127.0.0.1:9013")


def test_a_server_for_others_has_a_fixed_board_unless_told_otherwise(settings: list[Settings]) -> None:
    for command in ("serve", "web"):
        run(command)
    run("serve", "--allow-box-default")
    run("web", "--name", "club.example")
    assert [chosen.allow_box_default for chosen in settings] == [False, True, True, False]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("prot = 80", "has a key that teahorse doesn't know: prot."),
        ("port = ", "is no TOML file"),
        ('port = "http"', "Invalid value"),
    ],
)
def test_a_file_with_a_mistake_is_refused(settings: list[Settings], tmp_path: Path, text: str, sentence: str) -> None:
    config = tmp_path / "teahorse.toml"
    config.write_text(text)
    assert sentence in " ".join(run("serve", "--config", str(config)).replace("│", " ").split())
    assert settings == []


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    assert "Can't read" in run("serve", "--config", str(tmp_path / "missing.toml"))


def test_a_worker_needs_a_database_that_others_share(tmp_path: Path) -> None:
    said = run("worker", "--database", str(tmp_path / "games.sqlite"))
    assert "A worker needs a PostgreSQL database" in said


def test_only_servers_of_a_shared_database_can_leave_thinking_to_others(tmp_path: Path) -> None:
    said = run("serve", "--workers", "0", "--database", str(tmp_path / "games.sqlite"))
    assert "Only servers with a PostgreSQL database can leave bots, hints and reviews to other machines." in said


def test_a_proxy_that_is_no_address_is_refused(tmp_path: Path) -> None:
    said = run("serve", "--trusted-proxy", "caddy", "--port", "1", "--database", str(tmp_path / "games.sqlite"))
    assert "A trusted proxy is an IP address or a network" in said
