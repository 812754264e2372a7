"""Reviews through the queue. Their progress is in the database, so every server can show it, and any worker go on.

A job analyses a few positions or looks at one again, stores what it found, and puts the next job into the queue. So
reviews take turns, and a worker that is killed loses only a few positions.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import asdict, replace
from functools import partial
from time import time
from typing import Any

from ...bots.analysis import Analysis
from ...bots.transcript import GameTranscript
from ..storage.database import Database
from ..storage.thinking_results import Progress, ThinkingResults
from ..tables.service import TableService
from ..tables.table import Table
from .job_queue import REVIEWS, JobQueue
from .pool import WorkerPool
from .review import (
    AT_A_TIME,
    DONE,
    FAILED,
    MOST_REVIEWS,
    RUNNING,
    SECONDS_TO_WAIT,
    WAITING,
    WAITS,
    WATCHED_FOR,
    Review,
    finished,
)
from .review_points import points_from_data, points_of, positions_of
from .second_look import second_looks
from .work_queue import Busy, Urgency

REVIEW = "review"  # the job
SECONDS_BETWEEN_NOTES = 5  # of looks at the progress
SECONDS_TO_ADD = 10  # a job to the queue

log = logging.getLogger(__name__)


class QueuedReviews:
    """All reviews. Stands in the place of `Reviews`."""

    def __init__(
        self, storage: Database, queue: JobQueue, most: int = MOST_REVIEWS, clock: Callable[[], float] = time
    ) -> None:
        self._storage = storage
        self._results = storage.thinking_results
        self._queue = queue
        self._most = most
        self._clock = clock
        self._loop: asyncio.AbstractEventLoop | None = None

    async def start(self) -> None:
        """Accept requests from now on."""
        self._loop = asyncio.get_running_loop()

    async def stop(self) -> None:
        """Accept no more requests; what is in the queue stays there."""
        self._loop = None

    def find(self, table: Table) -> Review | None:
        """The review of the current position, finished or not; None if there is none. Can be called from any thread."""
        rows = len(table.history.rows)
        data = self._storage.review(table.id, rows)
        if data is not None:
            return finished(data)
        progress = self._results.progress(table.id)
        if progress is None or progress.rows_count != rows:
            return None
        now = int(self._clock())
        if now - progress.looked_at >= SECONDS_BETWEEN_NOTES:
            self._results.note_look(table.id, rows, now)
        return _review(progress)

    def find_or_start(self, table: Table) -> Review:
        """The review of the current position; starts one if there is none or it failed. Can be called from any thread.

        Cancels an unfinished review of an earlier position of the table. Raises `Busy` if there are too many reviews.
        """
        kept = self.find(table)
        if kept is not None and kept.state == DONE:
            return kept
        if kept is None or kept.state == FAILED:
            kept = Review(WAITING, 0, len(positions_of(table.history)))
            now = int(self._clock())
            new = Progress(table.id, len(table.history.rows), now, asdict(kept) | {"analyses": []})
            if not self._results.start_progress(new, self._most, now - int(WATCHED_FOR)):
                raise Busy(SECONDS_TO_WAIT)
        if self._loop is not None:  # also if it was begun: should its job be lost, this one goes on
            job = ask_for_more(self._queue, table.id, len(table.history.rows), is_watched=True)
            asyncio.run_coroutine_threadsafe(job, self._loop).result(SECONDS_TO_ADD)
        return kept


class Reviewer:
    """Makes the reviews that are in the queue."""

    def __init__(
        self,
        service: TableService,
        results: ThinkingResults,
        workers: WorkerPool,
        simulations: int,
        looks: int,
        clock: Callable[[], float] = time,
    ) -> None:
        self._service = service
        self._results = results
        self._workers = workers
        self._simulations = simulations
        self._looks = looks
        self._clock = clock
        self._queue: JobQueue | None = None

    def join(self, queue: JobQueue) -> None:
        """Do these jobs from now on."""
        self._queue = queue
        queue.handle(REVIEW, self.go_on, WAITS)

    async def go_on(self, table_id: str, rows: int) -> None:
        """Analyse a few positions more."""
        progress = await asyncio.to_thread(self._results.progress, table_id)
        if progress is None or progress.rows_count != rows or progress.data["state"] == FAILED:
            return  # it was dropped, or replaced by a later one
        table = await asyncio.to_thread(self._service.open, table_id)
        table = replace(table, history=await asyncio.to_thread(table.history.as_of, rows))
        try:
            is_done = await self._analyse_some(table, progress)
        except Exception:
            log.exception("The review of table %s failed.", table_id)
            failures = progress.data.get("failures", 0) + 1
            state = FAILED if failures > len(WAITS) else progress.data["state"]
            data = progress.data | {"state": state, "failures": failures}
            await asyncio.to_thread(self._results.save_progress, table_id, rows, data)
            raise
        if not is_done and self._queue is not None:
            is_watched = await asyncio.to_thread(self._is_watched, table_id)
            await ask_for_more(self._queue, table_id, rows, is_watched)

    async def _analyse_some(self, table: Table, progress: Progress) -> bool:
        """Analyse the next positions and store the progress, or at the end the review. Returns whether it is done."""
        rows, history = progress.rows_count, table.history
        positions = positions_of(history)
        analyses = [_analysis(each) for each in progress.data["analyses"]]
        looks = [_analysis(each) for each in progress.data.get("looks_made", ())]
        some = positions[len(analyses) : len(analyses) + AT_A_TIME]
        if some:
            analyses += await self._analyse(table, some, self._simulations)
        elif (again := second_looks(history, positions, analyses, looks, self._looks).next) is not None:
            looks += await self._analyse(table, [again], None)
        review = Review(RUNNING, len(analyses), len(positions), points_of(history, positions, analyses))
        if review.done >= review.of:
            seen = second_looks(history, positions, analyses, looks, self._looks)
            if seen.next is None:
                points = [asdict(point) for point in seen.points]
                await asyncio.to_thread(self._service.storage.save_review, table.id, rows, {"points": points})
                await asyncio.to_thread(self._results.end_progress, table.id, rows)
                return True
            review = replace(review, looks=len(looks), looks_of=seen.of)
        data = asdict(review) | {
            "analyses": [asdict(each) for each in analyses],
            "looks_made": [asdict(each) for each in looks],
        }
        save = partial(self._results.save_progress, table.id, rows, data)
        return not await asyncio.to_thread(save)  # if it was dropped, there is nothing left to do

    async def _analyse(self, table: Table, positions: list[int], simulations: int | None) -> list[Analysis]:
        watched = await asyncio.to_thread(self._is_watched, table.id)
        game_id = f"review {table.id} {len(table.history.rows)}"
        transcript = GameTranscript.of(table.history.game)
        return await self._workers.analyse(game_id, transcript, positions, simulations, lambda: watched)

    def _is_watched(self, table_id: str) -> bool:
        progress = self._results.progress(table_id)
        return progress is not None and self._clock() - progress.looked_at < WATCHED_FOR


async def ask_for_more(queue: JobQueue, table_id: str, rows: int, is_watched: bool) -> None:
    """Put the next positions of a review into the queue."""
    urgency = Urgency.WATCHED if is_watched else Urgency.UNWATCHED
    await queue.add(REVIEW, REVIEWS, -urgency, lock=f"review {table_id}", table_id=table_id, rows=rows)


def _review(progress: Progress) -> Review:
    data = progress.data
    looks = {name: data.get(name, 0) for name in ("looks", "looks_of")}
    return Review(data["state"], data["done"], data["of"], points_from_data(data["points"]), **looks)


def _analysis(data: dict[str, Any]) -> Analysis:
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    return Analysis(**values)
