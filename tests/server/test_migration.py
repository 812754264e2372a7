"""Migrations: the steps lead from the first schema to the present one, on SQLite and on PostgreSQL."""

import shutil
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, text

from teahorse.server.settings import sqlite_url
from teahorse.server.storage.database import Database
from teahorse.server.storage.engine import connect_to, writing
from teahorse.server.storage.migration import HEAD, STEPS, prepare
from teahorse.server.storage.schema import METADATA, REVISION, TABLES

FIRST = """
CREATE TABLE tables (
    id VARCHAR(10) NOT NULL PRIMARY KEY, kind VARCHAR(10) NOT NULL, title TEXT NOT NULL, edition VARCHAR(10) NOT NULL,
    people INTEGER NOT NULL, options JSON NOT NULL, board JSON, seats JSON NOT NULL, seed BIGINT NOT NULL,
    take_back VARCHAR(10) NOT NULL, lesson TEXT, headers JSON NOT NULL, created_at BIGINT NOT NULL);
CREATE TABLE keys (
    "table" VARCHAR(10) NOT NULL REFERENCES tables (id), hash VARCHAR(64) NOT NULL, seats JSON NOT NULL,
    PRIMARY KEY ("table", hash));
CREATE TABLE rows (
    "table" VARCHAR(10) NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, kind VARCHAR(10) NOT NULL,
    text TEXT NOT NULL, player VARCHAR(10) NOT NULL, made_at BIGINT NOT NULL, PRIMARY KEY ("table", number));
CREATE TABLE reviews (
    "table" VARCHAR(10) NOT NULL REFERENCES tables (id), rows_count INTEGER NOT NULL, data JSON NOT NULL,
    PRIMARY KEY ("table", rows_count));
CREATE TABLE about (shape INTEGER NOT NULL PRIMARY KEY);
INSERT INTO about VALUES (1);
INSERT INTO tables VALUES (
    'abcdefghij', 'game', '', '2023', 3, '{}', NULL, '[]', 5, 'turn', NULL, '{}', 1700000000)
"""


def first_version(connection: Connection) -> None:
    """The schema as the first version made it, with one table."""
    for statement in FIRST.split(";\n"):
        connection.execute(text(statement.replace(":", r"\:")))


def differences(connection: Connection) -> list[object]:
    """How the database differs from `schema.py`."""
    return list(compare_metadata(MigrationContext.configure(connection), METADATA))


def test_a_database_of_the_first_version_gets_the_present_schema(database: str) -> None:
    engine = connect_to(database)
    with writing(engine) as connection:
        first_version(connection)
    Database(database).close()
    with engine.connect() as connection:
        assert differences(connection) == []
        assert connection.execute(REVISION.select()).scalar() == HEAD
        (kept,) = connection.execute(TABLES.select()).mappings()
        assert (kept["id"], kept["rules_version"], kept["tables_version"]) == ("abcdefghij", 1, 1)
        assert "about" not in inspect(connection).get_table_names()
    engine.dispose()


def test_a_new_database_has_the_schema_of_the_last_step(database: str) -> None:
    Database(database).close()
    engine = connect_to(database)
    with engine.connect() as connection:
        assert differences(connection) == []
    engine.dispose()
    steps = ScriptDirectory.from_config(Config(STEPS / "alembic.ini"))
    assert steps.get_heads() == [HEAD]


def test_a_migration_that_fails_changes_nothing(database: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    engine = connect_to(database)
    with writing(engine) as connection:
        first_version(connection)
    steps = tmp_path / "migrations"
    shutil.copytree(STEPS, steps)
    last = next((steps / "versions").glob(f"r{HEAD}_*.py"))
    last.write_text(last.read_text(encoding="utf-8") + "    raise OSError\n", encoding="utf-8")
    monkeypatch.setattr("teahorse.server.storage.migration.STEPS", steps)
    with pytest.raises(OSError), writing(engine) as connection:
        prepare(connection, "games")
    with engine.connect() as connection:
        assert set(inspect(connection).get_table_names()) == {"about", "keys", "reviews", "rows", "tables"}
    engine.dispose()


def test_a_database_that_another_program_migrates_is_left_alone(tmp_path: Path) -> None:
    engine = create_engine(sqlite_url(tmp_path / "else.sqlite"))
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
    with writing(engine) as connection, pytest.raises(Exception, match="belongs to another program"):
        prepare(connection, "else.sqlite")
    engine.dispose()
