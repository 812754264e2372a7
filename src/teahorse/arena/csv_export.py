"""A series as CSV: one row per seat of each game."""

import csv
from collections.abc import Iterator
from pathlib import Path

from ..rules import names
from ..snapshot import person_name
from .results_file import Series

COLUMNS = (
    *("game", "seat", "bot", "rank", "won", "vp"),
    *names.SCORE,
    *("rounds", "reason", "decisions", "forfeits", "seconds"),
)


def write_csv(series: Series, path: Path) -> None:
    """Write the rows of a series."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(_rows(series))


def _rows(series: Series) -> Iterator[list[object]]:
    rules = series.settings.rules
    for result in series.results:
        for person, bot in enumerate(result.seats):
            rank = result.ranking.index(person) + 1
            forfeits = sum(forfeit.person == person for forfeit in result.forfeits)
            yield [
                *(result.number, person_name(person, rules), bot, rank, int(rank == 1), result.totals[person]),
                *(result.points[person][score] for score in names.SCORE),
                *(result.rounds, result.reason, result.decisions, forfeits, result.seconds),
            ]
