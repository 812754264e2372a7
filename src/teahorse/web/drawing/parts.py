"""The parts of a drawing: plain tuples, so that they are made and looked up in caches quickly."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

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


Part = TypeVar("Part", Spot, Piece, Label, Icon, Line)

MOST_GROUPS = 1024  # of each kind that are kept


class Group(tuple[Part, ...]):
    """Parts that are drawn together, such as the labels of a camp.

    The same values give the same object, so how it is written can be looked up by its identity.
    """

    __slots__ = ()

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other


@dataclass
class Board:
    """The whole drawing in one layout, layer by layer."""

    words: str
    walks: Sequence[Line] = field(default_factory=list)
    lines: Sequence[Line] = field(default_factory=list)
    icons: Sequence[Icon] = field(default_factory=list)
    spots: Sequence[Spot] = field(default_factory=list)
    labels: Sequence[Label] = field(default_factory=list)
    pieces: Sequence[Piece] = field(default_factory=list)


Layers = Mapping[str, Sequence[Group[Any]]]
"""The groups of each layer of a board."""


def board_of(words: str, layers: Layers) -> Board:
    """The board that has these groups."""
    return Board(words, **{layer: [part for group in groups for part in group] for layer, groups in layers.items()})


@dataclass(frozen=True)
class Boards:
    """The same drawing in both layouts, group by group and part by part."""

    words: str
    seats: int  # a phone leaves no room for camps that aren't there
    wide_layers: Layers
    narrow_layers: Layers

    @cached_property
    def wide(self) -> Board:
        """The board for wide screens."""
        return board_of(self.words, self.wide_layers)

    @cached_property
    def narrow(self) -> Board:
        """The board for narrow screens."""
        return board_of(self.words, self.narrow_layers)

    def groups(self, layer: str) -> list[tuple[Group[Any], Group[Any]]]:
        """The groups of a layer, each in both layouts; empty ones left out."""
        both = zip(self.wide_layers[layer], self.narrow_layers[layer], strict=True)
        return [pair for pair in both if pair[0]]
