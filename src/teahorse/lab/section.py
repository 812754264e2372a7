"""A question about a chapter's games and its answer: a sentence, how it was found, and figures."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .frame import Frame

FEWEST_GAMES = 30  # with fewer no sentence is ventured
TOO_FEW = "Too few games to say."


@dataclass(frozen=True)
class Figure:
    """A plot, and the table it is drawn from."""

    name: str
    title: str
    explained: str  # how to read it
    table: Frame
    draw: Callable[[], str]  # as SVG
    is_tall: bool = False

    def as_data(self) -> dict[str, Any]:
        """The figure for programs."""
        return {"name": self.name, "title": self.title, "rows": self.table.records()}


@dataclass(frozen=True)
class Section:
    """A question, what the games answer, and how that was found."""

    name: str
    title: str
    finding: str
    method: str
    figures: list[Figure] = field(default_factory=list)

    def as_data(self) -> dict[str, Any]:
        """The section for programs."""
        return {
            "name": self.name,
            "title": self.title,
            "finding": self.finding,
            "method": self.method,
            "figures": [figure.as_data() for figure in self.figures],
        }
