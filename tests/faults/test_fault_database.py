"""The database is gone for a while and comes back: nothing is lost, nobody waits for ever, and every table goes on."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from fault_scale import Report, Scale
from fault_server import FaultServer
from honest_client import Crowd, TableClient
from own_postgres import OwnPostgres

from teahorse.server.settings import sqlite_url

TABLES = 4
SECONDS_TO_GO_ON = 30.0
SECONDS_TO_ANSWER = 20.0  # SQLite waits ten for a lock


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another program that keeps the database file to itself, so that nobody can write."""
    with closing(sqlite3.connect(file, isolation_level=None, timeout=60)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def stopped(server: OwnPostgres) -> Iterator[None]:
    """A PostgreSQL server that crashes, and is started again later."""
    server.stop()
    yield
    server.start()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_database_that_is_gone_for_a_while_loses_no_move(
    kind: str, request: pytest.FixtureRequest, scale: Scale, report: Report, tmp_path: Path
) -> None:
    if kind == "sqlite":
        database, gone = sqlite_url(tmp_path / "games.sqlite"), lambda: locked(tmp_path / "games.sqlite")
    else:
        postgres: OwnPostgres = request.getfixturevalue("restartable_postgres")
        database, gone = postgres.database, lambda: stopped(postgres)
    with FaultServer(database, tmp_path / "log.txt") as server:
        crowd = Crowd([TableClient.at_new_table([server.address], seed) for seed in range(TABLES)])
        crowd.start()
        time.sleep(1)
        with gone():
            time.sleep(scale.of(2, 12))
            before = crowd.acknowledged()
        back = time.monotonic()
        while crowd.acknowledged() < before + 10 * TABLES:
            assert time.monotonic() < back + SECONDS_TO_GO_ON, "The tables don't go on."
            time.sleep(0.05)
        waited = time.monotonic() - back
        crowd.stop()
        crowd.check(database)
        slowest = max(client.ledger.slowest for client in crowd.clients)
        assert slowest < SECONDS_TO_ANSWER
    report(
        acknowledged=crowd.acknowledged(),
        without_an_answer=crowd.unanswered(),
        slowest_answer=f"{slowest:.1f} s",
        went_on_after=f"{waited:.1f} s",
    )
