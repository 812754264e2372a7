"""Keeps every table going: when a bot is to move it thinks, and its move is stored; after a restart, too."""

import asyncio
import logging
from collections.abc import Callable, Sequence

from ..history.history import UNDO
from ..tables.errors import NoSuchTable, TooLate
from ..tables.service import TableService
from ..tables.table import Table
from .pool import WorkerPool
from .work_queue import Busy

DAYS_BACK = 30  # tables that nobody touched for longer wait until someone looks at them
MOST_RESUMED = 100
WAITS = (5.0, 30.0, 120.0)  # seconds between attempts of bots that can't go on, because the disk is full, say

log = logging.getLogger(__name__)


Script = Callable[[Table], str | None]
"""What a bot does without thinking, in a lesson for example; None where it should think."""


def no_script(table: Table) -> str | None:
    """Bots think."""
    return None


class BotHost:
    """Looks after all tables, with one task for each where a bot is to move."""

    def __init__(
        self,
        service: TableService,
        workers: WorkerPool,
        pause: float,
        script: Script = no_script,
        waits: Sequence[float] = WAITS,
    ) -> None:
        self._service = service
        self._workers = workers
        self._pause = pause
        self._script = script
        self._waits = waits
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._to_recheck: set[str] = set()
        self._resuming: asyncio.Task[None] | None = None
        self._unsubscribe: Callable[[], None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def start(self) -> None:
        """Begin to listen, and go on with the tables that were played at last."""
        self._loop = asyncio.get_running_loop()
        self._unsubscribe = self._service.subscribe(lambda table_id, _: self.check_table(table_id))
        self._resuming = asyncio.create_task(self._resume())

    async def stop(self) -> None:
        """Leave all tables as they are; what bots were thinking is forgotten."""
        self._loop = None
        if self._unsubscribe is not None:
            self._unsubscribe()
        tasks = [task for task in (self._resuming, *self._tasks.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def check_table(self, table_id: str) -> None:
        """Look whether a bot is to move at a table; to be called from any thread, as often as one likes."""
        loop = self._loop
        if loop is not None:
            loop.call_soon_threadsafe(self._check_table, table_id)

    def _check_table(self, table_id: str) -> None:
        if self._loop is None:
            return  # the server stops
        if table_id in self._tasks:
            self._to_recheck.add(table_id)  # its task may just have looked
            return
        task = asyncio.create_task(self._play_bots(table_id))
        self._tasks[table_id] = task
        task.add_done_callback(lambda _: self._task_done(table_id))

    def _task_done(self, table_id: str) -> None:
        del self._tasks[table_id]
        if table_id in self._to_recheck:
            self._to_recheck.discard(table_id)
            self._check_table(table_id)

    async def _resume(self) -> None:
        """Go on after a restart: one table after the other, so that pages are answered meanwhile."""
        for table_id in await asyncio.to_thread(self._service.storage.recent, DAYS_BACK, MOST_RESUMED):
            try:
                table = await asyncio.to_thread(self._service.open, table_id)
            except Exception:  # whatever is wrong with one table must not keep the others waiting
                log.exception("Table %s can't be opened.", table_id)
                continue
            if _bot_to_move(table) is not None:
                self._check_table(table_id)

    async def _play_bots(self, table_id: str) -> None:
        """Let bots move until a person is to, or the game is over; where they can't, they try a few times more."""
        for wait in (*self._waits, None):
            try:
                while await self._play_one(table_id):
                    self._to_recheck.discard(table_id)
                return
            except NoSuchTable:
                return
            except Busy:  # too many tables wait for their bots already, and others are watched
                log.info("The bots at table %s have to wait.", table_id)
            except Exception:  # a full disk, say; nobody else would hear of it
                later = "when someone looks at it" if wait is None else f"in {wait:g} seconds"
                log.exception("The bots at table %s can't go on; they try again %s.", table_id, later)
            if wait is not None:
                await asyncio.sleep(wait)

    async def _play_one(self, table_id: str) -> bool:
        """One move of a bot, if it is a bot's turn; whoever adds a row meanwhile is first, and it looks again."""
        table = await asyncio.to_thread(self._service.open, table_id)
        player = _bot_to_move(table)
        if player is None:
            return False
        if self._pause and _person_moved_last(table):
            await asyncio.sleep(self._pause)
            now = await asyncio.to_thread(self._service.open, table_id)
            if now.next_number != table.next_number:
                return True
        move = self._script(table) or await self._workers.choose(table, player)
        try:
            await asyncio.to_thread(self._service.play_for_bot, table_id, move, table.next_number)
        except TooLate:
            log.debug("Something happened at table %s while a bot thought.", table_id)
        return True


def _bot_to_move(table: Table) -> str | None:
    """The player whose move a bot is to make."""
    return None if table.bot_of(table.to_move) is None else table.to_move


def _person_moved_last(table: Table) -> bool:
    """Whether a person made the last move, or took one back, and may want to take it back."""
    if not table.history.rows:
        return False
    if table.history.rows[-1].kind == UNDO:
        return True
    return table.bot_of(table.history.steps[-1].player) is None
