"""Hints through the queue: a server asks, a worker answers by the database, and all servers share the answer."""

import asyncio
import logging
from dataclasses import asdict
from typing import Any

from ...bots import Considered
from ...bots.bot import Expectation
from ..storage.notifications import Notifications
from ..storage.thinking_results import ThinkingResults
from ..tables.service import TableService
from ..tables.table import Table
from .job_queue import MOVES, JobQueue
from .pool import WorkerPool
from .work_queue import Busy, Urgency

HINT = "hint"  # the job, and the kind of message when it is done
SECONDS_BETWEEN_LOOKS = 1.0  # at the database, in case a message was lost
MOST_LOOKS = 60
SECONDS_TO_WAIT = 5  # before a reader should ask again if there is no answer
FAILED = "failed"

log = logging.getLogger(__name__)


class QueuedHints:
    """Asks workers for hints: `consider` of `Hints`."""

    def __init__(self, results: ThinkingResults, queue: JobQueue, notifications: Notifications) -> None:
        self._results = results
        self._queue = queue
        self._notifications = notifications
        self._waiting: dict[str, asyncio.Event] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        notifications.receive(HINT, self._received)

    async def consider(self, table: Table) -> list[Considered]:
        """A worker's ranking of the moves; cancelling the call cancels the search. Raises `Busy`."""
        self._loop = asyncio.get_running_loop()
        rows = len(table.history.rows)
        key = _key(table.id, rows)
        answered = self._waiting[key] = asyncio.Event()
        number: int | None = None
        try:
            answer = await self._answer(table.id, rows)
            if answer is None:
                number = await self._queue.add(HINT, MOVES, -Urgency.HINT, table_id=table.id, rows=rows)
            for _ in range(MOST_LOOKS):
                if answer is not None:
                    return answer
                try:
                    await asyncio.wait_for(answered.wait(), SECONDS_BETWEEN_LOOKS)
                    answered.clear()
                except TimeoutError:
                    pass
                answer = await self._answer(table.id, rows)
            raise Busy(SECONDS_TO_WAIT)
        except asyncio.CancelledError:
            if number is not None:
                await asyncio.shield(self._queue.cancel(number))
            raise
        finally:
            del self._waiting[key]

    async def _answer(self, table_id: str, rows: int) -> list[Considered] | None:
        data = await asyncio.to_thread(self._results.hint, table_id, rows)
        if data == FAILED:
            raise Busy(SECONDS_TO_WAIT)
        return None if data is None else [_considered(each) for each in data]

    def _received(self, key: str) -> None:
        loop, answered = self._loop, self._waiting.get(key)
        if loop is not None and answered is not None:
            loop.call_soon_threadsafe(answered.set)

    def tell(self, table_id: str, rows: int) -> None:
        """Tell every process that a hint is there, this one too."""
        key = _key(table_id, rows)
        self._received(key)
        self._notifications.send(HINT, key)


class HintMaker:
    """Makes the hints that are in the queue."""

    def __init__(
        self, service: TableService, results: ThinkingResults, workers: WorkerPool, hints: QueuedHints
    ) -> None:
        self._service = service
        self._results = results
        self._workers = workers
        self._hints = hints

    def join(self, queue: JobQueue) -> None:
        """Do these jobs from now on."""
        queue.handle(HINT, self.make)

    async def make(self, table_id: str, rows: int) -> None:
        """Think about the position after these rows, and store the hint."""
        answer: Any = FAILED
        try:
            game = await asyncio.to_thread(lambda: self._service.open(table_id).history.as_of(rows).game)
            answer = [asdict(each) for each in await self._workers.consider(game, table_id)]
        except Exception:  # the reader must not wait for ever
            log.exception("A hint at table %s failed.", table_id)
        await asyncio.to_thread(self._results.save_hint, table_id, rows, answer)
        self._hints.tell(table_id, rows)


def _key(table_id: str, rows: int) -> str:
    return f"{table_id} {rows}"


def _considered(data: dict[str, Any]) -> Considered:
    expects = data.get("expects")
    return Considered(
        data["move"],
        data["visits"],
        tuple(data["values"]),
        tuple(data["line"]),
        None
        if expects is None
        else Expectation(*(_tuple(expects[name]) for name in ("points", "last_round", "outbid"))),
    )


def _tuple(value: Any) -> Any:
    """JSON has lists in place of tuples."""
    return tuple(value) if isinstance(value, list) else value
