"""A game thought over, as a page shows it: everyone's chance to win over the rounds, and the moves that cost most."""

from collections.abc import Sequence
from dataclasses import dataclass

from .language import Say
from .review import Point
from .seats import Seat
from .seen.labels import label
from .seen.names import distinct_names
from .tables import Table

MOST_MOVES = 10
LEAST_LOSS = 0.02  # of the chance to win; what costs less is not worth a line
LABEL = 9.0  # the height of a label beside the curves, in percent of the picture


@dataclass(frozen=True)
class Spot:
    """A place in the picture, in percent from its left and top edge."""

    x: float
    y: float


@dataclass(frozen=True)
class Curve:
    """A person's chance to win: the line, a mark at every round, and where the name stands beside its end."""

    seat: Seat
    path: str
    marks: tuple[Spot, ...]
    label_at: float
    by_round: tuple[int, ...]  # percent at the end of each round


@dataclass(frozen=True)
class RoundLine:
    """Where a round begins."""

    number: int
    x: float


@dataclass(frozen=True)
class Chart:
    """The whole picture."""

    curves: tuple[Curve, ...]
    rounds: tuple[RoundLine, ...]


@dataclass(frozen=True)
class CostlyMove:
    """A move that gave something away: where to look at it, and what a master would have done."""

    row: int  # the position before the move
    round: int
    name: str
    colour: str
    played: str
    best: str
    loss: int  # percent
    sentence: str


def chart_of(table: Table, points: Sequence[Point]) -> Chart:
    """Draw everyone's chance to win after each decision."""
    last = max(1, len(points) - 1)
    across = [100 * number / last for number in range(len(points))]
    first_of = {point.round: number for number, point in reversed(list(enumerate(points)))}
    last_of = {point.round: number for number, point in enumerate(points)}
    rounds = tuple(RoundLine(number, round(across[first_of[number]], 2)) for number in sorted(first_of))
    ends = [100 * (1 - value) for value in points[-1].values]
    labels = _apart(ends)
    curves = []
    for person, seat in enumerate(table.seats):
        spots = [
            Spot(round(x, 2), round(100 * (1 - point.values[person]), 1))
            for x, point in zip(across, points, strict=True)
        ]
        curves.append(
            Curve(
                seat=seat,
                path="M" + "L".join(f"{spot.x:g} {spot.y:g}" for spot in spots),
                marks=tuple(spots[first_of[line.number]] for line in rounds),
                label_at=round(labels[person], 1),
                by_round=tuple(round(100 * points[last_of[line.number]].values[person]) for line in rounds),
            )
        )
    return Chart(tuple(curves), rounds)


def _apart(heights: Sequence[float]) -> list[float]:
    """Heights that are at least a label apart and within the picture, in the same order and near the old ones."""
    order = sorted(range(len(heights)), key=lambda number: heights[number])
    placed = [0.0] * len(heights)
    lowest = LABEL / 2
    for rank, number in enumerate(order):
        room_below = LABEL * (len(order) - rank) - LABEL / 2
        placed[number] = max(lowest, min(heights[number], 100 - room_below))
        lowest = placed[number] + LABEL
    return placed


def costly_moves(table: Table, points: Sequence[Point], say: Say) -> list[CostlyMove]:
    """The moves that cost their player most, the dearest first."""
    names = distinct_names(table.rules, table.seats, say)
    costly = sorted((point for point in points if point.loss >= LEAST_LOSS), key=lambda point: -point.loss)
    return [_costly(table, point, names, say) for point in costly[:MOST_MOVES]]


def _costly(table: Table, point: Point, names: dict[str, str], say: Say) -> CostlyMove:
    played, best = (label(move.split(), table.rules, names, say) for move in (point.move, point.best))
    loss = round(100 * point.loss)
    sentence = say("In round {round} {name} gives {loss} % away. Played: {played}. A master would: {best}.")
    return CostlyMove(
        row=point.row - 1,
        round=point.round,
        name=names[point.player],
        colour=table.colours[point.player],
        played=played,
        best=best,
        loss=loss,
        sentence=sentence.format(round=point.round, name=names[point.player], loss=loss, played=played, best=best),
    )
