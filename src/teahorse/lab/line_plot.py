"""A plot with a line for each item: a mark with its 95% interval, and the number."""

from collections.abc import Sequence
from dataclasses import dataclass

from . import svg
from .frame import shown

TOP, BOTTOM, LINE, PAIR, HEADING, LEGEND = 8, 26, 24, 34, 30, 26
LONGEST_LABEL = 20
NUMBER = 58  # the width of the number on the right
APART = 12  # between two marks on one line
RADIUS = 4.5


@dataclass(frozen=True)
class Mark:
    """A number with its interval; `style` is plain, winner, other or bar."""

    value: float
    low: float | None
    high: float | None
    style: str = "plain"


@dataclass(frozen=True)
class Line:
    """A line with its label and marks; one without marks is a heading for the lines below."""

    label: str
    marks: Sequence[Mark] = ()
    expected: float | None = None  # a thin mark at the expected number


@dataclass(frozen=True)
class Plot:
    """Lines, the kind of their numbers, a reference line, and a legend for the styles."""

    lines: Sequence[Line]
    kind: str = "share"
    reference: float | None = None
    legend: Sequence[tuple[str, str]] = ()  # style and words

    def draw(self, label: str) -> str:
        """The plot as SVG."""
        widest = max((len(_short(line.label)) for line in self.lines), default=0)
        left = 12 + widest * svg.LETTER
        low, high = self._range()
        at = svg.scale(low, high, left + 6, svg.WIDTH - NUMBER - 8)
        top = TOP + (LEGEND if self.legend else 0)
        heights = [self._height(line) for line in self.lines]
        bottom = top + sum(heights)
        parts = self._legend() + self._axis(at, low, high, top, bottom)
        y = float(top)
        for line, height in zip(self.lines, heights, strict=True):
            parts += self._line(line, y, height, left, at)
            y += height
        return svg.picture(bottom + BOTTOM, label, parts)

    def _height(self, line: Line) -> int:
        if not line.marks:
            return HEADING
        return PAIR if len(line.marks) > 1 else LINE

    def _range(self) -> tuple[float, float]:
        """The lowest and highest value of the axis, as round numbers and within the bounds of a share."""
        values = [
            value
            for line in self.lines
            for value in (*(end for mark in line.marks for end in (mark.value, mark.low, mark.high)), line.expected)
            if value is not None
        ]
        values += [0.0] if self.reference is None else [0.0, self.reference]
        low, high = min(values), max(values)
        if high - low < 1e-9:
            high = low + 1
        step = _step(low, high)
        return low if low == 0 else low - step / 4, min(
            1.0, high + step / 4
        ) if self.kind == "share" else high + step / 4

    def _axis(self, at: svg.Scale, low: float, high: float, top: float, bottom: float) -> list[str]:
        parts = []
        for tick in svg.ticks(low, high):
            x = at(tick)
            parts.append(svg.element("line", class_="grid", x1=x, x2=x, y1=top, y2=bottom))
            text = (f"{tick:.0%}" if self.kind in ("share", "change") else f"{tick:g}").replace("-", "\N{MINUS SIGN}")
            parts.append(svg.element("text", text, class_="tick", x=x, y=bottom + 17, text_anchor="middle"))
        if self.reference is not None:
            x = at(self.reference)
            parts.append(svg.element("line", class_="reference", x1=x, x2=x, y1=top, y2=bottom))
        return parts

    def _legend(self) -> list[str]:
        parts, x = [], 8.0
        for style, words in self.legend:
            if style == "expected":
                parts.append(svg.element("line", class_="expected", x1=x, x2=x, y1=7, y2=19))
            elif style == "reference":
                parts.append(svg.element("line", class_="reference", x1=x, x2=x, y1=5, y2=21))
            else:
                parts.append(svg.element("circle", class_=f"mark {style}", cx=x, cy=13, r=RADIUS))
            parts.append(svg.element("text", words, class_="tick", x=x + 9, y=17))
            x += 30 + len(words) * 6.1
        return parts

    def _line(self, line: Line, y: float, height: float, left: float, at: svg.Scale) -> list[str]:
        if not line.marks:
            return [svg.element("text", _short(line.label, 44), class_="heading", x=4, y=y + height - 8)]
        middle = y + height / 2
        parts = [svg.element("text", _short(line.label), class_="label", x=left - 6, y=middle + 4, text_anchor="end")]
        for number, mark in enumerate(line.marks):
            place = middle + APART * (number - (len(line.marks) - 1) / 2)
            parts += self._mark(mark, place, line, at)
        if line.expected is not None:
            x = at(line.expected)
            parts.append(svg.element("line", class_="expected", x1=x, x2=x, y1=middle - 7, y2=middle + 7))
        return parts

    def _mark(self, mark: Mark, y: float, line: Line, at: svg.Scale) -> list[str]:
        number = shown(mark.value, self.kind)
        title = f"{line.label}: {number}"
        parts = []
        if mark.style == "bar":
            parts.append(
                svg.element("rect", class_="bar", x=at(0), y=y - 8, width=max(0.5, at(mark.value) - at(0)), height=16)
            )
        if mark.low is not None and mark.high is not None:
            title += f" (95%: {shown(mark.low, self.kind)} to {shown(mark.high, self.kind)})"
            parts.append(
                svg.element("line", class_=f"whisker {mark.style}", x1=at(mark.low), x2=at(mark.high), y1=y, y2=y)
            )
        if mark.style != "bar":
            parts.append(
                svg.element("circle", title=title, class_=f"mark {mark.style}", cx=at(mark.value), cy=y, r=RADIUS)
            )
        size = "number" if len(line.marks) == 1 else "number small"
        parts.append(svg.element("text", number, class_=size, x=svg.WIDTH - 2, y=y + 4, text_anchor="end"))
        return parts


def _step(low: float, high: float) -> float:
    marks = svg.ticks(low, high)
    return marks[1] - marks[0] if len(marks) > 1 else high - low


def _short(label: str, longest: int = LONGEST_LABEL) -> str:
    return label if len(label) <= longest else label[: longest - 1] + "…"
