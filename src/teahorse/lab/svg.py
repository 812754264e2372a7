"""SVG elements for plots; classes leave colours and fonts to the style sheet, in both themes."""

import math
from collections.abc import Callable
from html import escape
from typing import Any

Scale = Callable[[float], float]

WIDTH = 400  # of every plot: about a phone's width, so that text stays legible there
LETTER = 6.7  # the average width of a letter in labels


def element(tag: str, text: str = "", title: str = "", **attributes: Any) -> str:
    """An element, with optional text and tooltip."""
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_written(value)}"' for name, value in attributes.items()
    )
    inside = (f"<title>{escape(title)}</title>" if title else "") + escape(text)
    return f"<{tag}{written}>{inside}</{tag}>" if inside else f"<{tag}{written}/>"


def picture(height: float, label: str, parts: list[str]) -> str:
    """A whole picture, which scales with the page and has a label for screen readers."""
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
    """Round numbers between two ends, with at most `most` steps."""
    rough = (high - low) / most
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(unit * factor for factor in (1, 2, 2.5, 5, 10) if unit * factor >= rough * (1 - 1e-9))
    first = math.ceil(low / step - 1e-9)
    return [round(number * step, 10) for number in range(first, math.floor(high / step + 1e-9) + 1)]
