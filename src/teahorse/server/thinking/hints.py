"""Hints: a master's ranking of the moves.

A table has one hint at a time. Answers are cached, so asking again costs nothing. A hint is cancelled when its last
reader leaves, or when someone asks about a later position of the same table.
"""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from cachetools import LRUCache

from ...bots import Considered
from ..tables.errors import TooLate
from ..tables.table import Table
from .work_queue import Busy

MOST_HINTS = 10  # at a time, at all tables together
ANSWERS_KEPT = 200
SECONDS_TO_WAIT = 5  # before a reader should ask again if there are too many

Consider = Callable[[Table], Coroutine[Any, Any, list[Considered]]]
"""Ranks the moves of a table's position."""


@dataclass(eq=False)
class _Hint:
    row: int
    task: "asyncio.Task[list[Considered]]"
    readers: int = 0


class Hints:
    """All hints of a server. Use it from the event loop only."""

    def __init__(self, consider: Consider, most: int = MOST_HINTS) -> None:
        self._consider = consider
        self._most = most
        self._by_table: dict[str, _Hint] = {}
        self._answers: LRUCache[tuple[str, int], list[Considered]] = LRUCache(ANSWERS_KEPT)

    async def ask(self, table: Table) -> list[Considered]:
        """The ranked moves, best first. Raises `Busy`, or `TooLate` if the game has continued."""
        row = len(table.history.rows)
        known = self._answers.get((table.id, row))
        if known is not None:
            return known
        hint = self._hint(table, row)
        hint.readers += 1
        try:
            answer = await asyncio.shield(hint.task)
        except asyncio.CancelledError:
            if hint.task.cancelled():
                raise TooLate from None  # someone asked about a later position
            raise
        finally:
            hint.readers -= 1
            if not hint.readers:
                self._end(table.id, hint)
        self._answers[table.id, row] = answer
        return answer

    def _hint(self, table: Table, row: int) -> _Hint:
        """The running hint about a position, or a new one."""
        running = self._by_table.get(table.id)
        if running is not None:
            if running.row == row:
                return running
            self._end(table.id, running)
        if len(self._by_table) >= self._most:
            raise Busy(SECONDS_TO_WAIT)
        hint = _Hint(row, asyncio.create_task(self._consider(table)))
        self._by_table[table.id] = hint
        hint.task.add_done_callback(lambda _: self._forget(table.id, hint))
        return hint

    def _end(self, table_id: str, hint: _Hint) -> None:
        hint.task.cancel()
        self._forget(table_id, hint)

    def _forget(self, table_id: str, hint: _Hint) -> None:
        if self._by_table.get(table_id) is hint:
            del self._by_table[table_id]
