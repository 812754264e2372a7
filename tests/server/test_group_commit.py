"""Rows that come at the same time share a transaction, and nobody is told before their own rows are committed."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import text

from table_setup import PERSON, config_for
from teahorse.server.history.history import Row
from teahorse.server.storage.database import Database, NewRow, RowTaken
from teahorse.server.storage.engine import connect_to
from teahorse.server.tables.service import TableService

SOON = 0.05  # seconds
PATIENCE = 60.0


@contextmanager
def nobody_can_write(database: str) -> Iterator[None]:
    """Another program that keeps the rows to itself."""
    engine = connect_to(database)
    with engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("LOCK TABLE rows IN EXCLUSIVE MODE"))
        else:
            connection.exec_driver_sql("ROLLBACK")
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        yield
        connection.rollback()
    engine.dispose()


class Writers:
    """Threads that each add a row, and what became of it."""

    def __init__(self, storage: Database) -> None:
        self.storage = storage
        self.done: dict[str, object] = {}
        self._threads: list[threading.Thread] = []

    def start(self, table_id: str, number: int = 1) -> None:
        thread = threading.Thread(target=self._add, args=(table_id, number))
        thread.start()
        self._threads.append(thread)

    def _add(self, table_id: str, number: int) -> None:
        try:
            self.storage.add_rows(table_id, [NewRow(Row(number, "move", "pass"), "p1")])
        except RowTaken:
            self.done[table_id] = "taken"
        else:
            self.done[table_id] = [kept.row.number for kept in self.storage.rows_after(table_id, 0)]

    def join(self) -> None:
        for thread in self._threads:
            thread.join(PATIENCE)
            assert not thread.is_alive()


@pytest.fixture
def table_ids(tables: TableService) -> list[str]:
    return [tables.create(config_for(PERSON, PERSON, PERSON))[0] for _ in range(10)]


def test_rows_that_wait_share_one_transaction(
    storage: Database, database: str, table_ids: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    writers, commits = Writers(storage), []
    write = storage._driver.write
    monkeypatch.setattr(storage._driver, "write", lambda writes: commits.append(writes) or write(writes))
    with nobody_can_write(database):
        for table_id in table_ids:
            writers.start(table_id)
        time.sleep(SOON)
        assert writers.done == {}
    writers.join()
    assert writers.done == {key: [1] for key in table_ids}
    assert 0 < len(commits) < len(table_ids)


def test_a_number_that_is_taken_spoils_no_other_row_of_the_transaction(
    storage: Database, database: str, table_ids: list[str]
) -> None:
    writers = Writers(storage)
    storage.add_rows(table_ids[-1], [NewRow(Row(1, "move", "pass"), "p1")])
    with nobody_can_write(database):
        for table_id in table_ids:
            writers.start(table_id)
        time.sleep(SOON)
    writers.join()
    assert writers.done == {key: [1] for key in table_ids[:-1]} | {table_ids[-1]: "taken"}


def test_rows_of_many_threads_are_all_stored(storage: Database, table_ids: list[str]) -> None:
    def add_some(table_id: str) -> None:
        for number in range(1, 11):
            storage.add_rows(table_id, [NewRow(Row(number, "move", "pass"), "p1")])

    threads = [threading.Thread(target=add_some, args=(table_id,)) for table_id in table_ids]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert all(len(storage.rows_after(table_id, 0)) == 10 for table_id in table_ids)
