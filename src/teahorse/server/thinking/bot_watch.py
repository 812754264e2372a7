"""Looks out for tables where a bot is to move."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable

from ..tables.service import TableService
from .bot_turn import bot_to_move

DAYS_BACK = 30  # older tables wait until someone opens them
MOST_RESUMED = 100


class BotWatch(ABC):
    """Checks a table when rows were added here, when someone looks at it, and after a start."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._unsubscribe: Callable[[], None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def _watch(self) -> None:
        """Begin to check tables, in the loop that is running."""
        self._loop = asyncio.get_running_loop()
        self._unsubscribe = self._service.subscribe(self._table_changed)

    async def stop(self) -> None:
        """Stop looking at tables, and cancel all tasks."""
        self._loop = None
        if self._unsubscribe is not None:
            self._unsubscribe()
        tasks = list(self._running())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _table_changed(self, table_id: str, row: int, event: int) -> None:
        """Check the table if a bot may be to move; most moves are answered by people."""
        table = self._service.in_memory(table_id, row, event)
        if table is None or bot_to_move(table) is not None:
            self.check_table(table_id)

    def check_table(self, table_id: str) -> None:
        """Have a bot's move made, if it is a bot's turn. Can be called from any thread, any number of times."""
        loop = self._loop
        if loop is not None:
            loop.call_soon_threadsafe(self._check_table, table_id)

    @abstractmethod
    def _check_table(self, table_id: str) -> None:
        """The same, in the loop."""

    @abstractmethod
    def _running(self) -> Iterable[asyncio.Task[None]]:
        """The tasks to cancel at the end."""
