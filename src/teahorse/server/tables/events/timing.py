"""Time at a table: its time control, for whom a bot moves, and the events that concern the clock."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ..seats import Seat
from ..timing import clock
from ..timing.clock import Mark
from ..timing.control import TimeControl
from .requests import PAUSED, RESUMED
from .seating import SEAT_FREED, SEAT_TAKEN, SEAT_TO_BOT, STARTED
from .subject import Event, Subject

TIME_CONTROL = "time-control"  # data: kind, seconds, increment, bot
TIMED_OUT = "timed-out"  # the seat's time is used up; a bot moves for it. data: name, bot
CLOCK_SET_BACK = "clock-set-back"  # the server's clock; time runs on from here
RETURNED = "returned"  # its person is back and moves again. data: name


@dataclass(frozen=True)
class Timing:
    """The time control, and what the clock needs besides the rows. Immutable."""

    people: tuple[bool, ...]  # by seat: whether a person was in it at the beginning
    control: TimeControl | None = None  # None: no limits
    marks: tuple[Mark, ...] = ()
    away: frozenset[int] = frozenset()  # seats whose time was used up

    def stand_in(self, seat: int) -> str | None:
        """The bot that moves for a seat whose time was used up; None if its person moves."""
        return self.control.bot if self.control is not None and seat in self.away else None


def _initial(seats: Sequence[Seat]) -> Timing:
    return Timing(tuple(seat.bot is None and not seat.is_free for seat in seats))


def _marked(kind: str) -> Callable[[Timing, Event], Timing]:
    """A fold that adds a mark of this kind, and notes who is away."""

    def fold(timing: Timing, event: Event) -> Timing:
        away = timing.away
        if event.seat is not None and kind in (clock.RETURNED, clock.VACATED):
            away = away - {event.seat}
        elif event.seat is not None and kind == clock.TIMED_OUT:
            away = away | {event.seat}
        mark = Mark(event.after_row, event.made_at, kind, event.seat)
        return replace(timing, marks=(*timing.marks, mark), away=away)

    return fold


TIMING: Subject[Timing] = Subject(
    "timing",
    _initial,
    {
        TIME_CONTROL: lambda timing, event: replace(timing, control=TimeControl.from_data(event.data)),
        STARTED: _marked(clock.STARTED),
        PAUSED: _marked(clock.PAUSED),
        RESUMED: _marked(clock.RESUMED),
        CLOCK_SET_BACK: _marked(clock.SET_BACK),
        TIMED_OUT: _marked(clock.TIMED_OUT),
        RETURNED: _marked(clock.RETURNED),
        SEAT_TAKEN: _marked(clock.RETURNED),
        SEAT_FREED: _marked(clock.VACATED),
        SEAT_TO_BOT: _marked(clock.VACATED),
    },
)
