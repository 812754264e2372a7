"""The summary of a series: everything that the table, the JSON and the plot show."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from ..rules import names
from ..snapshot import person_name
from .game_result import Result
from .ratings import DEVIATIONS_95, Rating, rate
from .results_file import Series
from .schedule import even_after

Summary = dict[str, Any]
Sitting = tuple[Result, int]  # a game and a person in it


def summarise(series: Series) -> Summary:
    """Summarise a series; the bots are in the order of their ratings."""
    results = series.results
    rules = series.settings.rules
    ratings = rate([[result.seats[person] for person in result.ranking] for result in results])
    seats = [person_name(person, rules) for person in range(rules.people)]
    header = series.settings.as_data()
    return {
        **{name: header[name] for name in ("bots", "edition", "players", "options", "board", "seed", "teahorse")},
        "games": len(results),
        "even": len(results) % even_after(series.settings) == 0,
        "even_share": 1 / rules.people,
        "ranking": [_of_bot(bot, rating, results, seats) for bot, rating in ratings.items()],
        "seats": {seat: _wins([(result, person) for result in results]) for person, seat in enumerate(seats)},
        "rounds": _spread([result.rounds for result in results]),
        "decisions": _spread([result.decisions for result in results]),
        "reasons": _reasons(results),
        "forfeits": sum(len(result.forfeits) for result in results),
        "seconds": round(sum(result.seconds for result in results), 3),
    }


def wilson(wins: float, tries: float) -> tuple[float, float]:
    """The 95% interval of a share: Wilson's, which also holds for few tries and near 0 and 1."""
    if tries == 0:
        return 0.0, 1.0
    share, z = wins / tries, DEVIATIONS_95**2 / tries
    middle = (share + z / 2) / (1 + z)
    half = math.sqrt(z * share * (1 - share) + z * z / 4) / (1 + z)
    return max(0.0, middle - half), min(1.0, middle + half)


def _of_bot(bot: str, rating: Rating, results: Sequence[Result], seats: list[str]) -> dict[str, Any]:
    sittings = [(result, person) for result in results for person, name in enumerate(result.seats) if name == bot]
    forfeits = [forfeit for result in results for forfeit in result.forfeits if forfeit.bot == bot]
    return {
        "bot": bot,
        "rating": rating.points,
        "rating_interval": list(rating.interval),
        **_wins(sittings),
        "games": len({result.number for result, _ in sittings}),
        "rank": _mean(result.ranking.index(person) + 1 for result, person in sittings),
        "vp": _mean(result.totals[person] for result, person in sittings),
        "points": {score: _mean(result.points[person][score] for result, person in sittings) for score in names.SCORE},
        "seats": {
            seat: _wins([sitting for sitting in sittings if sitting[1] == person]) for person, seat in enumerate(seats)
        },
        "forfeits": len(forfeits),
        "first_forfeit": forfeits[0].why if forfeits else None,
    }


def _wins(sittings: Sequence[Sitting]) -> dict[str, Any]:
    """The wins in some seats. Two copies of a bot in one game can't both win, so the interval is a little too wide."""
    wins = sum(result.ranking[0] == person for result, person in sittings)
    return {
        "sat": len(sittings),
        "wins": wins,
        "win_rate": wins / len(sittings) if sittings else None,
        "win_rate_interval": list(wilson(wins, len(sittings))),
    }


def _reasons(results: Sequence[Result]) -> dict[str, int]:
    counts = Counter(result.reason for result in results)
    return {reason: counts[reason] for reason in names.REASON}


def _spread(values: Sequence[int]) -> dict[str, float | int | None]:
    return {"mean": _mean(values), "least": min(values, default=None), "most": max(values, default=None)}


def _mean(values: Iterable[int]) -> float | None:
    listed = list(values)
    return sum(listed) / len(listed) if listed else None
