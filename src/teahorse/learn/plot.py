"""The log of a training as a plot: how undecided the policy is, what it expects, and how long its games are."""

import json
from pathlib import Path
from typing import Any

from ..arena.plot import FAINT, SEAT_COLOUR, STYLE, check_plot
from ..errors import TeahorseError
from .train import LOG

PANELS = (
    ("entropy", "Entropy of the policy", "falls as the network decides"),
    ("pull", "Distance from the reference", "the policy's divergence from its slow average"),
    ("win", "Loss of the win chances", "cross entropy with the results"),
    ("points", "Loss of the final points", "in units of 50 points"),
    ("outbid", "Loss of the chance to be outbid", "cross entropy with what happened"),
    ("moves_per_game", "Moves per game", "mean over all rules"),
)


def read_log(folder: Path) -> list[dict[str, Any]]:
    """The lines of a training's log."""
    file = folder / LOG
    if not file.is_file():
        raise TeahorseError(f"There is no log of a training in {folder}.")
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def draw_log(folder: Path, target: Path) -> None:
    """Draw the log, a panel for each figure."""
    check_plot(target)
    import matplotlib as mpl
    from matplotlib.figure import Figure

    lines = read_log(folder)
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(12.5, 5.6), layout="constrained")
        for number, (name, title, word) in enumerate(PANELS, 1):
            axes = figure.add_subplot(2, 3, number)
            # In the first update hardly any game ends.
            drawn = lines if name != "moves_per_game" else [line for line in lines if line["updates"] > 1]
            axes.plot(
                [line["decisions"] / 1e6 for line in drawn],
                [line[name] for line in drawn],
                linewidth=1.4,
                color=SEAT_COLOUR,
            )
            axes.set_title(f"{title}\n", loc="left", fontsize=10)
            axes.text(0, 1.03, word, transform=axes.transAxes, fontsize=8, color=FAINT)
            axes.set_xlabel("million decisions", fontsize=8)
            axes.grid(axis="y")
        figure.savefig(target, dpi=140)
