"""Bots' moves through the queue: any process sees that a bot is to move, and a worker plays it."""

import asyncio
import logging
import time
from collections.abc import Coroutine
from typing import Any

from cachetools import TTLCache

from ..tables.errors import NoSuchTable
from ..tables.service import TableService
from ..tables.table import Table
from .bot_host import WAITS
from .bot_turn import Script, bot_to_move, play_turn
from .bot_watch import DAYS_BACK, MOST_RESUMED, BotWatch
from .job_queue import LATER, MOVES, JobQueue
from .pool import WorkerPool
from .viewers import Viewers
from .work_queue import Urgency

PLAY = "play"  # the job
SECONDS_REMEMBERED = 5.0  # that a move was put into the queue, so that each visit meanwhile doesn't ask again
MOST_REMEMBERED = 10_000
SECONDS_BETWEEN_ATTEMPTS = (0.2, 1.0, 5.0, 30.0)  # to put a job into the queue

log = logging.getLogger(__name__)


class QueuedBots(BotWatch):
    """Puts bots' moves into the queue. Stands in the place of `BotHost`."""

    def __init__(self, service: TableService, queue: JobQueue, viewers: Viewers) -> None:
        super().__init__(service)
        self._queue = queue
        self._viewers = viewers
        self._asked: TTLCache[tuple[str, int, str], None] = TTLCache(MOST_REMEMBERED, SECONDS_REMEMBERED)
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Subscribe to rows that are added here, and resume the tables that were played recently."""
        self._watch()
        self._begin(self._resume())

    def _running(self) -> set[asyncio.Task[None]]:
        return self._tasks

    def _check_table(self, table_id: str) -> None:
        self._begin(self._check(table_id))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _check(self, table_id: str) -> None:
        """Ask for a move; try again for a while if that fails, for example because the database is gone."""
        for wait in (*SECONDS_BETWEEN_ATTEMPTS, None):
            try:
                await self.ask_for_move(table_id)
                return
            except Exception:
                if wait is None:
                    log.exception("The bots at table %s can't go on until someone opens it.", table_id)
                    return
            await asyncio.sleep(wait)

    async def ask_for_move(self, table_id: str) -> None:
        """Put a job into the queue if a bot is to move at a table."""
        try:
            table = await asyncio.to_thread(self._service.open, table_id)
        except NoSuchTable:
            return
        if bot_to_move(table) is not None:
            await self._add(table)

    async def _add(self, table: Table) -> None:
        urgency = self._viewers.urgency(table.id)
        queue = LATER if urgency == Urgency.UNWATCHED else MOVES
        asked = (table.id, table.next_number, queue)
        if asked in self._asked:
            return
        await self._queue.add(PLAY, queue, -urgency, lock=table.id, table_id=table.id, asked_at=time.time())
        self._asked[asked] = None

    async def _resume(self) -> None:
        """Look at recent tables: a process may have been killed before it asked for a move."""
        for table_id in await asyncio.to_thread(self._service.storage.recent, DAYS_BACK, MOST_RESUMED):
            await self._check(table_id)


class BotPlayer:
    """Plays the moves that are in the queue."""

    def __init__(
        self, service: TableService, workers: WorkerPool, bots: QueuedBots, pause: float, script: Script
    ) -> None:
        self._service = service
        self._workers = workers
        self._bots = bots
        self._pause = pause
        self._script = script

    def join(self, queue: JobQueue) -> None:
        """Do these jobs from now on."""
        queue.handle(PLAY, self.play, WAITS)

    async def play(self, table_id: str, asked_at: float) -> None:
        """Play one move, and ask for the next one if that is a bot's, too."""
        waited = max(0.0, time.time() - asked_at)
        try:
            await play_turn(
                self._service, self._workers, table_id, max(0.0, min(self._pause, self._pause - waited)), self._script
            )
        except NoSuchTable:
            return
        await self._bots.ask_for_move(table_id)
