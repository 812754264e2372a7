"""Processes that share a PostgreSQL database tell each other of new rows, also after the database was gone."""

import asyncio
import queue
from collections.abc import Iterator

import psycopg
import pytest

from table_setup import PERSON, config_for, play_moves
from teahorse.server.storage.database import Database
from teahorse.server.storage.notifications import (
    NoNotifications,
    PostgresNotifications,
    address_of,
    notifications_of,
)
from teahorse.server.tables import other_processes
from teahorse.server.tables.events.subject import NewEvent
from teahorse.server.tables.service import TableService
from teahorse.server.tables.subscriptions import EVERYWHERE
from teahorse.server.tables.timing.keeper import ClockKeeper

SECONDS = 20  # at most; usually a few milliseconds
pytestmark = pytest.mark.parametrize("database", ["postgresql"], indirect=True)


class Process:
    """What a server process has of tables and notifications."""

    def __init__(self, database: str) -> None:
        self.storage = Database(database)
        self.tables = TableService(self.storage)
        self.notifications = notifications_of(database, self.storage.process)
        self.looks: queue.SimpleQueue[None] = queue.SimpleQueue()
        self.heard: queue.SimpleQueue[tuple[str, int, int]] = queue.SimpleQueue()
        other_processes.connect(self.tables, self.notifications)
        self.notifications.on_look_again(lambda: self.looks.put(None))
        self.notifications.start()
        self.looks.get(timeout=SECONDS)  # it listens from now on

    def hears_of(self, table_id: str, row: int, event: int = 0) -> None:
        """Wait until its listener is told of this row and event."""
        while self.heard.get(timeout=SECONDS) != (table_id, row, event):
            pass

    def stop(self) -> None:
        self.notifications.stop()
        self.storage.close()


@pytest.fixture
def both(database: str) -> Iterator[tuple[Process, Process]]:
    one = Process(database)
    other = Process(database)
    one.looks.get(timeout=SECONDS)  # the other one has started
    yield one, other
    one.stop()
    other.stop()


def table_with_listener(one: Process, other: Process) -> tuple[str, str]:
    table_id, key = one.tables.create(config_for(PERSON, PERSON, PERSON))
    other.tables.subscribe(lambda *told: other.heard.put(told), table_id)
    return table_id, key


def test_a_move_in_one_process_is_heard_in_the_other(both: tuple[Process, Process]) -> None:
    one, other = both
    table_id, key = table_with_listener(one, other)
    play_moves(one.tables, table_id, key, "market", "market")
    other.hears_of(table_id, 1)
    other.hears_of(table_id, 2)
    assert len(other.tables.open(table_id).history.rows) == 2


def test_a_process_that_is_killed_after_a_commit_has_told_of_it(both: tuple[Process, Process], database: str) -> None:
    _, other = both
    storage = Database(database)
    doomed = TableService(storage)  # of a process whose threads for notifications never run again
    table_id, key = doomed.create(config_for(PERSON, PERSON, PERSON))
    other.tables.subscribe(lambda *told: other.heard.put(told), table_id)
    play_moves(doomed, table_id, key, "market")
    other.hears_of(table_id, 1)
    doomed.append(table_id, lambda _: [NewEvent("some-kind")])
    other.hears_of(table_id, 1, 1)
    storage.close()


def test_an_event_in_one_process_is_heard_in_the_other(both: tuple[Process, Process]) -> None:
    one, other = both
    table_id, _ = table_with_listener(one, other)
    one.tables.append(table_id, lambda _: [NewEvent("some-kind")])
    other.hears_of(table_id, 0, 1)
    assert len(other.tables.open(table_id).events) == 1


def test_what_must_happen_once_for_a_row_happens_where_it_was_added(both: tuple[Process, Process]) -> None:
    one, other = both
    table_id, key = table_with_listener(one, other)
    everywhere: list[str] = []
    one.tables.subscribe(lambda *_: everywhere.append("one"))
    other.tables.subscribe(lambda *_: everywhere.append("other"))
    play_moves(one.tables, table_id, key, "market")
    other.hears_of(table_id, 1)
    assert everywhere == ["one"]


def test_a_listener_everywhere_hears_of_all_tables_in_every_process(both: tuple[Process, Process]) -> None:
    one = both[0]
    for process in both:
        process.tables.subscribe(lambda *told, process=process: process.heard.put(told), EVERYWHERE)
    table_id, key = one.tables.create(config_for(PERSON, PERSON, PERSON))
    play_moves(one.tables, table_id, key, "market")
    for process in both:
        process.hears_of(table_id, 1)


def test_after_the_connections_were_lost_everyone_looks_again(both: tuple[Process, Process], database: str) -> None:
    one, other = both
    table_id, key = table_with_listener(one, other)
    own = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ~ 'LISTEN|notify|SELECT 1' AND pid <> "
    with psycopg.connect(address_of(database), autocommit=True) as connection:
        connection.execute(own + "pg_backend_pid()")
        play_moves(one.tables, table_id, key, "market")
        other.hears_of(table_id, 1)
        other.looks.get(timeout=SECONDS)
    play_moves(one.tables, table_id, key, "market")
    other.hears_of(table_id, 2)


def test_a_receiver_that_fails_does_not_end_the_thread(both: tuple[Process, Process]) -> None:
    one, other = both
    heard: queue.SimpleQueue[str] = queue.SimpleQueue()
    other.notifications.receive("number", lambda text: heard.put(str(1 / int(text))))
    for number in (0, 1):
        one.notifications.send("number", str(number))
    assert heard.get(timeout=SECONDS) == "1.0"


def test_sqlite_needs_no_notifications(database: str) -> None:
    assert isinstance(notifications_of("sqlite:///games.sqlite", "one"), NoNotifications)
    assert isinstance(notifications_of(database, "one"), PostgresNotifications)


def test_clocks_follow_moves_of_other_processes(both: tuple[Process, Process]) -> None:
    one, other = both

    async def act() -> None:
        keeper = ClockKeeper(other.tables)
        noted: queue.SimpleQueue[str] = queue.SimpleQueue()
        keeper.note_change = noted.put  # type: ignore[method-assign]  # to listen in
        await keeper.start()
        table_id, _ = one.tables.create(config_for(PERSON, PERSON, PERSON))
        assert await asyncio.to_thread(noted.get, timeout=SECONDS) == table_id
        await keeper.stop()

    asyncio.run(act())
