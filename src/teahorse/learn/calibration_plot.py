"""The plot of a calibration: what was won over what was said. On the diagonal both are the same."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..arena.plot import FAINT, RULE, SEAT_COLOUR, STYLE, check_plot
from .calibration import BINS, Calibration

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_COLUMNS = 7  # of small panels
PANEL = 1.75  # inches, the side of a small one
LARGE = 4  # times as large is the one of all tables, its title included


def draw_calibration(all_tables: Calibration, tables: Sequence[Calibration], path: Path, said: str) -> None:
    """Draw a large panel for all tables, and a small one for each."""
    check_plot(path)
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    columns = max(1, min(MOST_COLUMNS, math.ceil(len(tables) / LARGE)))
    rows = max(1, math.ceil(len(tables) / columns))
    with rc_context(STYLE):
        figure = Figure(figsize=(PANEL * (LARGE + columns), PANEL * max(rows, LARGE) * 1.12), layout="constrained")
        parts: Any = figure.subfigures(1, 2, width_ratios=(LARGE, columns))
        left, right = parts
        axes = left.subplots()
        _draw(axes, all_tables)
        axes.set_title(f"All tables: {all_tables.games:,} games", loc="left", fontsize=12)
        axes.set_xlabel(f"{said}: chance to win", color=FAINT)
        axes.set_ylabel("Won", color=FAINT)
        panels = right.subplots(rows, columns, squeeze=False).ravel()
        for panel, table in zip(panels, tables, strict=False):
            _draw(panel, table)
            panel.set_title(_title(table), loc="left", fontsize=7)
            panel.tick_params(labelsize=6)
        for panel in panels[len(tables) :]:
            panel.set_axis_off()
        figure.savefig(path, dpi=140, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)


def _title(table: Calibration) -> str:
    """The rules on one line, their options on the next."""
    words = table.table.split(", ")
    return ", ".join(words[:2]) + "\n" + ", ".join(words[2:])


def _draw(axes: "Axes", calibration: Calibration) -> None:
    bins = calibration.bins
    said, won = [each.said for each in bins], [each.won for each in bins]
    below = [max(0.0, each.won - each.interval[0]) for each in bins]
    above = [max(0.0, each.interval[1] - each.won) for each in bins]
    most = max(each.predictions for each in bins)
    middle = [(each.low + each.high) / 2 for each in bins]
    axes.bar(middle, [0.2 * each.predictions / most for each in bins], width=0.9 / BINS, color=RULE)
    axes.plot([0, 1], [0, 1], linewidth=0.9, color=FAINT, linestyle=(0, (4, 3)))
    axes.errorbar(said, won, yerr=(below, above), fmt="o", markersize=3.5, linewidth=1.2, color=SEAT_COLOUR)
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    axes.set_aspect("equal")
    ticks = (0, 0.25, 0.5, 0.75, 1)
    axes.set_xticks(ticks, [f"{tick:.0%}" for tick in ticks])
    axes.set_yticks(ticks, [f"{tick:.0%}" for tick in ticks], color=FAINT)
    axes.tick_params(length=0)
    axes.grid()
