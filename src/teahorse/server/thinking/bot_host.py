"""Plays the bots' moves at all tables, also after a restart."""

import asyncio
import logging
from collections.abc import Sequence

from ..tables.errors import NoSuchTable
from ..tables.service import TableService
from .bot_turn import Script, bot_to_move, no_script, play_turn
from .bot_watch import DAYS_BACK, MOST_RESUMED, BotWatch
from .pool import WorkerPool
from .work_queue import Busy

WAITS = (5.0, 30.0, 120.0)  # seconds between attempts if a move fails, for example because the disk is full

log = logging.getLogger(__name__)


class BotHost(BotWatch):
    """Plays the bots' moves, with one task for each table where a bot is to move."""

    def __init__(
        self,
        service: TableService,
        workers: WorkerPool,
        pause: float,
        script: Script = no_script,
        waits: Sequence[float] = WAITS,
    ) -> None:
        super().__init__(service)
        self._workers = workers
        self._pause = pause
        self._script = script
        self._waits = waits
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._to_recheck: set[str] = set()
        self._resuming: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Subscribe to new rows, and resume the tables that were played recently."""
        self._watch()
        self._resuming = asyncio.create_task(self._resume())

    def _running(self) -> list[asyncio.Task[None]]:
        return [task for task in (self._resuming, *self._tasks.values()) if task is not None]

    def _check_table(self, table_id: str) -> None:
        if self._loop is None:
            return  # the server is stopping
        if table_id in self._tasks:
            self._to_recheck.add(table_id)  # its task may have checked just before
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
        """Resume after a restart, one table after the other, so that pages are answered meanwhile."""
        for table_id in await asyncio.to_thread(self._service.storage.recent, DAYS_BACK, MOST_RESUMED):
            try:
                table = await asyncio.to_thread(self._service.open, table_id)
            except Exception:  # an error at one table must not stop the others
                log.exception("Table %s can't be opened.", table_id)
                continue
            if bot_to_move(table) is not None:
                self._check_table(table_id)

    async def _play_bots(self, table_id: str) -> None:
        """Play bots' moves until it is a person's turn or the game is over. Retry a few times if this fails."""
        for wait in (*self._waits, None):
            try:
                while await play_turn(self._service, self._workers, table_id, self._pause, self._script):
                    self._to_recheck.discard(table_id)
                return
            except NoSuchTable:
                return
            except Busy:  # too many tables wait, and others are watched
                log.info("The bots at table %s have to wait.", table_id)
            except Exception:  # for example a full disk; nobody else would log it
                later = "when someone opens it" if wait is None else f"in {wait:g} seconds"
                log.exception("The bots at table %s can't go on; they try again %s.", table_id, later)
            if wait is not None:
                await asyncio.sleep(wait)
