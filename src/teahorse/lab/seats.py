"""The section on whether the seat matters."""

from typing import Any

from .dataset import Chapter
from .frame import Column, Frame
from .section import FEWEST_GAMES, TOO_FEW, Section
from .win_rates import outliers, rate_text, share_figures, wins_by

TITLE = "Does the seat matter?"
METHOD = (
    "Games won from each starting seat, with Wilson's 95% intervals. An arena rotates the bots through all seats, so "
    "differences come from the seat, not from the bot in it; the thin mark shows how even the rotation was."
)


def seat_advantage(chapter: Chapter) -> Section:
    """The section about seats."""
    table = wins_by(chapter, Column("seat", "seat"), lambda _, person: person, chapter.seats)
    figures = share_figures(chapter, "seats", "Games won, by seat", table, "seat")
    return Section("seats", TITLE, _finding(chapter, table), METHOD, figures)


def _finding(chapter: Chapter, table: Frame) -> str:
    if len(chapter.games) < FEWEST_GAMES:
        return TOO_FEW
    found = outliers(table)
    if not found:
        return f"In {len(chapter.games):,} games no seat won clearly more or less than its share."
    best = max(found, key=lambda row: row["win_rate"] or 0)
    worst = min(found, key=lambda row: row["win_rate"] or 0)
    outlying = [(row, side) for row, side in ((best, "more"), (worst, "less")) if _is(row, side)]
    return " ".join(
        f"Seat {row['seat']} won {rate_text(row)}, {side} than its {row['expected']:.0%}." for row, side in outlying
    )


def _is(row: dict[str, Any], side: str) -> bool:
    return bool(row["win_rate"] > row["expected"]) == (side == "more")
