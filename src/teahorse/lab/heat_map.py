"""A heat map: numbers in rows and columns, with stronger colours farther from 0."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from . import svg
from .frame import DASH, MINUS

LEFT, TOP, ROW, BOTTOM = 72, 40, 40, 4
GAP = 2
FAINTEST, STRONGEST = 0.07, 0.5  # opacity of a cell; text stays legible on it
NARROW = 50  # a narrower cell has no decimals


@dataclass(frozen=True)
class Cell:
    """A number and its interval, or None if there is too little data."""

    value: float | None
    low: float = 0.0
    high: float = 0.0
    tooltip: str = ""

    @property
    def is_sure(self) -> bool:
        """Whether the interval excludes 0."""
        return self.low > 0 or self.high < 0


def draw_heat_map(
    rows: Sequence[str], columns: Sequence[str], over: str, cells: Sequence[Sequence[Cell]], label: str
) -> str:
    """Draw cells by row and column; `over` is the heading of the columns."""
    width = (svg.WIDTH - LEFT) / max(1, len(columns))
    most = max(
        (abs(cell.value) for line in cells for cell in line if cell.value is not None and cell.is_sure), default=1.0
    )
    parts = [svg.element("text", over, class_="tick", x=LEFT + 2, y=14)]
    for place, column in enumerate(columns):
        x = LEFT + (place + 0.5) * width
        parts.append(svg.element("text", column, class_="label", x=x, y=32, text_anchor="middle"))
    for number, (row, line) in enumerate(zip(rows, cells, strict=True)):
        y = TOP + number * ROW
        parts.append(svg.element("text", row, class_="label", x=LEFT - 10, y=y + ROW / 2 + 4, text_anchor="end"))
        for place, cell in enumerate(line):
            parts += _cell(cell, LEFT + place * width, y, width, most)
    return svg.picture(TOP + len(rows) * ROW + BOTTOM, label, parts)


def _cell(cell: Cell, x: float, y: float, width: float, most: float) -> list[str]:
    middle = x + width / 2
    box: dict[str, Any] = {"x": x + GAP / 2, "y": y + GAP / 2, "width": width - GAP, "height": ROW - GAP, "rx": 3}
    if cell.value is None:
        return [
            svg.element("rect", title=cell.tooltip, class_="cell nothing", **box),
            svg.element("text", DASH, class_="tick", x=middle, y=y + ROW / 2 + 4, text_anchor="middle"),
        ]
    side = "ahead" if cell.value >= 0 else "behind"
    strength = FAINTEST + (STRONGEST - FAINTEST) * abs(cell.value) / most if cell.is_sure else FAINTEST
    sure = "sure" if cell.is_sure else "unsure"
    decimals = 0 if width < NARROW and most >= 10 else 1
    value = f"{cell.value:+.{decimals}f}".replace("-", MINUS)
    margin = f"\N{PLUS-MINUS SIGN}{(cell.high - cell.low) / 2:.{decimals}f}"
    return [
        svg.element("rect", title=cell.tooltip, class_=f"cell {side}", fill_opacity=strength, **box),
        svg.element("text", value, class_=f"value {sure}", x=middle, y=y + 18, text_anchor="middle"),
        svg.element("text", margin, class_="margin", x=middle, y=y + 32, text_anchor="middle"),
    ]
