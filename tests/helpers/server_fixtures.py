"""Fixtures for tests of the server and its pages: an empty database, its tables, and a server process."""

import random
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from fastapi import FastAPI

from postgres_server import PostgresServer, postgres_server
from server_process import ServerProcess
from teahorse.server.accounts import passwords
from teahorse.server.settings import Settings, sqlite_url
from teahorse.server.storage.database import Database
from teahorse.server.tables import append
from teahorse.server.tables.service import TableService
from teahorse.web.app import make_app


@pytest.fixture(autouse=True)
def seeded_shuffle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shuffle the same way in every run; a real server uses the system's random numbers."""
    monkeypatch.setattr(append, "RNG", random.Random(7))


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords with the least effort; tests/server checks the usual one."""
    monkeypatch.setattr(passwords, "PasswordHasher", partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1))


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server."""
    with postgres_server() as server:
        yield server


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a database: SQLite's, unless a test asks for `postgresql`.

    It has no tables yet, unless the test opens it as `storage` or `app`, which is quicker with tables.
    """
    is_opened = not {"storage", "app"}.isdisjoint(request.fixturenames)
    if getattr(request, "param", "sqlite") == "sqlite":
        path = tmp_path / "games.sqlite"
        if is_opened:
            shutil.copy(request.getfixturevalue("new_sqlite"), path)  # with its mode
        yield sqlite_url(path)
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    if not is_opened:
        yield server.new_database()
        return
    with server.database_with_tables() as url:
        yield url


@pytest.fixture(scope="session")
def new_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without games; to copy it is much quicker than to create one."""
    path = tmp_path_factory.mktemp("new") / "games.sqlite"
    Database(sqlite_url(path)).close()
    return path


@pytest.fixture
def storage(database: str) -> Iterator[Database]:
    """The same database, opened."""
    storage = Database(database)
    yield storage
    storage.close()


@pytest.fixture
def tables(storage: Database) -> TableService:
    """The table service of that database, without tables."""
    return TableService(storage)


@pytest.fixture
def app(database: str) -> Iterator[FastAPI]:
    """A server's app on a database of its own, without a process."""
    app = make_app(Settings(database))
    yield app
    app.state.storage.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """`teahorse web` in a process, on a database in an empty folder."""
    with ServerProcess(tmp_path / "games.sqlite") as server:
        yield server
