"""The points of a review: what its searches say about each decision of a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from ...bots.analysis import Analysis
from ...bots.chances import shown_chances
from ...rules.state import DISPLACE, TRAVEL
from ..history.history import GameHistory
from ..tables.table import CHANCE, revealed_chance

DECIMALS = 4  # of stored values


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


def points_from_data(points: Sequence[dict[str, Any]]) -> list[Point]:
    """Points from their JSON data."""
    return [
        Point(**{**point, "values": tuple(point["values"]), "gains": tuple(point.get("gains", ()))}) for point in points
    ]


def positions_of(history: GameHistory) -> list[int]:
    """The positions to analyse, as numbers of moves before them: all decisions, and the current position."""
    decisions = [number for number, step in enumerate(history.steps) if step.player != CHANCE]
    return decisions if history.game.is_over else [*decisions, len(history.steps)]


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
        points.append(_point(history, made, analysis, values))
    return points


def _point(history: GameHistory, number: int, analysis: Analysis, values: tuple[float, ...]) -> Point:
    step, rules = history.steps[number], history.rules
    person = person_of(step.player, history)
    # If the position after the move depends on chance, take the estimate made before it.
    made = (analysis.made_values or analysis.lowest_values) if _is_chance_between(history, number) else values
    # Both as chances in the position before the move: a move can't lose anything by bringing the end nearer.
    best, worth = (shown_chances(each, step.before, rules)[person] for each in (analysis.best_values, made))
    loss = max(0.0, best - worth) if analysis.loss is None else analysis.loss
    return Point(
        row=step.row,
        round=int(step.before.round_number),
        player=step.player,
        move=step.move,
        values=tuple(round(value, DECIMALS) for value in shown_chances(values, step.after, rules)),
        best=analysis.best,
        loss=0.0 if is_made(history, number, analysis.best) else round(loss, DECIMALS),
        gains=tuple(round(points, 1) for points in analysis.gains),
    )


def is_made(history: GameHistory, number: int, move: str) -> bool:
    """Whether the player makes this move, now or later in the turn."""
    return history.steps[number].move == move or is_made_later(history, number, move)


def is_made_later(history: GameHistory, number: int, move: str) -> bool:
    """Whether the player makes this move later in the same turn of travelling: then only the order differed."""
    first, *others = history.steps[number:]
    turn = takewhile(lambda step: step.player == first.player and int(step.before.phase) in (TRAVEL, DISPLACE), others)
    return int(first.before.phase) == TRAVEL and any(later.move == move for later in turn)


def _is_chance_between(history: GameHistory, made: int) -> bool:
    """Whether a card was revealed, or the game ended, before the next decision."""
    if revealed_chance(history.steps[made]):
        return True
    following = history.steps[made + 1 : made + 2]
    return revealed_chance(following[0]) if following else history.game.is_over


def _outcome(history: GameHistory) -> tuple[float, ...]:
    """The result as chances to win: 1 for the winner, 0 for the others (12.4: there are no ties)."""
    winner = person_of(history.game.standings()[0]["player"].split("+")[0], history)
    return tuple(float(person == winner) for person in range(history.rules.people))


def person_of(player: str, history: GameHistory) -> int:
    """The person who plays a player."""
    return int(history.rules.record.person[int(player[1:]) - 1])
