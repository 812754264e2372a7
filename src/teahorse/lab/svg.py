"""The parts of a plot as SVG text; colours and type are classes, so that the style sheet decides, in both themes."""

import math
from collections.abc import Callable
from html import escape
from typing import Any

Scale = Callable[[float], float]

WIDTH = 400  # of every plot, in its own units: about a phone's width, so that type stays legible there
LETTER = 6.7  # the width of a letter on average, at the size of labels


def element(tag: str, text: str = "", title: str = "", **attributes: Any) -> str:
    """An element, perhaps with text in it, and a title that shows under the pointer."""
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_written(value)}"' for name, value in attributes.items()
    )
    inside = (f"<title>{escape(title)}</title>" if title else "") + escape(text)
    return f"<{tag}{written}>{inside}</{tag}>" if inside else f"<{tag}{written}/>"


def picture(height: float, label: str, parts: list[str]) -> str:
    """A whole picture, which scales with the page and says what it is to those who can't see it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" role="img" '
        f'aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )


def _written(value: object) -> str:
    return f"{value:.5g}" if isinstance(value, float) else escape(str(value))


def scale(low: float, high: float, begin: float, end: float) -> Scale:
    """Where a value is drawn."""
    return lambda value: begin + (value - low) / (high - low) * (end - begin)


def ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Round numbers between two ends, at most so many steps apart."""
    rough = (high - low) / most
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(unit * factor for factor in (1, 2, 2.5, 5, 10) if unit * factor >= rough * (1 - 1e-9))
    first = math.ceil(low / step - 1e-9)
    return [round(number * step, 10) for number in range(first, math.floor(high / step + 1e-9) + 1)]
