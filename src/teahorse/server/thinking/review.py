"""Reviews of games, made in the background: every decision is evaluated, and what each move lost.

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
from ..history.history import GameHistory, Step
from ..storage.database import Database
from ..tables.table import CHANCE, Table, revealed_chance
from .pool import WorkerPool
from .work_queue import Busy

WAITING, RUNNING, DONE, FAILED = "waiting", "running", "done", "failed"
AT_A_TIME = 5  # positions per piece of work, so that progress shows and reviews take turns
DECIMALS = 4  # of stored values
MOST_REVIEWS = 20  # at a time
WATCHED_FOR = 15.0  # seconds after the last request for its progress; the page asks every second
WAITS = (5.0, 30.0)  # seconds between attempts after a failure
FAILURES_KEPT = 100
SECONDS_TO_WAIT = 60  # before a reader should ask again if there are too many

log = logging.getLogger(__name__)
Key = tuple[str, int]
"""A table and its number of rows."""


@dataclass(frozen=True)
class Point:
    """One decision: the player, the move, each person's chance to win after it, and what the move lost."""

    row: int
    round: int
    player: str
    move: str
    values: tuple[float, ...]
    best: str  # the move that the search prefers
    loss: float  # of the player's chance to win, compared with the best move
    gains: tuple[float, ...] = ()  # points that the best move would have brought, by line of the score sheet


@dataclass
class Review:
    """The progress of a review, and its points so far."""

    state: str
    done: int
    of: int
    points: list[Point] = field(default_factory=list)

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
        waits: Sequence[float] = WAITS,
        most: int = MOST_REVIEWS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._storage = storage
        self._workers = workers
        self._simulations = simulations
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
        """Analyse all positions. The point of a move needs the analysis of the position after it."""
        transcript, positions, review = GameTranscript.of(table.history.game), positions_of(table.history), job.review
        analyses: list[Analysis] = []
        for first in range(0, len(positions), AT_A_TIME):
            analyses += await self._analyse_batch(table, transcript, positions[first : first + AT_A_TIME], job)
            review.state = RUNNING
            review.points = points_of(table.history, positions, analyses)
            review.done = len(analyses)

    async def _analyse_batch(
        self, table: Table, transcript: GameTranscript, positions: list[int], job: _Job
    ) -> list[Analysis]:
        """Analyse some positions; retry a few times if that fails."""
        game_id = f"review {table.id} {len(table.history.rows)}"
        analyse_batch = partial(
            self._workers.analyse, game_id, transcript, positions, self._simulations, lambda: self._is_watched(job)
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


def points_from_data(points: Sequence[dict[str, Any]]) -> list[Point]:
    """Points from their JSON data."""
    return [
        Point(**{**point, "values": tuple(point["values"]), "gains": tuple(point.get("gains", ()))}) for point in points
    ]


def positions_of(history: GameHistory) -> list[int]:
    """The positions to analyse, as numbers of moves before them: all decisions, and the current position."""
    decisions = [number for number, step in enumerate(history.steps) if step.player != CHANCE]
    return decisions if history.game.is_over else [*decisions, len(history.steps)]


# --- From analyses to points --------------------------------------------------------------------------


def points_of(history: GameHistory, positions: Sequence[int], analyses: Sequence[Analysis]) -> list[Point]:
    """The points of the moves whose following position has been analysed."""
    points = []
    for number, (made, analysis) in enumerate(zip(positions, analyses, strict=False)):
        if made == len(history.steps):
            break  # the current position: nobody has moved here yet
        after = analyses[number + 1] if number + 1 < len(analyses) else None
        if after is None and number + 1 < len(positions):
            break
        values = _outcome(history) if after is None else after.values
        points.append(_point(history, history.steps[made], analysis, values, _is_chance_between(history, made)))
    return points


def _point(
    history: GameHistory, step: Step, analysis: Analysis, values: tuple[float, ...], after_chance: bool
) -> Point:
    person = _person(step.player, history)
    worth = values[person]
    if after_chance:
        # The position after the move depends on chance, so take the estimate made before it.
        worth = (analysis.made_values or analysis.lowest_values)[person]
    loss = max(0.0, analysis.best_values[person] - worth) if analysis.loss is None else analysis.loss
    return Point(
        row=step.row,
        round=int(step.before.round_number),
        player=step.player,
        move=step.move,
        values=tuple(round(value, DECIMALS) for value in values),
        best=analysis.best,
        loss=0.0 if step.move == analysis.best else round(loss, DECIMALS),
        gains=tuple(round(points, 1) for points in analysis.gains),
    )


def _is_chance_between(history: GameHistory, made: int) -> bool:
    """Whether a card was revealed, or the game ended, before the next decision."""
    if revealed_chance(history.steps[made]):
        return True
    following = history.steps[made + 1 : made + 2]
    return revealed_chance(following[0]) if following else history.game.is_over


def _outcome(history: GameHistory) -> tuple[float, ...]:
    """The result as chances to win: 1 for the winner, 0 for the others (12.4: there are no ties)."""
    winner = _person(history.game.standings()[0]["player"].split("+")[0], history)
    return tuple(float(person == winner) for person in range(history.rules.people))


def _person(player: str, history: GameHistory) -> int:
    return int(history.rules.record.person[int(player[1:]) - 1])
