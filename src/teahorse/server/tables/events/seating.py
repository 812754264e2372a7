"""Who sits at a table now, who is the host, whether the game has started, and whether the table is closed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..seats import Seat
from .subject import Event, Subject

SEAT_TAKEN = "seat-taken"  # data: name
SEAT_FREED = "seat-freed"  # its person has left, and another one may take it
SEAT_TO_BOT = "seat-to-bot"  # data: bot, name
HOST = "host"  # the seat of the host from now on
STARTED = "started"
CLOSED = "closed"


@dataclass(frozen=True)
class Seating:
    """The seats now. Immutable."""

    seats: tuple[Seat, ...]
    is_started: bool  # play begins when no seat is free
    is_closed: bool = False
    host: int | None = None  # the seat of the host, who has the first one at the beginning; None if they have none
    taken_later: frozenset[int] = frozenset()  # seats that someone took after the start

    @property
    def free(self) -> tuple[int, ...]:
        """The numbers of the free seats."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.is_free)


def _initial(seats: Sequence[Seat]) -> Seating:
    people = [number for number, seat in enumerate(seats) if seat.bot is None and not seat.is_free]
    is_started = not any(seat.is_free for seat in seats)
    return Seating(tuple(seats), is_started, host=people[0] if people else None)


def _with_seat(seating: Seating, event: Event, name: str, bot: str | None = None, is_free: bool = False) -> Seating:
    seats = tuple(
        replace(seat, name=name, bot=bot, is_free=is_free) if number == event.seat else seat
        for number, seat in enumerate(seating.seats)
    )
    return replace(seating, seats=seats)


def _taken(seating: Seating, event: Event) -> Seating:
    later = {event.seat} if seating.is_started and event.seat is not None else set()
    return replace(_with_seat(seating, event, event.data["name"]), taken_later=seating.taken_later | later)


SEATING: Subject[Seating] = Subject(
    "seating",
    _initial,
    {
        SEAT_TAKEN: _taken,
        SEAT_FREED: lambda seating, event: _with_seat(seating, event, "", is_free=True),
        SEAT_TO_BOT: lambda seating, event: _with_seat(seating, event, event.data["name"], event.data["bot"]),
        HOST: lambda seating, event: replace(seating, host=event.seat),
        STARTED: lambda seating, event: replace(seating, is_started=True),
        CLOSED: lambda seating, event: replace(seating, is_closed=True),
    },
)
