"""What the API answers, as typed objects. Fields that a later server adds are ignored."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

M = TypeVar("M", bound="DataclassInstance")


@dataclass(frozen=True)
class Seat:
    """A seat of a table."""

    name: str
    bot: str | None  # None for a person
    colours: tuple[str, ...]
    is_free: bool = False


@dataclass(frozen=True)
class Request:
    """Something that players ask of others: an undo, a pause, going on, or closing the table."""

    number: int  # to agree or to refuse
    what: str  # `undo`, `pause`, `resume`, or `close`
    seats: tuple[int, ...]  # who asks
    needed: tuple[int, ...]  # who must still agree
    moves: int  # how many moves an undo would take back


@dataclass(frozen=True)
class TableState:
    """The state of a table, for someone with your token."""

    id: str
    kind: str
    title: str
    seats: tuple[Seat, ...]
    rows: int  # the next row has the number after it
    to_move: str | None  # None if the game has not started, is over or stopped
    stopped: str | None
    yours: tuple[str, ...]  # the players that you may move for
    legal_moves: tuple[str, ...]
    undo_step: int
    undo_turn: int
    snapshot: Mapping[str, Any]
    changes: int  # the number of the last change: everything that is not a move or an undo
    is_over: bool
    is_closed: bool
    requests: tuple[Request, ...] = ()

    @property
    def is_my_turn(self) -> bool:
        """Whether you are to move."""
        return self.to_move in self.yours


@dataclass(frozen=True)
class NewTable:
    """A new table."""

    id: str
    key: str  # the host's token, which also opens the seats of the people who are named; it is shown only once


@dataclass(frozen=True)
class Links:
    """The links of a table, as paths on its server."""

    invitation: str  # for any free seat
    seats: Mapping[str, str]  # for each free seat, by its number, counted from 0
    spectators: str | None


@dataclass(frozen=True)
class WhyNot:
    """Whether a move is legal now, and if not, why."""

    allowed: bool
    rule: str | None
    code: str | None
    sentence: str | None


@dataclass(frozen=True)
class Row:
    """A move or an undo that was made at a table."""

    number: int
    kind: str  # `move` or `undo`
    move: str
    player: str | None  # None for a move that was taken back since


@dataclass(frozen=True)
class Change:
    """Something else that happened at a table: a seat was taken, someone left, a message."""

    number: int
    kind: str
    seat: int | None
    data: Mapping[str, Any]
    after_row: int
    made_at: int  # seconds since 1970


def read(model: type[M], answer: Mapping[str, Any]) -> M:
    """Make an object of an answer; lists become tuples."""
    known = {field.name for field in fields(model)}
    return model(**{name: _value(name, value) for name, value in answer.items() if name in known})


def _value(name: str, value: Any) -> Any:
    if not isinstance(value, list):
        return value
    kind = {"seats": Seat, "requests": Request}.get(name)
    return tuple(each if kind is None or isinstance(each, int) else read(kind, each) for each in value)
