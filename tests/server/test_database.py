"""The database: rows are only ever added, and what can't be used is told in a sentence."""

import sqlite3
import sys
import tomllib
from pathlib import Path

import pytest
from database_creation import create_databases
from sqlalchemy import create_engine, text

from table_setup import PERSON, config_for
from teahorse.server.history.history import MOVE, Row
from teahorse.server.history.latest_position import LatestPosition
from teahorse.server.settings import sqlite_url
from teahorse.server.storage.database import A_DAY, Database, NewRow, RowTaken, StorageError, now
from teahorse.server.storage.migration import HEAD
from teahorse.server.tables.service import TableService

ROOT = Path(__file__).parents[2]


def new_row(number: int, move: str = "pass") -> NewRow:
    return NewRow(Row(number, MOVE, move), "p1")


@pytest.fixture
def table_id(tables: TableService) -> str:
    return tables.create(config_for(PERSON, PERSON, PERSON))[0]


def test_two_rows_cannot_have_the_same_number(storage: Database, table_id: str) -> None:
    storage.add_rows(table_id, [new_row(1, "market")])
    with pytest.raises(RowTaken):
        storage.add_rows(table_id, [new_row(1)])
    assert [kept.row.text for kept in storage.rows_after(table_id, 0)] == ["market"]


def test_rows_are_added_all_or_none(storage: Database, table_id: str) -> None:
    storage.add_rows(table_id, [new_row(2)])
    with pytest.raises(RowTaken):
        storage.add_rows(table_id, [new_row(1), new_row(2)])
    assert [kept.row.number for kept in storage.rows_after(table_id, 0)] == [2]


def test_a_position_is_not_replaced_by_an_earlier_one(storage: Database, table_id: str) -> None:
    later = LatestPosition(3, "seal", b"later")
    storage.save_position(table_id, later)
    storage.save_position(table_id, LatestPosition(2, "seal", b"earlier"))
    assert [found.position for found in storage.overviews([table_id])] == [later]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_move_that_was_acknowledged_is_on_the_disk(storage: Database) -> None:
    with storage._engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2  # FULL


def test_the_tables_touched_last_come_first(storage: Database, tables: TableService) -> None:
    ids = [tables.create(config_for(PERSON, PERSON, PERSON))[0] for _ in range(3)]
    with storage._engine.begin() as connection:
        for days_ago, table_id in enumerate(ids):
            made_at = now() - 60 - days_ago * A_DAY
            connection.execute(text(f"INSERT INTO rows VALUES ('{table_id}', 1, 'move', 'pass', 'p1', {made_at})"))
    untouched = tables.create(config_for(PERSON, PERSON, PERSON))[0]
    assert storage.recent(days=2, most=9) == [ids[0], ids[1], untouched]
    assert storage.recent(days=9, most=2) == [ids[0], ids[1]]


def test_a_default_board_is_kept_for_its_edition_until_it_is_taken_back(database: str, storage: Database) -> None:
    assert storage.default_board("2023") is None
    for temple in ([2, 4], [3, 6]):
        storage.save_default_board("2023", {"temple": temple})
    again = Database(database)
    assert (again.default_board("2023"), again.default_board("2013")) == ({"temple": [3, 6]}, None)
    again.save_default_board("2023", None)
    again.close()
    assert storage.default_board("2023") is None


def test_what_was_reviewed_first_counts(storage: Database, table_id: str) -> None:
    storage.save_review(table_id, 3, {"points": [1]})
    storage.save_review(table_id, 3, {"points": [2]})
    assert storage.review(table_id, 3) == {"points": [1]}
    assert storage.review(table_id, 4) is None


# --- Making a new one ----------------------------------------------------------------------------------


def test_a_process_killed_while_it_makes_a_database_spoils_nothing(tmp_path: Path) -> None:
    create_databases("killed", tmp_path)
    made = sorted(tmp_path.glob("*.sqlite"))
    assert len(made) > 5  # killed before each statement, the last one not at all
    for path in made:
        storage = Database(sqlite_url(path))
        TableService(storage).create(config_for(PERSON, PERSON, PERSON))
        storage.close()


def test_three_processes_may_make_the_same_database_at_once(tmp_path: Path) -> None:
    create_databases("together", tmp_path, 20)
    for path in sorted(tmp_path.glob("*.sqlite")):
        storage = Database(sqlite_url(path))
        TableService(storage).create(config_for(PERSON, PERSON, PERSON))
        storage.close()


# --- What can't be used -------------------------------------------------------------------------------


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Buy tea. " * 1000)
    with pytest.raises(StorageError, match="can't be used: file is not a database"):
        Database(sqlite_url(path))
    assert path.read_text().startswith("Buy tea.")


def test_a_database_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "else.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    with pytest.raises(StorageError, match="belongs to another program"):
        Database(sqlite_url(path))


def test_a_database_of_another_version_is_refused(database: str, storage: Database) -> None:
    with storage._engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '99'"))
    sentence = rf"another version of teahorse \(schema 99; this version reads up to {HEAD}\)"
    with pytest.raises(StorageError, match=sentence):
        Database(database)


@pytest.mark.parametrize(
    ("database", "sentence"),
    [
        ("sqlite://", "need a database file"),
        ("sqlite:///:memory:", "need a database file"),
        ("nonsense", "Can't read the database URL"),
        ("tea://host/games", "can't be used"),
        ("sqlite:////dev/null/games.sqlite", "Can't create the folder"),
    ],
)
def test_an_invalid_database_url_is_refused(database: str, sentence: str) -> None:
    with pytest.raises(StorageError, match=sentence):
        Database(database)


def test_a_driver_that_is_not_installed_is_named() -> None:
    with pytest.raises(StorageError, match="needs the package oracledb"):
        Database("oracle+oracledb://me@host/games")


def test_a_missing_postgresql_driver_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StorageError, match=r"needs the package psycopg: `pip install 'teahorse\[postgres\]'`\."):
        Database("postgresql+psycopg://me@host/games")


def test_the_extra_for_postgresql_is_pinned_and_not_needed_to_play() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]
    assert extras["postgres"] == ["procrastinate", "psycopg[binary]"]
    assert not [name for name in extras if name != "postgres" and "psycopg" in str(extras[name])]
    pinned = {line.partition("==")[0] for line in (ROOT / "constraints.txt").read_text().splitlines()}
    assert {"procrastinate", "psycopg", "psycopg-binary"} <= pinned


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_connection_that_a_thread_still_uses_is_closed_when_it_is_returned(database: str) -> None:
    storage = Database(database)
    with storage._engine.connect() as connection:
        used = connection.connection.dbapi_connection
        storage.close()
        assert used is not None and connection.execute(text("SELECT 1")).scalar() == 1
    assert used.closed


def test_visitors_are_not_told_where_the_database_is() -> None:
    error = StorageError('The database of games can\'t be used: connection to server at "10.1.2.3", port 5432 failed.')
    assert "10.1.2.3" in str(error)
    told = error.translated(str)
    assert told.startswith("The database of games can't be used right now.")
    assert "10.1.2.3" not in told and "5432" not in told


def test_a_disk_error_later_on_is_a_sentence(database: str, storage: Database, table_id: str) -> None:
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE rows RENAME TO lost"))
    engine.dispose()
    with pytest.raises(StorageError, match=r"used: (no such table: rows|relation .rows. does not exist)"):
        storage.rows_after(table_id, 0)
