"""A browser's finished games in numbers: by edition, by opponent, the best ones, the latest ones."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ...rules.ruleset import Ruleset
from ...server.history.points_by_round import RoundPoints
from ...server.tables.results import GameResult, SeatResult
from ...text.language import Language
from ...text.translation import Say
from .points_chart import PointsChart, points_chart

MOST_BEST, MOST_LATEST, MOST_OPPONENTS, MOST_CURVES = 5, 20, 12, 10
MEAN = "mean"


@dataclass(frozen=True)
class Group:
    """Games of one edition and variant with as many people."""

    title: str
    people: int
    games: int
    won: int
    average: str
    best: int


@dataclass(frozen=True)
class Opponent:
    """Games against a person by name, or against a bot of a level."""

    name: str
    is_bot: bool
    games: int
    ahead: int  # in how many of them the reader was ahead


@dataclass(frozen=True)
class GameLine:
    """One game of a list."""

    table: str
    ended: str
    title: str
    others: tuple[SeatResult, ...]
    own: SeatResult | None
    people: int


@dataclass(frozen=True)
class Statistics:
    """The whole page."""

    games: int
    counted: int  # in which the reader has a result of their own
    won: int
    share: int  # percent of the counted games
    average: str
    best: int | None
    groups: tuple[Group, ...]
    opponents: tuple[Opponent, ...]
    best_games: tuple[GameLine, ...]
    latest: tuple[GameLine, ...]
    chart: PointsChart | None


def statistics(
    results: Sequence[GameResult], rounds: Callable[[GameResult], Sequence[RoundPoints]], language: Language
) -> Statistics:
    """Count results; `rounds` finds the points of a game by round, and is asked for the latest games only."""
    counted = [each for each in results if each.own]
    points = [_own(each).points for each in counted]
    won = sum(_own(each).rank == 1 for each in counted)
    best = sorted(counted, key=lambda each: -_own(each).points)[:MOST_BEST]
    return Statistics(
        games=len(results),
        counted=len(counted),
        won=won,
        share=round(100 * won / len(counted)) if counted else 0,
        average=_average(points, language),
        best=max(points, default=None),
        groups=tuple(_groups(counted, language)),
        opponents=tuple(_opponents(counted)),
        best_games=tuple(_line(each, language) for each in best),
        latest=tuple(_line(each, language) for each in results[:MOST_LATEST]),
        chart=_chart([(each, rounds(each)) for each in counted[:MOST_CURVES]]),
    )


def _own(result: GameResult) -> SeatResult:
    assert result.own is not None
    return result.own


def _average(points: Sequence[int], language: Language) -> str:
    return language.number(round(sum(points) / len(points), 1)) if points else ""


def variant_title(rules: Ruleset, has_own_board: bool, say: Say) -> str:
    """The edition, and the variant if it is not the standard game."""
    if rules.switches["double_bidding"] and rules.switches["guards"]:
        title = say("Edition {edition}, Expert")
    elif rules.switches["debt"]:
        title = say("Edition {edition}, Profi")
    else:
        title = say("Edition {edition}, house rules") if rules.options or has_own_board else say("Edition {edition}")
    return title.format(edition=rules.edition)


def _groups(results: Iterable[GameResult], language: Language) -> list[Group]:
    found: dict[tuple[str, int], list[SeatResult]] = {}
    for result in results:
        title = variant_title(result.rules, result.has_own_board, language.say)
        found.setdefault((title, result.rules.people), []).append(_own(result))
    return [
        Group(
            title,
            people,
            len(own),
            sum(each.rank == 1 for each in own),
            _average([each.points for each in own], language),
            max(each.points for each in own),
        )
        for (title, people), own in sorted(found.items(), key=lambda group: -len(group[1]))
    ]


def _opponents(results: Iterable[GameResult]) -> list[Opponent]:
    found: dict[tuple[str, bool], list[bool]] = {}
    for result in results:
        # Several bots of a level are one opponent: the game counts once, and ahead is who was ahead of them all.
        best: dict[tuple[str, bool], int] = {}
        for other in result.others:
            is_bot = other.seat.bot is not None
            name = str(other.seat.bot).partition("/")[0] if is_bot else other.seat.name
            best[name, is_bot] = min(other.rank, best.get((name, is_bot), other.rank))
        for opponent, rank in best.items():
            found.setdefault(opponent, []).append(_own(result).rank < rank)
    most = sorted(found.items(), key=lambda each: -len(each[1]))[:MOST_OPPONENTS]
    return [Opponent(name, is_bot, len(ahead), sum(ahead)) for (name, is_bot), ahead in most]


def _line(result: GameResult, language: Language) -> GameLine:
    return GameLine(
        table=result.table,
        ended=language.moment(result.ended_at.astimezone()),
        title=variant_title(result.rules, result.has_own_board, language.say),
        others=tuple(result.others),
        own=result.own,
        people=result.rules.people,
    )


def _chart(games: Sequence[tuple[GameResult, Sequence[RoundPoints]]]) -> PointsChart | None:
    """The reader's points in the latest games, and their mean; a game that is over keeps its points."""
    lines = {result.table: [line.points[_own(result).person] for line in rounds] for result, rounds in games}
    lines = {table: line for table, line in lines.items() if len(line) > 1}
    if not lines:
        return None
    longest = max(map(len, lines.values()))
    mean = [round(sum(line[min(nth, len(line) - 1)] for line in lines.values()) / len(lines)) for nth in range(longest)]
    return points_chart(range(1, longest + 1), {**lines, MEAN: mean})
