"""Second looks: a review blames nobody for a move before the search of a hint has looked at it, too.

The first search of a review is short, so its opinion of a move wavers, and a hint may have recommended the very move
that it finds costly. So the moves that seem to have cost most are looked at again as a hint would, the dearest first,
until there are enough. A loss counts only if both searches see it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ...bots.analysis import Analysis
from ...bots.chances import shown_chances
from ..history.history import GameHistory
from .review_points import DECIMALS, Point, is_made, person_of, points_of

MOST_COSTLY = 10  # moves that a review lists
LEAST_LOSS = 0.02  # of the chance to win: more than two searches of a hint differ by


@dataclass(frozen=True, eq=False)
class SecondLooks:
    """The points of a game at first sight, and the second looks so far, in the order in which they were asked for."""

    history: GameHistory
    positions: Sequence[int]
    at_first: Sequence[Point]
    looks: Sequence[Analysis]
    most: int

    @cached_property
    def costly(self) -> list[int]:
        """The numbers of the points that seem costly at first sight, the dearest first."""
        costly = [number for number, point in enumerate(self.at_first) if point.loss >= LEAST_LOSS]
        return sorted(costly, key=lambda number: -self.at_first[number].loss)

    @property
    def of(self) -> int:
        """How many looks there will be, at most."""
        return min(self.most, len(self.costly))

    @property
    def next(self) -> int | None:
        """The next position to look at, as a number of moves before it; None if there were enough looks."""
        standing = sum(point.loss >= LEAST_LOSS for point in self._judged.values())
        if standing >= MOST_COSTLY or len(self.looks) >= self.of:
            return None
        return self.positions[self.costly[len(self.looks)]]

    @property
    def points(self) -> list[Point]:
        """The points as the second looks leave them. A loss that nobody looked at again does not count."""
        unseen = {number: replace(self.at_first[number], loss=0.0) for number in self.costly}
        judged = unseen | self._judged
        return [judged.get(number, point) for number, point in enumerate(self.at_first)]

    @cached_property
    def _judged(self) -> dict[int, Point]:
        return {number: self._judge(number, look) for number, look in zip(self.costly, self.looks, strict=False)}

    def _judge(self, number: int, look: Analysis) -> Point:
        point, position, rules = self.at_first[number], self.positions[number], self.history.rules
        step = self.history.steps[position]
        if is_made(self.history, position, look.best):
            return replace(point, best=look.best, loss=0.0, gains=())
        loss = point.loss
        if look.made_values is not None:
            person = person_of(point.player, self.history)
            best, made = (shown_chances(each, step.before, rules) for each in (look.best_values, look.made_values))
            loss = min(loss, max(0.0, best[person] - made[person]))
        gains = tuple(round(points, 1) for points in look.gains)
        return replace(point, best=look.best, loss=round(loss, DECIMALS), gains=gains)


def second_looks(
    history: GameHistory, positions: Sequence[int], analyses: Sequence[Analysis], looks: Sequence[Analysis], most: int
) -> SecondLooks:
    """The second looks of a review whose positions are all analysed."""
    return SecondLooks(history, positions, points_of(history, positions, analyses), looks, most)
