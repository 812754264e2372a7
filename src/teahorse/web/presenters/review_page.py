"""The review of a game for its page: everyone's chance to win over time, and the costliest moves."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ...server.tables.seats import Seat
from ...server.tables.table import Table
from ...server.thinking.review_points import Point
from ...server.thinking.second_look import LEAST_LOSS, MOST_COSTLY
from ...text.people import NamesForReader, in_a_list
from ...text.translation import Say
from ...text.words import begun
from .coach.retrospect import Retrospect
from .move_labels import label
from .player_names import names_for_reader

NEIGHBOURS = 4  # decisions on either side that the smooth line takes in: a search's opinion wavers
LABEL = 6.5  # the height of a label beside the curves, in percent of the picture


@dataclass(frozen=True)
class Spot:
    """A point of the chart, in percent from its left and top edge."""

    x: float
    y: float


@dataclass(frozen=True)
class Curve:
    """A person's chance to win: the points, the smoothed line, and the place of the label."""

    seat: Seat
    name: str
    opinions: str
    line: str
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
    """The whole chart."""

    curves: tuple[Curve, ...]
    rounds: tuple[RoundLine, ...]


@dataclass(frozen=True)
class CostlyMove:
    """A costly move: the link to its position, the move that a master prefers, and what a coach says about it."""

    row: int  # the position before the move
    round: int
    name: str
    colour: str
    played: str
    played_move: str  # in the notation
    best: str
    best_move: str
    loss: int  # percent
    sentence: str
    told: str  # the sentence for a reader who doesn't see the rest


def chart_of(table: Table, points: Sequence[Point], mine: Collection[str], say: Say) -> Chart:
    """Draw everyone's chance to win after each decision, for a reader who plays the players `mine`."""
    own = table.seats_of(mine)
    last = max(1, len(points) - 1)
    across = [100 * number / last for number in range(len(points))]
    first_of = {point.round: number for number, point in reversed(list(enumerate(points)))}
    last_of = {point.round: number for number, point in enumerate(points)}
    rounds = sorted(first_of)
    labels = _apart([100 * (1 - value) for value in points[-1].values])
    curves = []
    for person, seat in enumerate(table.seats):
        values = [point.values[person] for point in points]
        smooth = _spots(across, _smoothed(values))
        curves.append(
            Curve(
                seat=seat,
                name=say("You") if own == {person} else seat.name,
                opinions=_path(_spots(across, values)),
                line=_path(smooth),
                marks=tuple(smooth[first_of[number]] for number in rounds),
                label_at=round(labels[person], 1),
                by_round=tuple(round(100 * values[last_of[number]]) for number in rounds),
            )
        )
    return Chart(tuple(curves), tuple(RoundLine(number, round(across[first_of[number]], 2)) for number in rounds))


def _smoothed(values: Sequence[float]) -> list[float]:
    """A moving average that shrinks towards the ends, so that the first and last values stay unchanged."""
    smooth = []
    for number in range(len(values)):
        reach = min(NEIGHBOURS, number, len(values) - 1 - number)
        near = values[number - reach : number + reach + 1]
        smooth.append(sum(near) / len(near))
    return smooth


def _spots(across: Sequence[float], values: Sequence[float]) -> list[Spot]:
    return [Spot(round(x, 2), round(100 * (1 - value), 1)) for x, value in zip(across, values, strict=True)]


def _path(spots: Sequence[Spot]) -> str:
    return "M" + "L".join(f"{spot.x:g} {spot.y:g}" for spot in spots)


def _apart(heights: Sequence[float]) -> list[float]:
    """Heights at which labels don't overlap: in the same order, near the old ones, none lower than the chart."""
    order = sorted(range(len(heights)), key=lambda number: heights[number])
    placed = [0.0] * len(heights)
    lowest = 0.0
    for rank, number in enumerate(order):
        room_below = LABEL * (len(order) - rank - 1)
        placed[number] = max(lowest, min(heights[number], 100 - room_below))
        lowest = placed[number] + LABEL
    return placed


def costly_moves(table: Table, points: Sequence[Point], mine: Collection[str], say: Say) -> list[CostlyMove]:
    """The moves that lost most, the costliest first, for a reader who plays the players `mine`."""
    names = names_for_reader(table.rules, table.seats, mine, say)
    costly = [number for number, point in enumerate(points) if point.loss >= LEAST_LOSS]
    costly.sort(key=lambda number: -points[number].loss)
    return [_costly(table, points, number, names, say) for number in costly[:MOST_COSTLY]]


def _costly(table: Table, points: Sequence[Point], number: int, names: NamesForReader, say: Say) -> CostlyMove:
    point, name = points[number], begun(in_a_list(points[number].player, names, say))
    played = label(point.move.split(), table.rules, names, say)
    sentence = Retrospect(table.history, points, number, names, say).sentence()
    return CostlyMove(
        row=point.row - 1,
        round=point.round,
        name=name,
        colour=table.colours[point.player],
        played=played,
        played_move=point.move,
        best=label(point.best.split(), table.rules, names, say),
        best_move=point.best,
        loss=round(100 * point.loss),
        sentence=sentence,
        told=say("{player}: {move}. {sentence}").format(player=name, move=played, sentence=sentence),
    )
