"""Figures about the network as Markdown tables, as docs/strength.md has them."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from .console import say

if TYPE_CHECKING:
    from ..learn.calibration import Calibration
    from ..learn.level_steps import Steps
    from ..learn.temper_habits import Mean, TemperHabits


def show_rows(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Show a Markdown table."""
    say(f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}")
    for row in rows:
        say(f"| {' | '.join(row)} |")


def show_calibration(calibration: "Calibration", said: str) -> None:
    """Show what was said and what was won."""
    show_rows(
        (said, "on average", "won", "95 %", "predictions", "games"),
        [
            (
                f"{part.low:.0%} to {part.high:.0%}",
                f"{part.said:.1%}",
                f"**{part.won:.1%}**",
                f"{part.interval[0]:.1%} to {part.interval[1]:.1%}",
                f"{part.predictions:,}",
                f"{part.games:,}",
            )
            for part in calibration.bins
        ],
    )


def show_errors(tables: Sequence["Calibration"], uncorrected: Sequence["Calibration"] = ()) -> None:
    """Show how far apart what was said and what was won are at each table, and what they were without a correction."""
    before = [f"{each.error:.1%}" for each in uncorrected]
    show_rows(
        ("table", "games", "mean error", *(["without correction"] if before else [])),
        [
            (table.table, f"{table.games:,}", f"{table.error:.1%}", *before[number : number + 1])
            for number, table in enumerate(tables)
        ],
    )


def show_tempers(found: Sequence["TemperHabits"]) -> None:
    """Show what each temper does, where its points come from, and how often it wins."""
    from ..learn.temper_habits import LEAST_WINS, PROMISES

    balanced, *others = found
    habits, scores = tuple(balanced.habits), tuple(balanced.points)
    show_rows(("per game", *habits), [(row.temper, *(_interval(row.habits[name]) for name in habits)) for row in found])
    say("")
    show_rows(
        ("points from", *scores), [(row.temper, *(_interval(row.points[name]) for name in scores)) for row in found]
    )
    say("")
    show_rows(
        ("temper", "games", "wins", "95 %", "wins enough", "does more than balanced"),
        [
            (
                row.temper,
                f"{row.games:,}",
                f"**{row.wins / row.games:.1%}**",
                f"{row.win_interval[0]:.1%} to {row.win_interval[1]:.1%}",
                _yes(row.wins >= LEAST_WINS * row.games),
                f"{PROMISES[row.temper]}: {_yes(row.does_more_than(balanced))}",
            )
            for row in others
        ],
    )


def show_steps(steps: "Steps") -> None:
    """Show the settings of levels, how far apart neighbours are, and their ratings in mixed company."""
    show_rows(
        ("level", "simulations", "temperature", "blunders"),
        [
            (level.name, f"{level.simulations or 'none'}", f"{level.temperature:g}", f"{level.blunders:.1%}")
            for level in steps.levels
        ],
    )
    say("")
    show_rows(
        ("players", "level", "above", "rating points", "95 %", "120 to 250"),
        [
            (
                str(step.players),
                step.above,
                step.below,
                f"**{step.gap.points:.0f}**",
                f"{step.gap.points - step.gap.margin:.0f} to {step.gap.points + step.gap.margin:.0f}",
                _yes(step.is_even),
            )
            for step in steps.neighbours
        ],
    )
    say("")
    names = [level.name for level in steps.levels]
    show_rows(
        ("mixed company", *names, "in order"),
        [
            (f"{players} players", *(f"{ratings[name][0]:+.0f}" for name in names), _yes(steps.in_order(players)))
            for players, ratings in steps.mixed.items()
        ],
    )


def _interval(mean: "Mean") -> str:
    return f"{mean.mean:.2f} ({mean.low:.2f} to {mean.high:.2f})"


def _yes(answer: bool) -> str:
    return "yes" if answer else "no"
