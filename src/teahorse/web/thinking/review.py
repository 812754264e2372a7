"""A game thought over in the background: what a search thinks of every decision, and what each move gave away.

A review is kept with the number of rows that it is about, so that a game which goes on, or back, gets another. One that
was not finished when the server stopped begins anew when it is asked for.
"""

import asyncio
import logging
import threading
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from ...bots.apart import Told
from ..tables.played import Played, Step
from ..tables.storage import Storage
from ..tables.tables import CHANCE, Table, chance_showed
from .process import Thought
from .thinkers import Thinkers

WAITING, RUNNING, DONE, FAILED = "waiting", "running", "done", "failed"
AT_A_TIME = 5  # positions; so the progress moves, and two reviews take turns
PLACES = 4  # decimals that are kept

log = logging.getLogger(__name__)


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


class Reviews:
    """All reviews of a server."""

    def __init__(self, storage: Storage, thinkers: Thinkers, simulations: int) -> None:
        self._storage = storage
        self._thinkers = thinkers
        self._simulations = simulations
        self._at_work: dict[tuple[str, int], Review] = {}
        self._guard = threading.Lock()
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

    def look(self, table: Table) -> Review | None:
        """The review of a game as it stands, finished or not; None if nobody asked for one. From any thread."""
        with self._guard:
            at_work = self._at_work.get(_key(table))
        if at_work is not None:
            return at_work
        data = self._storage.review(*_key(table))
        return None if data is None else _finished(data)

    def ask(self, table: Table) -> Review:
        """The review of a game as it stands; begins one if there is none, and joins one that runs. From any thread."""
        kept = self.look(table)
        if kept is not None and kept.state != FAILED:
            return kept
        review = Review(WAITING, 0, len(_positions(table.played)))
        with self._guard:
            running = self._at_work.get(_key(table))
            if running is not None and running.state != FAILED:
                return running  # someone else asked in the same moment
            self._at_work[_key(table)] = review
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._begin, table, review)
        return review

    def _begin(self, table: Table, review: Review) -> None:
        task = asyncio.create_task(self._think_over(table, review))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _think_over(self, table: Table, review: Review) -> None:
        try:
            await self._fill(table, review)
            data = {"points": [asdict(point) for point in review.points]}
            await asyncio.to_thread(self._storage.keep_review, *_key(table), data)
        except Exception:  # whatever it is: who waits for the review should hear of it
            log.exception("The review of table %s failed.", table.id)
            review.state = FAILED
            return
        review.state = DONE
        with self._guard:
            self._at_work.pop(_key(table), None)

    async def _fill(self, table: Table, review: Review) -> None:
        """Think position after position over; a move's point is known once the position after it is."""
        told, positions = Told.of(table.played.game), _positions(table.played)
        thoughts: list[Thought] = []
        for first in range(0, len(positions), AT_A_TIME):
            some = positions[first : first + AT_A_TIME]
            game_id = f"review {table.id} {len(table.played.rows)}"
            thoughts += await self._thinkers.think_over(game_id, told, some, self._simulations)
            review.state = RUNNING
            review.points = points_of(table.played, positions, thoughts)
            review.done = len(thoughts)


def _key(table: Table) -> tuple[str, int]:
    return table.id, len(table.played.rows)


def _finished(data: dict[str, Any]) -> Review:
    points = [Point(**{**point, "values": tuple(point["values"])}) for point in data["points"]]
    return Review(DONE, len(points), len(points), points)


def _positions(played: Played) -> list[int]:
    """The positions to think about, by how many moves were made before them: decisions, and how it stands now."""
    decisions = [number for number, step in enumerate(played.steps) if step.player != CHANCE]
    return decisions if played.game.is_over else [*decisions, len(played.steps)]


# --- From thoughts to points --------------------------------------------------------------------------


def points_of(played: Played, positions: Sequence[int], thoughts: Sequence[Thought]) -> list[Point]:
    """The points that are known by the thoughts so far: those of moves whose following position was thought about."""
    points = []
    for number, (made, thought) in enumerate(zip(positions, thoughts, strict=False)):
        if made == len(played.steps):
            break  # how it stands now; nobody has moved here
        after = thoughts[number + 1] if number + 1 < len(thoughts) else None
        if after is None and number + 1 < len(positions):
            break
        values = _outcome(played) if after is None else after.values
        points.append(_point(played, played.steps[made], thought, values, _luck_between(played, made)))
    return points


def _point(played: Played, step: Step, thought: Thought, values: tuple[float, ...], luck: bool) -> Point:
    person = _person(step.player, played)
    worth = values[person]
    if luck:
        # What came of the move says more about luck than about the move: what the search thought of it counts.
        worth = (thought.made_values or thought.lowest_values)[person]
    loss = 0.0 if step.move == thought.best else max(0.0, thought.best_values[person] - worth)
    return Point(
        row=step.row,
        round=int(step.before.round_number),
        player=step.player,
        move=step.move,
        values=tuple(round(value, PLACES) for value in values),
        best=thought.best,
        loss=round(loss, PLACES),
    )


def _luck_between(played: Played, made: int) -> bool:
    """Whether chance has shown something, or the game has ended, before anyone decided again."""
    following = played.steps[made + 1 : made + 2]
    return chance_showed(played.steps[made]) or (chance_showed(following[0]) if following else played.game.is_over)


def _outcome(played: Played) -> tuple[float, ...]:
    """Each person's chance to have won: the winner's is all (12.4: there are no ties)."""
    winner = _person(played.game.standings()[0]["player"].split("+")[0], played)
    return tuple(float(person == winner) for person in range(played.rules.people))


def _person(player: str, played: Played) -> int:
    return int(played.rules.record.person[int(player[1:]) - 1])
