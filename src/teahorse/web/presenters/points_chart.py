"""A chart of points: a line for each person over the rounds, as coordinates of an SVG picture."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

WIDTH, HEIGHT = 320, 130
LEFT, RIGHT, TOP, BOTTOM = 26, 14, 8, 20  # room around the plot
MOST_LEVELS, MOST_NUMBERS = 5, 12
MARK = 9.0  # how far apart the marks at the ends of the lines are
STEPS = (5, 10, 20, 25, 50, 100, 200)


@dataclass(frozen=True)
class Tick:
    """A number beside the plot, and where it stands."""

    text: str
    at: float


@dataclass(frozen=True)
class Curve:
    """The points of one person."""

    person: str
    line: str
    end: tuple[float, float]  # where its mark stands
    values: tuple[int, ...]


@dataclass(frozen=True)
class PointsChart:
    """The whole chart."""

    curves: tuple[Curve, ...]
    levels: tuple[Tick, ...]
    rounds: tuple[Tick, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def points_chart(rounds: Sequence[int], values: Mapping[str, Sequence[int]]) -> PointsChart:
    """Draw points by person; each has a value for every round."""
    numbers = [0, *(number for line in values.values() for number in line)]
    step = next((step for step in STEPS if (max(numbers) - min(numbers)) / step < MOST_LEVELS), STEPS[-1])
    low, high = min(numbers) // step * step, -(-max(numbers) // step) * step or step

    def across(nth: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * nth / max(1, len(rounds) - 1), 1)

    def down(number: int) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (number - low) / (high - low), 1)

    ends = _apart([down(line[-1]) for line in values.values()])
    curves = []
    for (person, line), end in zip(values.items(), ends, strict=True):
        spots = [(across(nth), down(number)) for nth, number in enumerate(line)]
        path = "M" + "L".join(f"{x:g} {y:g}" for x, y in spots)
        curves.append(Curve(person, path, (spots[-1][0], end), tuple(line)))
    every = -(-len(rounds) // MOST_NUMBERS)
    return PointsChart(
        tuple(curves),
        tuple(Tick(str(level), down(level)) for level in range(low, high + 1, step)),
        tuple(Tick(str(number), across(nth)) for nth, number in enumerate(rounds) if nth % every == 0),
    )


def _apart(heights: Sequence[float]) -> list[float]:
    """Heights at which marks don't hide each other, in the same order and near the old ones."""
    placed = list(heights)
    order = sorted(range(len(heights)), key=lambda nth: -heights[nth])
    for before, nth in pairwise(order):
        placed[nth] = min(placed[nth], placed[before] - MARK)
    return [round(height, 1) for height in placed]
