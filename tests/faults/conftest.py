"""Faults: what happens to games when something breaks. Short runs here, the full ones by `make faults`."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from fault_scale import Report, Scale
from fault_server import FaultServer
from own_postgres import OwnPostgres, own_postgres

from server_fixtures import postgres
from teahorse.server.settings import sqlite_url

__all__ = ["postgres"]

FULL = "TEAHORSE_FAULTS"  # set to `full` by `make faults`
_FIGURES: list[str] = []


@pytest.fixture(scope="session")
def scale() -> Scale:
    """Whether this is the full run."""
    return Scale(os.environ.get(FULL) == "full")


@pytest.fixture
def report(request: pytest.FixtureRequest) -> Report:
    """Collects figures for the end of the run."""

    def add(**figures: object) -> None:
        told = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in figures.items())
        _FIGURES.append(f"{request.node.name}: {told}")

    return add


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show the figures."""
    if _FIGURES:
        terminalreporter.section("faults")
        for line in _FIGURES:
            terminalreporter.write_line(line)


@pytest.fixture
def restartable_postgres() -> Iterator[OwnPostgres]:
    """A PostgreSQL server that a test may stop."""
    with own_postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database, once of each kind. Both wait for the disk, as they do in use."""
    with new_database(request.param, tmp_path) as database:
        yield database


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def running(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[FaultServer]:
    """A server that no test of the module harms for long, on a database of each kind."""
    folder = tmp_path_factory.mktemp("running")
    options = getattr(request.module, "OPTIONS", ())
    with new_database(request.param, folder) as database, FaultServer(database, folder / "log.txt", options) as server:
        yield server


@contextmanager
def new_database(kind: str, folder: Path) -> Iterator[str]:
    """An empty database."""
    if kind == "sqlite":
        yield sqlite_url(folder / "games.sqlite")
    else:
        with own_postgres() as server:
            yield server.database
