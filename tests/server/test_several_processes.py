"""Two servers and a worker on one PostgreSQL database, as processes: they serve the same tables."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import Any

import httpx
import psycopg
import pytest

from postgres_server import PostgresServer
from server_process import ServerProcess, Worker, fresh
from teahorse.server.storage.notifications import address_of

ONLY_PAGES = ("--workers", "0")
SECONDS = 180  # for anything, on a busy machine
ANN = {"name": "Ann"}
CY = {"name": "Cy"}
MASTER = {"name": "Bo", "bot": "master"}

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def cluster_database(postgres: PostgresServer) -> str:
    return postgres.new_database()


@pytest.fixture(scope="module")
def servers(cluster_database: str) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    with ServerProcess(cluster_database, *ONLY_PAGES) as one, ServerProcess(cluster_database, *ONLY_PAGES) as other:
        yield one, other


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """Closes what a test has opened."""
    with ExitStack() as stack:
        yield stack


class Table:
    """A table with a key, through the API of one server."""

    def __init__(self, server: ServerProcess, *seats: dict[str, str]) -> None:
        self.client = httpx.Client(base_url=server.address, timeout=SECONDS)
        new = self.client.post("/api/v1/tables", json={"seats": seats}).json()
        self.id, self.path = new["id"], f"/api/v1/tables/{new['id']}"
        self.client.headers["Authorization"] = f"Bearer {new['key']}"

    def close(self) -> None:
        self.client.close()

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get(self.path).json()
        return found

    def play(self) -> dict[str, Any]:
        """Make the first legal move."""
        now = self.state()
        answer = self.client.post(f"{self.path}/moves", json={"move": now["legal_moves"][0], "number": now["rows"] + 1})
        assert answer.status_code == 200, answer.text
        played: dict[str, Any] = answer.json()
        return played

    def until_rows(self, rows: int) -> dict[str, Any]:
        deadline = time.monotonic() + SECONDS
        while (now := self.state())["rows"] < rows:
            assert time.monotonic() < deadline, now["rows"]
            time.sleep(0.05)
        return now


@contextmanager
def listening(server: ServerProcess, table_id: str) -> Iterator[Iterator[str]]:
    """The lines of an event stream that say which row is the last one."""
    with (
        httpx.Client(base_url=server.address, timeout=SECONDS) as client,
        client.stream("GET", f"/t/{table_id}/bell") as bell,
    ):
        yield (line for line in bell.iter_lines() if line[:6] == "data: " and line[6:].isdecimal())


def test_a_move_on_one_server_reaches_a_listener_on_the_other_within_a_second(
    servers: tuple[ServerProcess, ServerProcess],
) -> None:
    one, other = servers
    with closing(Table(one, ANN, CY, {"name": "Di"})) as table, listening(other, table.id) as heard:
        assert next(heard) == "data: 0"
        table.play()
        told_at = time.monotonic()
        assert next(heard) == "data: 1"
        assert time.monotonic() - told_at < 1
    at_the_other = httpx.get(f"{other.address}{table.path}", timeout=SECONDS).json()
    assert at_the_other["rows"] == 1


def test_a_worker_moves_for_the_bots_and_another_takes_over_when_it_is_killed(
    servers: tuple[ServerProcess, ServerProcess], cluster_database: str, stack: ExitStack
) -> None:
    one, other = servers
    table = stack.enter_context(closing(Table(one, ANN, MASTER, CY)))
    with Worker(cluster_database) as first, listening(other, table.id) as heard:
        assert next(heard) == "data: 0"
        table.play()
        assert next(heard) == "data: 1"
        assert next(heard) == "data: 2"  # thought by the worker
        while table.state()["to_move"] != "p2":
            table.play()
        before = table.state()["rows"]
        wait_for_job_begun(cluster_database)
        first.kill()
    assert table.state()["rows"] == before
    with Worker(cluster_database):
        table.until_rows(before + 1)  # usually within 5 s; the bot may go on if the others have passed


def wait_for_job_begun(database: str) -> None:
    with psycopg.connect(address_of(database), autocommit=True) as connection:
        while connection.execute("SELECT 1 FROM procrastinate_jobs WHERE status = 'doing'").fetchone() is None:
            time.sleep(0.02)


def test_a_worker_ends_quietly_on_request(cluster_database: str) -> None:
    with Worker(cluster_database, start=fresh) as worker:
        status, output, errors = worker.interrupt()
    assert (status, errors) == (0, "")
    assert "The worker has stopped." in output
