"""A server starts on a database of an earlier version, and the games in it go on as if nothing had happened.

`data/schema_5.sql` is a database of the version before accounts and open seats, and `data/schema_5.json` has its keys
and rows. `tests/server/data/first.sql` is one of the first version.
"""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from fault_scale import Report
from fault_server import FaultServer
from honest_client import TableClient, rows_of
from own_postgres import OwnPostgres
from sqlalchemy import MetaData, create_engine, select

from teahorse.server.settings import sqlite_url
from teahorse.server.storage.database import Database
from teahorse.server.storage.migration import create_at

DATA = Path(__file__).parent / "data"
FIRST = Path(__file__).parents[1] / "server" / "data"
MOVES = 5  # that are made at each table after the upgrade


def fill_sqlite(file: Path, dump: Path) -> str:
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(dump.read_text(encoding="utf-8"))
    return sqlite_url(file)


def fill_postgres(database: str, old: str) -> str:
    """Copy an old database to PostgreSQL, with the schema that it had there."""
    source, target = create_engine(old), create_engine(database)
    with source.connect() as reading, target.begin() as writing:
        create_at(writing, "5")
        there = MetaData()
        there.reflect(writing)
        here = MetaData()
        here.reflect(reading)
        for table in there.sorted_tables:
            rows = [dict(row) for row in reading.execute(select(here.tables[table.name])).mappings()]
            if rows and table.name != "alembic_version":
                writing.execute(table.insert(), rows)
    for engine in (source, target):
        engine.dispose()
    return database


def went_on(server: FaultServer, known: dict[str, dict[str, Any]]) -> list[str]:
    """Make moves wherever it is a person's turn; gives the names of those tables."""
    found = []
    for name, old in known.items():
        with closing(TableClient([server.address], old["id"], old["key"])) as client:
            table = client.look()
            for _ in range(MOVES):
                if table["to_move"] in table["yours"]:
                    table = client.move(table)
            assert not client.ledger.refused, (name, client.ledger.refused)
            if client.ledger.acknowledged:
                found.append(name)
    return found


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_games_of_the_version_before_go_on(
    kind: str, request: pytest.FixtureRequest, report: Report, tmp_path: Path
) -> None:
    database = fill_sqlite(tmp_path / "old.sqlite", DATA / "schema_5.sql")
    if kind == "postgresql":
        postgres: OwnPostgres = request.getfixturevalue("restartable_postgres")
        database = fill_postgres(postgres.database, database)
    known = json.loads((DATA / "schema_5.json").read_text(encoding="utf-8"))
    with FaultServer(database, tmp_path / "log.txt") as server:
        assert went_on(server, known) == ["four people", "two people and Duli"]  # the third waits for a bot
        server.kill()  # soon after the upgrade
        server.start_again()
        assert went_on(server, known) == ["four people", "two people and Duli"]
    with closing(Database(database)) as storage:
        for old in known.values():
            before = [(number, text) for number, _, text in old["rows"]]
            assert rows_of(storage, old["id"])[: len(before)] == before
    assert "Traceback" not in (tmp_path / "log.txt").read_text()
    report(tables=len(known))


def test_games_of_the_first_version_go_on(report: Report, tmp_path: Path) -> None:
    database = fill_sqlite(tmp_path / "first.sqlite", FIRST / "first.sql")
    known = json.loads((FIRST / "first.json").read_text(encoding="utf-8"))
    with FaultServer(database, tmp_path / "log.txt") as server:
        moved = went_on(server, {name: old for name, old in known.items() if "lesson" not in name})
    assert "Dúli, expert, running" in moved  # the others are over, or a bot is to move
    report(tables=len(known), went_on=len(moved))
