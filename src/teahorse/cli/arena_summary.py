"""The results of an arena as tables in the terminal."""

from typing import Any

from rich.table import Table

from ..arena.settings import shown_name
from ..terminal.symbols import DASH, QUIET
from .console import say, show

REASONS = {"vp": "victory points", "presents": "presents", "both": "both at once", "cap": "the cap on rounds"}


def show_summary(summary: dict[str, Any]) -> None:
    """Show ratings, sources of points, wins by seat, and how the games ended."""
    show(_strengths(summary), "", _sources(summary), "", _seats(summary), "")
    rounds, decisions = summary["rounds"], summary["decisions"]
    say(
        f"{summary['games']:,} games of {rounds['mean']:.1f} rounds ({rounds['least']} to {rounds['most']}) "
        f"and {decisions['mean']:.0f} moves."
    )
    ends = ", ".join(f"{REASONS[reason]} {count:,}" for reason, count in summary["reasons"].items() if count)
    say(f"They ended by: {ends}.")
    for row in summary["ranking"]:
        if row["forfeits"]:
            moves = "1 move" if row["forfeits"] == 1 else f"{row['forfeits']:,} moves"
            say(
                f"{shown_name(row['bot'])} forfeited {moves} to greedy; the first time {row['first_forfeit']}.",
                "yellow",
            )
    say(
        f"An even share of the wins is {summary['even_share']:.1%}. Ratings are points from the mean of the bots; "
        "400 are odds of ten to one.",
        QUIET,
    )
    if not summary["even"]:
        say("Not every bot has sat in every seat equally often yet.", QUIET)


def _table(*columns: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column(columns[0], vertical="bottom", overflow="fold")
    for column in columns[1:]:
        table.add_column(column, justify="right", vertical="bottom", no_wrap=True)
    return table


def _strengths(summary: dict[str, Any]) -> Table:
    table = _table("bot", "rating", "95%", "wins", "95%", "mean\nrank", "mean\nVP", "seats\ntaken")
    for row in summary["ranking"]:
        low, high = row["rating_interval"]
        table.add_row(
            shown_name(row["bot"]),
            f"{row['rating']:+.0f}",
            f"{low:+.0f} to {high:+.0f}",
            f"{row['win_rate']:.1%}",
            _percents(row["win_rate_interval"]),
            f"{row['rank']:.2f}",
            f"{row['vp']:.1f}",
            f"{row['sat']:,}",
        )
    return table


def _sources(summary: dict[str, Any]) -> Table:
    table = _table("points from", *summary["ranking"][0]["points"])
    for row in summary["ranking"]:
        table.add_row(shown_name(row["bot"]), *(f"{points:.1f}" for points in row["points"].values()))
    return table


def _seats(summary: dict[str, Any]) -> Table:
    table = _table("wins by seat", *summary["seats"])
    for row in summary["ranking"]:
        table.add_row(shown_name(row["bot"]), *(_percent(seat["win_rate"]) for seat in row["seats"].values()))
    table.add_row("all", *(_percent(seat["win_rate"]) for seat in summary["seats"].values()), style=QUIET)
    return table


def _percent(share: float | None) -> str:
    return DASH if share is None else f"{share:.1%}"


def _percents(interval: list[float]) -> str:
    return f"{interval[0]:.0%} to {interval[1]:.0%}"
