"""Commits what several threads write at the same time in one transaction.

A commit waits for the disk, and in SQLite only one transaction writes at a time. While one
thread is writing, the others wait, and the next transaction writes for all of them. A call returns only when its own
writes are committed.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import Executable

from .driver import Driver, Parameters, Writes


@dataclass(eq=False)
class _Request:
    """What one thread wants to write."""

    table_id: str
    writes: Writes
    turn: threading.Event = field(default_factory=threading.Event)  # set when it is done, or has to write itself
    is_done: bool = False
    error: BaseException | None = None


class GroupCommit:
    """Writes to a database, with one transaction at a time."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._lock = threading.Lock()  # guards what follows; held only briefly
        self._waiting: list[_Request] = []
        self._is_writing = False

    def write(self, table_id: str, writes: Writes) -> None:
        """Write rows of a table, all or nothing, and return when they are committed. Raises the database's error."""
        own = _Request(table_id, writes)
        with self._lock:
            self._waiting.append(own)
            is_first, self._is_writing = not self._is_writing, True
        if not is_first:
            own.turn.wait()
        if not own.is_done:
            self._write_all_waiting()
        if own.error is not None:
            raise own.error

    def _write_all_waiting(self) -> None:
        with self._lock:
            group, self._waiting = self._waiting, []
        try:
            self._commit(group)
        finally:
            with self._lock:
                following = self._waiting[:1]
                self._is_writing = bool(following)
            for request in group:
                request.is_done = True
            for request in (*group, *following):
                request.turn.set()

    def _commit(self, group: Sequence[_Request]) -> None:
        """Commit a group. If that fails, commit each request alone, so that one can't spoil the others."""
        merged: dict[Executable, list[Parameters]] = {}
        # Two servers that write rows of the same tables do it in the same order, so that neither waits for the other.
        for request in sorted(group, key=lambda each: each.table_id):
            for statement, parameters in request.writes.items():
                merged.setdefault(statement, []).extend(parameters)
        try:
            self._driver.write(merged)
        except BaseException as error:
            if len(group) == 1 or not isinstance(error, Exception):
                for request in group:
                    request.error = error
                return
            for request in group:
                self._commit([request])
