"""Requests that others must agree to: an undo past their moves, a pause, going on after it, closing the table."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..seats import Seat
from .seating import SEAT_FREED, SEAT_TO_BOT
from .subject import Event, NewEvent, Subject

ASKED = "asked"  # data: what, seats (of the asker), needed (seats), steps (moves to take back)
AGREED = "agreed"  # data: what, seats
REFUSED = "refused"  # data: what
WITHDRAWN = "withdrawn"  # data: what
TAKEN_BACK = "taken-back"  # an undo that others should know of; data: name (whose undo), moves (how many)
PAUSED, RESUMED = "paused", "resumed"
UNDO, PAUSE, RESUME, CLOSE = WHAT = ("undo", "pause", "resume", "close")


@dataclass(frozen=True)
class Request:
    """An open request."""

    what: str
    seats: frozenset[int]  # of the asker
    needed: frozenset[int]  # whose agreement is still missing
    row: int  # the last row when it was made
    number: int  # of its event
    steps: int = 0  # moves that an undo would take back

    def answered_by(self, seats: Sequence[int]) -> "Request":
        """The request after these seats have agreed."""
        return replace(self, needed=self.needed.difference(seats))


@dataclass(frozen=True)
class Refusal:
    """The latest request that was refused, so that the asker learns of it."""

    what: str
    seat: int | None  # who refused
    asked_by: frozenset[int]
    row: int


@dataclass(frozen=True)
class TakenBack:
    """The latest undo at a table of several people, so that the others learn of it."""

    seat: int | None  # whose undo
    name: str
    moves: int
    row: int


@dataclass(frozen=True)
class Requests:
    """The open requests, and whether the game is paused. Immutable."""

    open: Mapping[str, Request] = field(default_factory=dict)  # at most one of each kind
    paused_at: int | None = None  # seconds since 1970; None if the game is not paused
    refusal: Refusal | None = None
    taken_back: TakenBack | None = None

    @property
    def is_paused(self) -> bool:
        """Whether the game is paused."""
        return self.paused_at is not None

    def find(self, what: str, row: int) -> Request | None:
        """The open request of a kind. One for an undo lapses with the next row."""
        request = self.open.get(what)
        return None if request is None or (what == UNDO and request.row != row) else request


def ask(what: str, own: Collection[int], needed: Collection[int], **data: int) -> NewEvent:
    """The event that makes a request. The asker has the seats `own`; a host may have none."""
    data_of_all = {"what": what, "seats": sorted(own), "needed": sorted(needed), **data}
    return NewEvent(ASKED, min(own, default=None), data_of_all)


def _asked(requests: Requests, event: Event) -> Requests:
    data = event.data
    request = Request(
        what=data["what"],
        seats=frozenset(data["seats"]),
        needed=frozenset(data["needed"]),
        row=event.after_row,
        number=event.number,
        steps=data.get("steps", 0),
    )
    return replace(requests, open={**requests.open, request.what: request}, refusal=None)


def _agreed(requests: Requests, event: Event) -> Requests:
    request = requests.open.get(event.data["what"])
    if request is None:
        return requests
    return replace(requests, open={**requests.open, request.what: request.answered_by(event.data["seats"])})


def _without(requests: Requests, *kinds: str) -> Requests:
    return replace(requests, open={what: request for what, request in requests.open.items() if what not in kinds})


def _refused(requests: Requests, event: Event) -> Requests:
    request = requests.open.get(event.data["what"])
    if request is None:
        return requests
    refusal = Refusal(request.what, event.seat, request.seats, event.after_row)
    return replace(_without(requests, request.what), refusal=refusal)


def _taken_back(requests: Requests, event: Event) -> Requests:
    return replace(requests, taken_back=TakenBack(event.seat, event.data["name"], event.data["moves"], event.after_row))


def _without_those_of(requests: Requests, event: Event) -> Requests:
    """Someone leaves a seat, and their requests with them."""
    return _without(requests, *(what for what, request in requests.open.items() if request.seats == {event.seat}))


def _initial(seats: Sequence[Seat]) -> Requests:
    return Requests()


REQUESTS: Subject[Requests] = Subject(
    "requests",
    _initial,
    {
        ASKED: _asked,
        AGREED: _agreed,
        REFUSED: _refused,
        TAKEN_BACK: _taken_back,
        SEAT_FREED: _without_those_of,
        SEAT_TO_BOT: _without_those_of,
        WITHDRAWN: lambda requests, event: _without(requests, event.data["what"]),
        PAUSED: lambda requests, event: replace(_without(requests, PAUSE), paused_at=event.made_at),
        RESUMED: lambda requests, event: replace(_without(requests, RESUME), paused_at=None),
    },
)
