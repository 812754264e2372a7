"""A database in an empty folder, tables in it, and a real server in a process of its own."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from serving import ServerProcess

from teahorse.server.settings import sqlite_url
from teahorse.server.storage.database import Database
from teahorse.server.tables import append as adding
from teahorse.server.tables.service import TableService


@pytest.fixture(autouse=True)
def luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same chance in every run; a server shuffles by the system's own."""
    monkeypatch.setattr(adding, "LUCK", random.Random(7))


@pytest.fixture
def database(tmp_path: Path) -> str:
    """The address of a new database."""
    return sqlite_url(tmp_path / "games.sqlite")


@pytest.fixture
def storage(database: str) -> Iterator[Database]:
    """That database, opened."""
    storage = Database(database)
    yield storage
    storage.close()


@pytest.fixture
def tables(storage: Database) -> TableService:
    """No tables yet."""
    return TableService(storage)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """`teahorse web`, as a user starts it, on a database in an empty folder."""
    with ServerProcess(tmp_path / "games.sqlite") as server:
        yield server
