"""A chart of a rating over one's games: a line, and a band for its uncertainty, as coordinates of an SVG picture."""

from collections.abc import Sequence
from dataclasses import dataclass

from .points_chart import Tick
from .ratings import ShownRating

WIDTH, HEIGHT = 320, 120
LEFT, RIGHT, TOP, BOTTOM = 34, 10, 8, 18  # room around the plot
STEPS = (50, 100, 200, 250, 500, 1000)
MOST_LEVELS, MOST_NUMBERS = 5, 10
LEAST_GAMES = 3


@dataclass(frozen=True)
class RatingChart:
    """The whole chart."""

    line: str
    band: str
    end: tuple[float, float]
    levels: tuple[Tick, ...]
    games: tuple[Tick, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


def rating_chart(ratings: Sequence[ShownRating]) -> RatingChart | None:
    """The rating after each game; None for fewer than three games."""
    if len(ratings) < LEAST_GAMES:
        return None
    lowest, highest = min(each.low for each in ratings), max(each.high for each in ratings)
    step = next((step for step in STEPS if (highest - lowest) / step < MOST_LEVELS), STEPS[-1])
    bottom, top = lowest // step * step, -(-highest // step) * step

    def across(nth: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * nth / (len(ratings) - 1), 1)

    def down(number: int) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (number - bottom) / (top - bottom), 1)

    line = [(across(nth), down(each.value)) for nth, each in enumerate(ratings)]
    above = [(across(nth), down(each.high)) for nth, each in enumerate(ratings)]
    below = [(across(nth), down(each.low)) for nth, each in enumerate(ratings)]
    every = -(-len(ratings) // MOST_NUMBERS)
    return RatingChart(
        line=_path(line),
        band=f"{_path(above + below[::-1])}Z",
        end=line[-1],
        levels=tuple(Tick(str(level), down(level)) for level in range(bottom, top + 1, step)),
        games=tuple(Tick(str(nth + 1), across(nth)) for nth in range(0, len(ratings), every)),
    )


def _path(spots: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in spots)
