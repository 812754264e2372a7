"""Reviews of games, made in the background: every decision is evaluated, and what each move lost.

Moves that seem costly are looked at again as deeply as a hint would (`second_look.py`).

A review is stored with the number of rows, so a game that continues or is undone gets a new one. A review that was
not finished when the server stopped starts again on request. Each table has at most one review at a time, and the
total is limited; reviews that someone watches come first.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

from cachetools import LRUCache

from ...bots.analysis import Analysis
from ...bots.transcript import GameTranscript
from ..storage.database import Database
from ..tables.table import Table
from .pool import WorkerPool
from .review_points import Point, points_from_data, points_of, positions_of
from .second_look import second_looks
from .work_queue import Busy

WAITING, RUNNING, DONE, FAILED = "waiting", "running", "done", "failed"
AT_A_TIME = 5  # positions per piece of work, so that progress shows and reviews take turns
MOST_REVIEWS = 20  # at a time
WATCHED_FOR = 15.0  # seconds after the last request for its progress; the page asks every second
WAITS = (5.0, 30.0)  # seconds between attempts after a failure
FAILURES_KEPT = 100
SECONDS_TO_WAIT = 60  # before a reader should ask again if there are too many

log = logging.getLogger(__name__)
Key = tuple[str, int]
"""A table and its number of rows."""


@dataclass
class Review:
    """The progress of a review, and its points so far."""

    state: str
    done: int
    of: int
    points: list[Point] = field(default_factory=list)
    looks: int = 0  # again, at moves that seem costly
    looks_of: int = 0

    def as_data(self) -> dict[str, Any]:
        """The review as JSON data."""
        return asdict(self)


@dataclass(eq=False)
class _Job:
    """A review that is being made."""

    review: Review
    looked_at: float  # when someone last asked for its progress
    task: "asyncio.Task[None] | None" = None
    is_dropped: bool = False


class Reviews:
    """All reviews of a server."""

    def __init__(
        self,
        storage: Database,
        workers: WorkerPool,
        simulations: int,
        looks: int,
        waits: Sequence[float] = WAITS,
        most: int = MOST_REVIEWS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._storage = storage
        self._workers = workers
        self._simulations = simulations
        self._looks = looks
        self._waits = waits
        self._most = most
        self._clock = clock
        self._jobs: dict[Key, _Job] = {}
        self._failed: LRUCache[Key, Review] = LRUCache(FAILURES_KEPT)
        self._lock = threading.Lock()  # guards `_jobs` and `_failed`
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    async def start(self) -> None:
        """Accept requests from now on."""
        self._loop = asyncio.get_running_loop()

    async def stop(self) -> None:
        """Cancel all running reviews; nothing of them is stored."""
        self._loop = None
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def find(self, table: Table) -> Review | None:
        """The review of the current position, finished or not; None if there is none. Can be called from any thread."""
        key = _key(table)
        with self._lock:
            job = self._jobs.get(key)
            if job is not None:
                job.looked_at = self._clock()
                return job.review
            failed = self._failed.get(key)
        if failed is not None:
            return failed
        data = self._storage.review(*key)
        return None if data is None else finished(data)

    def find_or_start(self, table: Table) -> Review:
        """The review of the current position; starts one if there is none or it failed. Can be called from any thread.

        Cancels an unfinished review of an earlier position of the table. Raises `Busy` if there are too many reviews.
        """
        kept = self.find(table)
        if kept is not None and kept.state != FAILED:
            return kept
        key = _key(table)
        with self._lock:
            running = self._jobs.get(key)
            if running is not None:
                return running.review  # another thread started it just now
            self._make_room(table.id)
            self._failed.pop(key, None)
            job = _Job(Review(WAITING, 0, len(positions_of(table.history))), self._clock())
            self._jobs[key] = job
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._begin, table, job)
        return job.review

    def _make_room(self, table_id: str) -> None:
        """Cancel the table's earlier review, and if there are too many, an unwatched one. The caller holds the lock."""
        for key in [key for key in self._jobs if key[0] == table_id]:
            self._drop(key)
        if len(self._jobs) < self._most:
            return
        oldest = min(self._jobs, key=lambda key: self._jobs[key].looked_at)
        if self._is_watched(self._jobs[oldest]):
            raise Busy(SECONDS_TO_WAIT)
        self._drop(oldest)

    def _drop(self, key: Key) -> None:
        job = self._jobs.pop(key)
        job.is_dropped = True
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._cancel, job)

    def _is_watched(self, job: _Job) -> bool:
        return self._clock() - job.looked_at < WATCHED_FOR

    def _cancel(self, job: _Job) -> None:
        if job.task is not None:
            job.task.cancel()

    def _begin(self, table: Table, job: _Job) -> None:
        if job.is_dropped:
            return
        job.task = asyncio.create_task(self._run(table, job))
        self._tasks.add(job.task)
        job.task.add_done_callback(self._tasks.discard)

    async def _run(self, table: Table, job: _Job) -> None:
        key, review = _key(table), job.review
        try:
            await self._analyse_all(table, job)
            data = {"points": [asdict(point) for point in review.points]}
            await asyncio.to_thread(self._storage.save_review, *key, data)
            review.state = DONE
        except Exception:  # any error: the page must show that the review failed
            log.exception("The review of table %s failed.", table.id)
            review.state = FAILED
        with self._lock:
            if self._jobs.get(key) is job:
                del self._jobs[key]
                if review.state == FAILED:
                    self._failed[key] = review

    async def _analyse_all(self, table: Table, job: _Job) -> None:
        """Analyse all positions, then look again. A move's point needs the analysis of the position after it."""
        transcript, positions, review = GameTranscript.of(table.history.game), positions_of(table.history), job.review
        analyses: list[Analysis] = []
        for first in range(0, len(positions), AT_A_TIME):
            some = positions[first : first + AT_A_TIME]
            analyses += await self._analyse_batch(table, transcript, some, self._simulations, job)
            review.state = RUNNING
            review.points = points_of(table.history, positions, analyses)
            review.done = len(analyses)
        looks: list[Analysis] = []
        again = second_looks(table.history, positions, analyses, looks, self._looks)
        while again.next is not None:
            review.looks, review.looks_of = len(looks), again.of
            looks += await self._analyse_batch(table, transcript, [again.next], None, job)
            again = second_looks(table.history, positions, analyses, looks, self._looks)
        review.points = again.points

    async def _analyse_batch(
        self, table: Table, transcript: GameTranscript, positions: list[int], simulations: int | None, job: _Job
    ) -> list[Analysis]:
        """Analyse some positions; retry a few times if that fails."""
        game_id = f"review {table.id} {len(table.history.rows)}"
        analyse_batch = partial(
            self._workers.analyse, game_id, transcript, positions, simulations, lambda: self._is_watched(job)
        )
        for wait in self._waits:
            try:
                return await analyse_batch()
            except Exception:
                log.exception("The review of table %s failed; trying again in %g seconds.", table.id, wait)
            await asyncio.sleep(wait)
        return await analyse_batch()


def _key(table: Table) -> Key:
    return table.id, len(table.history.rows)


def finished(data: dict[str, Any]) -> Review:
    """A stored review."""
    points = points_from_data(data["points"])
    return Review(DONE, len(points), len(points), points)
