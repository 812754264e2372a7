"""Fixtures for tests of the server and its pages: an empty database, its tables, and a server process."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from server_process import ServerProcess
from teahorse.server.settings import sqlite_url
from teahorse.server.storage.database import Database
from teahorse.server.tables import append
from teahorse.server.tables.service import TableService


@pytest.fixture(autouse=True)
def seeded_shuffle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shuffle the same way in every run; a real server uses the system's random numbers."""
    monkeypatch.setattr(append, "RNG", random.Random(7))


@pytest.fixture
def database(tmp_path: Path) -> str:
    """The URL of a database that does not exist yet."""
    return sqlite_url(tmp_path / "games.sqlite")


@pytest.fixture
def storage(database: str) -> Iterator[Database]:
    """The same database, created and opened."""
    storage = Database(database)
    yield storage
    storage.close()


@pytest.fixture
def tables(storage: Database) -> TableService:
    """The table service of that database, without tables."""
    return TableService(storage)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """`teahorse web` in a process, on a database in an empty folder."""
    with ServerProcess(tmp_path / "games.sqlite") as server:
        yield server
