"""A section of a chapter: a question, the answer in a sentence, the method, and figures."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .frame import Frame

FEWEST_GAMES = 30  # with fewer, there is no answer
TOO_FEW = "Too few games to say."


@dataclass(frozen=True)
class Figure:
    """A plot and its data."""

    name: str
    title: str
    explained: str  # how to read it
    table: Frame
    draw: Callable[[], str]  # as SVG
    is_tall: bool = False

    def as_data(self) -> dict[str, Any]:
        """The figure as data for JSON."""
        return {"name": self.name, "title": self.title, "rows": self.table.records()}


@dataclass(frozen=True)
class Section:
    """A question, the answer, and the method."""

    name: str
    title: str
    finding: str
    method: str
    figures: list[Figure] = field(default_factory=list)

    def as_data(self) -> dict[str, Any]:
        """The section as data for JSON."""
        return {
            "name": self.name,
            "title": self.title,
            "finding": self.finding,
            "method": self.method,
            "figures": [figure.as_data() for figure in self.figures],
        }
