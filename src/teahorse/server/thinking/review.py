"""A game thought over in the background: what a search thinks of every decision, and what each move gave away.

A review is kept with the number of rows that it is about, so that a game which goes on, or back, gets another. One that
was not finished when the server stopped begins anew when it is asked for. A table has one review at a time, and there
is a limit to all of them; those whose progress someone watches come first.
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

from ...bots.transcript import GameTranscript
from ..history.history import GameHistory, Step
from ..storage.database import Database
from ..tables.table import CHANCE, Table, revealed_chance
from .pool import WorkerPool
from .work_queue import Busy
from .worker_main import Analysis

WAITING, RUNNING, DONE, FAILED = "waiting", "running", "done", "failed"
AT_A_TIME = 5  # positions; so the progress moves, and two reviews take turns
DECIMALS = 4  # decimals that are kept
MOST_REVIEWS = 20  # at a time
WATCHED_FOR = 15.0  # seconds after a look at its progress; the page looks every second
WAITS = (5.0, 30.0)  # seconds between attempts, where thinking fails
FAILURES_KEPT = 100
SECONDS_TO_WAIT = 60  # before someone asks again when there are too many

log = logging.getLogger(__name__)
Key = tuple[str, int]
"""What a review is about: a table, and how many rows it had."""


@dataclass(frozen=True)
class Point:
    """One decision: who made which move, each person's chance to win after it, and what the move gave away."""

    row: int
    round: int
    player: str
    move: str
    values: tuple[float, ...]
    best: str  # what the search would have done
    loss: float  # of the player's chance to win, by doing something else


@dataclass
class Review:
    """How far a review is, and what it has found so far."""

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
    looked_at: float  # when someone last looked at its progress
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
        self._lock = threading.Lock()  # of the two above
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    async def start(self) -> None:
        """Begin to take orders."""
        self._loop = asyncio.get_running_loop()

    async def stop(self) -> None:
        """Stop what is being thought over; nothing of it is kept."""
        self._loop = None
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def find(self, table: Table) -> Review | None:
        """The review of a game as it stands, finished or not; None if there is none. From any thread."""
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
        return None if data is None else _finished(data)

    def find_or_start(self, table: Table) -> Review:
        """The review of a game as it stands; starts one if there is none, or if it has failed. From any thread.

        An unfinished review of an earlier position of the same table is stopped. Raises `Busy` if there are too many.
        """
        kept = self.find(table)
        if kept is not None and kept.state != FAILED:
            return kept
        key = _key(table)
        with self._lock:
            running = self._jobs.get(key)
            if running is not None:
                return running.review  # someone else asked in the same moment
            self._make_room(table.id)
            self._failed.pop(key, None)
            job = _Job(Review(WAITING, 0, len(_positions(table.history))), self._clock())
            self._jobs[key] = job
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._begin, table, job)
        return job.review

    def _make_room(self, table_id: str) -> None:
        """Stop the earlier review of a table; if there are still too many, one that nobody watches. Holds the guard."""
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
        except Exception:  # whatever it is: who waits for the review should hear of it
            log.exception("The review of table %s failed.", table.id)
            review.state = FAILED
        with self._lock:
            if self._jobs.get(key) is job:
                del self._jobs[key]
                if review.state == FAILED:
                    self._failed[key] = review

    async def _analyse_all(self, table: Table, job: _Job) -> None:
        """Think position after position over; a move's point is known once the position after it is."""
        transcript, positions, review = GameTranscript.of(table.history.game), _positions(table.history), job.review
        analyses: list[Analysis] = []
        for first in range(0, len(positions), AT_A_TIME):
            analyses += await self._analyse_batch(table, transcript, positions[first : first + AT_A_TIME], job)
            review.state = RUNNING
            review.points = points_of(table.history, positions, analyses)
            review.done = len(analyses)

    async def _analyse_batch(
        self, table: Table, transcript: GameTranscript, positions: list[int], job: _Job
    ) -> list[Analysis]:
        """What a search thinks of some positions; where it fails, it tries a few times more."""
        game_id = f"review {table.id} {len(table.history.rows)}"
        analyse_batch = partial(
            self._workers.analyse, game_id, transcript, positions, self._simulations, lambda: self._is_watched(job)
        )
        for wait in self._waits:
            try:
                return await analyse_batch()
            except Exception:
                log.exception("The review of table %s can't go on; it tries again in %g seconds.", table.id, wait)
            await asyncio.sleep(wait)
        return await analyse_batch()


def _key(table: Table) -> Key:
    return table.id, len(table.history.rows)


def _finished(data: dict[str, Any]) -> Review:
    points = [Point(**{**point, "values": tuple(point["values"])}) for point in data["points"]]
    return Review(DONE, len(points), len(points), points)


def _positions(history: GameHistory) -> list[int]:
    """The positions to think about, by how many moves were made before them: decisions, and how it stands now."""
    decisions = [number for number, step in enumerate(history.steps) if step.player != CHANCE]
    return decisions if history.game.is_over else [*decisions, len(history.steps)]


# --- From thoughts to points --------------------------------------------------------------------------


def points_of(history: GameHistory, positions: Sequence[int], analyses: Sequence[Analysis]) -> list[Point]:
    """The points that are known by the thoughts so far: those of moves whose following position was thought about."""
    points = []
    for number, (made, analysis) in enumerate(zip(positions, analyses, strict=False)):
        if made == len(history.steps):
            break  # how it stands now; nobody has moved here
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
        # What came of the move says more about luck than about the move: what the search thought of it counts.
        worth = (analysis.made_values or analysis.lowest_values)[person]
    loss = 0.0 if step.move == analysis.best else max(0.0, analysis.best_values[person] - worth)
    return Point(
        row=step.row,
        round=int(step.before.round_number),
        player=step.player,
        move=step.move,
        values=tuple(round(value, DECIMALS) for value in values),
        best=analysis.best,
        loss=round(loss, DECIMALS),
    )


def _is_chance_between(history: GameHistory, made: int) -> bool:
    """Whether chance has shown something, or the game has ended, before anyone decided again."""
    if revealed_chance(history.steps[made]):
        return True
    following = history.steps[made + 1 : made + 2]
    return revealed_chance(following[0]) if following else history.game.is_over


def _outcome(history: GameHistory) -> tuple[float, ...]:
    """Each person's chance to have won: the winner's is all (12.4: there are no ties)."""
    winner = _person(history.game.standings()[0]["player"].split("+")[0], history)
    return tuple(float(person == winner) for person in range(history.rules.people))


def _person(player: str, history: GameHistory) -> int:
    return int(history.rules.record.person[int(player[1:]) - 1])
