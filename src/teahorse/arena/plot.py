"""The plot of a series: ratings, wins by seat, and victory points by source.

It reads like a table: a row for each bot, the strongest on top, and a panel for each of the three.
"""

import math
import warnings
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import MissingPackageError, TeahorseError
from .settings import shown_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KINDS = (".svg", ".png")
INK, FAINT, RULE, PAPER = "#22303c", "#6b7780", "#d9dee2", "#ffffff"
SEAT_COLOUR = "#2f6690"
# Distinct for readers with the common kinds of colour blindness, too; in grey, by their order and the white gaps.
SOURCE_COLOURS = {
    "track": "#33475b",
    "coins": "#e0a526",
    "presents": "#b5446e",
    "passes": "#3f9c8f",
    "influence": "#8fc1e3",
    "teahouses": "#7a5230",
    "horse": "#b9bfa3",
}
WIDTH, TOP, BOTTOM, ROW = 12.5, 1.75, 0.45, 0.92  # inches
LONGEST_LABEL = 22
SMALLEST_LABELLED = 5.5  # percent of the panel's width: the narrowest bar with a number in it
BESIDE: dict[str, Any] = {"xycoords": "axes fraction", "textcoords": "offset points", "va": "bottom"}
STYLE: dict[str, Any] = {
    "font.family": "DejaVu Sans",  # comes with Matplotlib, so a plot looks the same everywhere
    "font.size": 9.5,
    "text.color": INK,
    "axes.edgecolor": RULE,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.axisbelow": True,
    "xtick.color": RULE,
    "xtick.labelcolor": FAINT,
    "xtick.major.size": 0,
    "grid.color": RULE,
    "grid.linewidth": 0.7,
    "svg.hashsalt": "teahorse",  # the same figures give the same file
}


def check_plot(path: Path) -> None:
    """Raise an error for a plot that can't be drawn; called before hours of games, not after."""
    if path.suffix.lower() not in KINDS:
        raise TeahorseError(f"A plot is a file that ends in {' or '.join(KINDS)}, not {path.name}.")
    if find_spec("matplotlib") is None:
        raise MissingPackageError("Matplotlib", "plots")


def draw_plot(summary: dict[str, Any], path: Path) -> None:
    """Draw the summary of a series into a file."""
    check_plot(path)
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    rows = summary["ranking"]
    height = TOP + BOTTOM + ROW * len(rows)
    with rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, height), facecolor=PAPER)
        ratings, seats, sources = figure.subplots(1, 3, gridspec_kw={"width_ratios": [1, 1, 1.2], "wspace": 0.12})
        figure.subplots_adjust(left=0.135, right=0.975, top=1 - TOP / height, bottom=BOTTOM / height)
        for axes in (ratings, seats, sources):
            _rule_rows(axes, len(rows))
        _draw_ratings(ratings, rows)
        _draw_seats(seats, rows, summary["even_share"])
        _draw_sources(sources, rows)
        ratings.set_yticks(range(len(rows)), [_short(row["bot"]) for row in rows], color=INK, fontsize=11)
        figure.text(0.014, 1 - 0.34 / height, _title(summary), fontsize=15, fontweight="bold", va="center")
        figure.text(0.014, 1 - 0.64 / height, _subtitle(summary), color=FAINT, fontsize=10, va="center")
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", r"Glyph .* missing")  # in a bot's name; it is drawn as a box
            figure.savefig(path, dpi=160, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)


def _title(summary: dict[str, Any]) -> str:
    best, *others = summary["ranking"]
    if not others:
        return f"{_short(best['bot'])} against itself"
    lead = best["rating"] - others[0]["rating"]
    return f"{_short(best['bot'])} rates highest, {lead:.0f} points above {_short(others[0]['bot'])}"


def _subtitle(summary: dict[str, Any]) -> str:
    options = "".join(f", {name} {value}" for name, value in summary["options"].items())
    rounds = summary["rounds"]["mean"]
    told = f"{summary['games']:,} games, edition {summary['edition']}, {summary['players']} players{options}"
    return f"{told}, {rounds:.1f} rounds on average"


def _rule_rows(axes: "Axes", rows: int) -> None:
    """Set up rows from the top down, with thin lines between them."""
    axes.set_ylim(rows - 0.5, -0.5)
    axes.set_yticks([])
    axes.tick_params(axis="y", length=0, pad=10)
    axes.grid(axis="x")
    for row in range(rows):
        axes.axhline(row - 0.5, color=RULE, linewidth=0.7)


def _head(axes: "Axes", title: str, explained: str = "") -> None:
    """Write the title of a panel, and how to read it."""
    axes.annotate(title, (0, 1), (0, 36), **BESIDE, fontsize=11, weight="bold")
    axes.annotate(explained, (0, 1), (0, 9), **BESIDE, color=FAINT, fontsize=8.5, linespacing=1.35)


def _write_at(axes: "Axes", text: str, point: tuple[float, float], beside: tuple[float, float], **look: Any) -> None:
    """Write beside a point, with a halo that hides the lines behind the text."""
    from matplotlib.patheffects import withStroke

    halo = [withStroke(linewidth=2.5, foreground=PAPER)]
    axes.annotate(text, point, beside, textcoords="offset points", va="center", path_effects=halo, **look)


def _draw_ratings(axes: "Axes", rows: list[dict[str, Any]]) -> None:
    _head(axes, "Rating", "points from the mean of all; 400 are odds\nof 10 to 1; the bar is the 95% interval")
    axes.axvline(0, color=FAINT, linewidth=0.9)
    for y, row in enumerate(rows):
        low, high = row["rating_interval"]
        axes.plot([low, high], [y, y], color=INK, linewidth=2, solid_capstyle="round")
        axes.plot(row["rating"], y, "o", color=INK, markersize=8, markeredgecolor=PAPER, markeredgewidth=1.5)
        label = f"{row['rating']:+.0f}".replace("-", "\N{MINUS SIGN}")
        _write_at(axes, label, (row["rating"], y), (0, 14), ha="center", weight="bold")
    axes.locator_params(axis="x", nbins=5)
    reach = max(50.0, *(abs(end) for row in rows for end in row["rating_interval"]))
    axes.set_xlim(-1.08 * reach, 1.08 * reach)


def _draw_seats(axes: "Axes", rows: list[dict[str, Any]], even: float) -> None:
    _head(
        axes,
        "Games won, by seat",
        f"of the games it sat there, with 95% intervals;\ndashed: an even share, {even:.0%}",
    )
    axes.axvline(even, color=FAINT, linewidth=0.9, linestyle=(0, (4, 3)))
    for y, row in enumerate(rows):
        for place, (seat, won) in enumerate(row["seats"].items()):
            if won["win_rate"] is None:
                continue
            at = y + 0.66 * ((place + 0.5) / len(row["seats"]) - 0.5)
            axes.plot(won["win_rate_interval"], [at, at], color=SEAT_COLOUR, linewidth=1.5, alpha=0.45)
            axes.plot(won["win_rate"], at, "o", color=SEAT_COLOUR, markersize=5.5)
            _write_at(axes, seat, (won["win_rate_interval"][1], at), (4, 0), color=FAINT, fontsize=7.5)
    most = max(seat["win_rate_interval"][1] for row in rows for seat in row["seats"].values() if seat["sat"])
    step = 0.25 if most > 0.5 else 0.1
    axes.set_xlim(-0.02, min(1.0, math.ceil(most / step) * step) + 0.04 * len(next(iter(rows[0]["seats"]))))
    axes.set_xticks([tick * step for tick in range(math.floor(1 / step) + 1) if tick * step <= most + step / 2])
    axes.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")


def _draw_sources(axes: "Axes", rows: list[dict[str, Any]]) -> None:
    _head(axes, "Victory points per game, by source")
    most = max(1.0, *(sum(row["points"].values()) for row in rows))
    for y, row in enumerate(rows):
        begin = 0.0
        for source, points in row["points"].items():
            label = source if y == 0 else None
            axes.barh(y, points, 0.5, begin, color=SOURCE_COLOURS[source], edgecolor=PAPER, linewidth=1, label=label)
            if points > most * SMALLEST_LABELLED / 100:
                colour = INK if source in ("coins", "influence", "horse") else PAPER
                axes.text(begin + points / 2, y, f"{points:.0f}", color=colour, fontsize=8, ha="center", va="center")
            begin += points
        axes.text(begin + most / 60, y, f"{row['vp']:.1f}", weight="bold", va="center")
    axes.set_xlim(0, most * 1.16)
    handles, labels = axes.get_legend_handles_labels()
    columns = math.ceil(len(labels) / 2)
    # The legend is filled column by column; this order reads row by row.
    order = [number for column in range(columns) for number in range(column, len(labels), columns)]
    axes.legend(
        [handles[number] for number in order],
        [labels[number] for number in order],
        loc="lower left",
        bbox_to_anchor=(-0.02, 1.0),
        ncols=columns,
        frameon=False,
        fontsize=8.5,
        labelcolor=FAINT,
        handlelength=0.9,
        handleheight=0.9,
        handletextpad=0.5,
        columnspacing=1.4,
        labelspacing=0.35,
        borderaxespad=0.4,
    )


def _short(bot: str) -> str:
    """A bot's name, shortened if it is long."""
    name = shown_name(bot)
    short = name if len(name) <= LONGEST_LABEL else name[: LONGEST_LABEL - 1] + "…"
    return short.replace("$", r"\$")  # a plain $ would begin a formula
