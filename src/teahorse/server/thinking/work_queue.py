"""The work queue of a worker process: the order of work, and how much may wait.

Urgent work comes first. Among equally urgent work the table that was served longest ago is next, so that no table gets
more than its share. The urgency is computed when the process is free, because people come and go while work waits.
"""

import asyncio
import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from cachetools import LRUCache

from ...errors import TeahorseError

TABLES_REMEMBERED = 1000  # that were served last

_numbers = itertools.count(1)


class Urgency(IntEnum):
    """How urgent work is; lower numbers come first."""

    PLAYED = 0  # a bot's move at a table that someone with a seat is looking at
    HINT = 1
    WATCHED = 2  # a spectator watches the table, or someone the progress of the review
    UNWATCHED = 3


class Busy(TeahorseError):
    """Too much work is waiting."""

    def __init__(self, retry_after: int = 10) -> None:
        super().__init__("The server is busy thinking for others. Please try again in a few seconds.")
        self.retry_after = retry_after  # seconds


@dataclass(eq=False)
class Work:
    """A piece of work for a table."""

    run: Callable[[], Any]  # in the worker process
    table: str
    urgency: Callable[[], Urgency]
    answer: "asyncio.Future[Any]"
    number: int = field(default_factory=lambda: next(_numbers))


class WorkQueue:
    """The work that waits for one process."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: list[Work] = []
        # When each table was last served, counted in works.
        self._served: LRUCache[str, int] = LRUCache(TABLES_REMEMBERED)
        self._count = itertools.count(1)

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, work: Work) -> Work | None:
        """Add work. If the queue is full, remove and return the least urgent work, or raise `Busy`."""
        dropped = None
        if len(self._waiting) >= self._most:
            dropped = max(self._waiting, key=self._turn)
            if dropped.urgency() <= work.urgency():
                raise Busy
            self._waiting.remove(dropped)
        self._waiting.append(work)
        return dropped

    def put_back(self, work: Work) -> None:
        """Add interrupted work again, even if the queue is full."""
        self._waiting.append(work)

    def next(self) -> Work | None:
        """Remove and return the next work; None if the queue is empty."""
        if not self._waiting:
            return None
        work = min(self._waiting, key=self._turn)
        self._waiting.remove(work)
        self._served[work.table] = next(self._count)
        return work

    def remove(self, work: Work) -> bool:
        """Remove cancelled work; False if it isn't in the queue."""
        if work not in self._waiting:
            return False
        self._waiting.remove(work)
        return True

    def clear(self) -> list[Work]:
        """Remove and return all work."""
        waiting, self._waiting = self._waiting, []
        return waiting

    def _turn(self, work: Work) -> tuple[Urgency, int, int]:
        return work.urgency(), self._served.get(work.table, 0), work.number
