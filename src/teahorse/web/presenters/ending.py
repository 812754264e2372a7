"""The end of a game: the podium, everyone's points by source, the run of the markers, and the turning points."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...rules import names as notation
from ...server.history.history import GameHistory
from ...server.history.points_by_round import RoundPoints, points_by_round
from ...text.events import SCORES
from ...text.turning_points import BEST_ROUND, LEAD
from ...text.words import begun
from .points_chart import PointsChart, points_chart
from .position_view import PositionView
from .score_preview import Standing

MOST_TURNING_POINTS = 3


@dataclass(frozen=True)
class Segment:
    """A part of a bar: points from one source, and how wide it is in percent of the widest bar."""

    score: str
    title: str
    vp: int
    width: float


@dataclass(frozen=True)
class Bar:
    """A person's points by source."""

    standing: Standing
    segments: tuple[Segment, ...]


@dataclass(frozen=True)
class TurningPoint:
    """A moment that mattered: the position, and what happened."""

    row: int
    round: int  # 0 if the text says it
    text: str


@dataclass(frozen=True)
class Ending:
    """What the table shows when a game is over."""

    standings: tuple[Standing, ...]
    bars: tuple[Bar, ...]
    sources: dict[str, str]  # of which someone has points, with their titles
    chart: PointsChart
    turning_points: tuple[TurningPoint, ...]
    run: tuple[tuple[str, tuple[tuple[str, int, int], ...]], ...]
    """The final scoring for the markers: for each source a line of text, and whose marker goes from where to where."""


def ending(view: PositionView, history: GameHistory, told: Sequence[TurningPoint] = ()) -> Ending:
    """The end of a game; `told` are turning points that a review found."""
    standings = view.standings
    scores = [score for score in notation.SCORE if any(_points(each, score) for each in standings)]
    by_round = points_by_round(history.steps, view.rules)
    values = {each.person: [line.points[each.person] for line in by_round] for each in standings}
    return Ending(
        standings=standings,
        bars=_bars(standings),
        sources={score: begun(view.say(SCORES[score])) for score in scores},
        chart=points_chart([line.round for line in by_round], values),
        turning_points=_in_order((*told, *turning_points(view, by_round))[:MOST_TURNING_POINTS]),
        run=tuple(_run(view, standings, scores)),
    )


def _points(standing: Standing, score: str) -> int:
    return next(item.vp for item in standing.items if item.score == score)


def _bars(standings: Sequence[Standing]) -> tuple[Bar, ...]:
    widest = max(1, *(sum(max(0, item.vp) for item in each.items) for each in standings))
    return tuple(
        Bar(
            each,
            tuple(
                Segment(item.score, begun(item.title), item.vp, round(100 * item.vp / widest, 2))
                for item in each.items
                if item.vp > 0
            ),
        )
        for each in standings
    )


def _run(
    view: PositionView, standings: Sequence[Standing], scores: Sequence[str]
) -> list[tuple[str, tuple[tuple[str, int, int], ...]]]:
    at = {each.players[0]: _points(each, notation.SCORE[0]) for each in standings}
    found = []
    for score in scores[1:] if scores[:1] == [notation.SCORE[0]] else scores:
        gains = [(each, _points(each, score)) for each in standings]
        told = ", ".join(f"{each.name} +{vp}" for each, vp in gains if vp)
        ways = tuple((each.players[0], at[each.players[0]], at[each.players[0]] + vp) for each, vp in gains if vp)
        at |= {player: to for player, _, to in ways}
        text = view.say("{source}: {gains}").format(source=begun(view.say(SCORES[score])), gains=told)
        found.append((text, ways))
    return found


# --- Turning points ---------------------------------------------------------------------------------------


def turning_points(view: PositionView, by_round: Sequence[RoundPoints]) -> list[TurningPoint]:
    """When the lead changed for the last time, and the best round of all, in the order of the game."""
    if len(by_round) < 2:
        return []
    found = {point.row: point for point in (_best_round(view, by_round), _last_change(view, by_round))}
    return [found[row] for row in sorted(found)]


def _in_order(points: Sequence[TurningPoint]) -> tuple[TurningPoint, ...]:
    return tuple(sorted(points, key=lambda point: point.row))


def _is_ahead(person: str, line: RoundPoints) -> bool:
    """Whether a person has more than everyone else; who is level doesn't lead."""
    return all(line.points[person] > points for other, points in line.points.items() if other != person)


def _last_change(view: PositionView, by_round: Sequence[RoundPoints]) -> TurningPoint:
    winner = next(iter(by_round[-1].points))
    since = len(by_round) - 1
    while since > 0 and _is_ahead(winner, by_round[since - 1]):
        since -= 1
    line = by_round[since]
    since_when = "always" if since == 0 else "last" if since == len(by_round) - 1 else "kept"
    text = view.say(LEAD[since_when][view.is_you(winner)])
    return TurningPoint(line.row, line.round, text.format(player=view.player(winner)))


def _best_round(view: PositionView, by_round: Sequence[RoundPoints]) -> TurningPoint:
    gains = [
        (now.points[person] - (before.points[person] if before else 0), now, person)
        for before, now in zip([None, *by_round[:-1]], by_round, strict=True)
        for person in now.points
    ]
    gain, line, person = max(gains, key=lambda each: each[0])
    text = view.say.ngettext(*BEST_ROUND[view.is_you(person)], gain)
    return TurningPoint(line.row, line.round, text.format(player=view.player(person), points=gain))
