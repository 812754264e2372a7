"""The parts of a drawing: plain tuples, so that they are made and looked up in caches quickly."""

from dataclasses import dataclass, field
from typing import NamedTuple

from .shapes import Point


class Area(NamedTuple):
    """A rectangle of the board: left, top, width, height."""

    left: float
    top: float
    width: float
    height: float


class Spot(NamedTuple):
    """A spot: its name, outline and description, and the area that must stay visible with it."""

    name: str
    outline: str
    words: str
    kind: str
    sight: Area | None = None


class Piece(NamedTuple):
    """A piece. It keeps its id, so that the page can animate it."""

    id: str
    symbol: str
    at: Point
    colour: str = ""
    states: tuple[str, ...] = ()


class Label(NamedTuple):
    """A word or a number on the board; `number` names one that a panel shows, too (`presenters/panel_numbers.py`)."""

    text: str
    at: Point
    kind: str
    number: str = ""


class Icon(NamedTuple):
    """A small picture that stays where it is."""

    symbol: str
    at: Point
    turned: float = 0
    colour: str = ""


class Line(NamedTuple):
    """A line that is drawn, or that scripts let a trader walk along."""

    outline: str
    kind: str
    id: str = ""
    width: float = 0


@dataclass
class Board:
    """The whole drawing in one layout, layer by layer."""

    words: str
    walks: list[Line] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    icons: list[Icon] = field(default_factory=list)
    spots: list[Spot] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)


@dataclass(frozen=True)
class Boards:
    """The same drawing in both layouts, part by part."""

    wide: Board
    narrow: Board
    seats: int  # a phone leaves no room for camps that aren't there
