"""Adding an edition takes a file of data: nothing in the code lists the editions."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import teahorse
from teahorse.rules.edition_files import DEFAULT_EDITION, EDITIONS, edition_data

THIRD = """
name = "2031"
based_on = "2013"
publisher = "Example Games"
summary = "Like 2013, with a temple and a market that pays 4."
variants = ["expert"]

[switches]
temple = true

[tables.market_value]
rule = "16.1"
source = "printed"
value = 4
"""

PROGRAM = """
import json, sys
from pathlib import Path
from typer.testing import CliRunner
from teahorse import Game, TeahorseError
from teahorse.cli import app
from teahorse.server.settings import sqlite_url
from teahorse.server.storage.database import Database
from teahorse.server.tables.service import TableService
from teahorse.web.presenters.edition_tables import shown_tables
from visitor import Visitor

def error_of(make):
    try:
        make()
    except TeahorseError as error:
        return str(error)

game = Game.new("2031", 3)
game.play("bid temple 5")
copies = [Game.from_record(game.record()), Game.from_snapshot(game.snapshot())]
written = CliRunner().invoke(app, ["new", "game.yunnan", "--edition", "2031", "--players", "3"])
help_text = CliRunner().invoke(app, ["new", "--help"], env={"COLUMNS": "200"}).stdout
tables = TableService(Database(sqlite_url(Path("games.sqlite"))))
form = {"edition": "2031", "update": "1"}
print(json.dumps({
    "market": int(game.rules.record.trader_values[0]),
    "record": game.record(),
    "again": [copy.snapshot() == game.snapshot() for copy in copies],
    "old_header": Game.from_record('[Edition "2031"]\\n[People "3"]\\n').rules.board,
    "command": [written.exit_code, Path("game.yunnan").read_text()],
    "help": help_text,
    "unknown": error_of(lambda: Game.new("1999")),
    "page": Visitor(tables).get("/new").text,
    "chosen": Visitor(tables).post("/new", data=form).text,
    "tables": [table.title for table in shown_tables(str) if table.name == "market_value"],
}))
"""


@pytest.fixture(scope="module")
def third(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a copy of the package with the file of a third edition says about it."""
    folder = tmp_path_factory.mktemp("third")
    package = folder / "copy" / "teahorse"
    shutil.copytree(Path(teahorse.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "rules" / "editions" / "2031.toml").write_text(THIRD, encoding="utf-8")
    path = os.pathsep.join([str(package.parent), str(Path(__file__).parent / "helpers")])
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=os.environ | {"PYTHONPATH": path},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    said: dict[str, Any] = json.loads(run.stdout)
    return said


def test_a_game_of_a_new_edition_is_played_and_recorded(third: dict[str, Any]) -> None:
    assert third["market"] == 4
    assert '[Edition "2031"]' in third["record"] and "bid temple 5" in third["record"]
    assert third["again"] == [True, True]


def test_a_record_of_a_new_edition_without_a_version_of_tables_uses_its_own(third: dict[str, Any]) -> None:
    assert third["old_header"] is None


def test_the_command_line_offers_a_new_edition(third: dict[str, Any]) -> None:
    status, record = third["command"]
    assert status == 0 and '[Edition "2031"]' in record
    assert "2031 (Example Games)" in third["help"]
    assert third["unknown"] == "There is no edition '1999'; the editions are 2031, 2023, 2013."


def test_the_page_of_a_new_game_offers_a_new_edition(third: dict[str, Any]) -> None:
    assert "2031, by Example Games" in third["page"]
    assert "Like 2013, with a temple and a market that pays 4." in third["page"]
    assert re.search(rf'value="{DEFAULT_EDITION}"[^>]*checked', third["page"])
    assert 'value="expert"' in third["chosen"] and 'value="profi"' not in third["chosen"]


def test_a_table_that_differs_in_a_new_edition_is_shown_for_both(third: dict[str, Any]) -> None:
    assert third["tables"] == ["What the market pays (2023, 2013)", "What the market pays (2031)"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_has_what_pages_and_commands_show(edition: str) -> None:
    data = edition_data(edition)
    assert data["name"] == edition and data["publisher"] and data["summary"].endswith(".")
    assert set(data["variants"]) <= {"expert", "profi"}


def test_the_default_is_an_edition() -> None:
    assert DEFAULT_EDITION in EDITIONS
