"""The clock of a table: how much time each seat has left.

It follows from the times of the rows and events, so every server computes the same. Nobody loses time because the
machine's clock jumps. A jump ahead is an outage. If it is set back, time runs on from the mark `SET_BACK`, and what the
player to move had used of this turn is not charged.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ...storage.timing import LONGEST_SILENCE
from .control import TimeControl
from .outages import Outage, seconds_in_service

STARTED, PAUSED, RESUMED, SET_BACK = "started", "paused", "resumed", "set-back"
TIMED_OUT, RETURNED, VACATED = "timed-out", "returned", "vacated"
LEAST_AFTER_RETURN = 120  # the least seconds of someone who comes back
GRACE = 2  # seconds; times are stored in whole seconds, and a move may be on its way


class Turn(NamedTuple):
    """A row as the clock sees it."""

    at: int  # seconds since 1970
    mover: int | None  # the seat whose move it is, or whose move it takes back; None for chance
    to_move: int | None  # the seat to move after it
    is_undo: bool = False


class Mark(NamedTuple):
    """An event that concerns the clock."""

    after_row: int  # the last row when it happened
    at: int
    kind: str
    seat: int | None = None


@dataclass(frozen=True)
class Clock:
    """The state of the clock after the last row or event. Immutable."""

    control: TimeControl
    left: tuple[int, ...]  # seconds by seat, at `since`
    since: int  # of the last row or event
    running: int | None  # the seat whose time runs
    is_paused: bool
    away: frozenset[int]  # seats whose time was used up: a bot moves for them
    outages: Sequence[Outage] = ()

    def left_at(self, seat: int, now: float) -> float:
        """The seconds that a seat has left."""
        used = seconds_in_service(self.since, now, self.outages) if seat == self.running else 0
        return max(0, self.left[seat] - used)

    def seconds_until_used_up(self, now: float) -> float | None:
        """How long the running seat's time lasts, and a little longer; None if no time runs."""
        if self.running is None:
            return None
        return self.left[self.running] + GRACE - seconds_in_service(self.since, now, self.outages)

    def was_set_back(self, now: float) -> bool:
        """Whether time would run, but the last row or event is of a later time than now."""
        return self.running is not None and self.since > now + LONGEST_SILENCE

    def is_used_up(self, now: float) -> bool:
        """Whether the time of the running seat is used up."""
        seconds = self.seconds_until_used_up(now)
        return seconds is not None and seconds <= 0


def read_clock(
    control: TimeControl,
    people: Collection[bool],
    to_move: int | None,
    turns: Sequence[Turn],
    marks: Iterable[Mark],
    outages: Sequence[Outage] = (),
) -> Clock:
    """The clock after all rows and events.

    `people` says for each seat whether a person was in it at the beginning, and `to_move` who begins. Time runs from
    the first move on, or from the mark `STARTED`.
    """
    reading = _Reading(control, people, to_move, outages)
    waiting = sorted(marks, key=lambda mark: mark.after_row)  # stable: in the order of their numbers
    next_mark = 0
    for row, turn in enumerate(turns):
        while next_mark < len(waiting) and waiting[next_mark].after_row <= row:
            reading.mark(waiting[next_mark])
            next_mark += 1
        reading.turn(turn)
    for mark in waiting[next_mark:]:
        reading.mark(mark)
    return reading.clock()


class _MadeMove(NamedTuple):
    """A move that stands, and the time that it earned."""

    seat: int | None
    bonus: int


class _Reading:
    """Reads rows and marks in order."""

    def __init__(
        self, control: TimeControl, people: Collection[bool], to_move: int | None, outages: Sequence[Outage]
    ) -> None:
        self.control = control
        self.outages = outages
        self.left = [control.seconds for _ in people]
        self.people = {seat for seat, is_person in enumerate(people) if is_person}
        self.away: set[int] = set()
        self.to_move = to_move
        self.is_started = self.is_paused = False
        self.since = 0
        self.standing: list[_MadeMove] = []

    @property
    def running(self) -> int | None:
        """The seat whose time runs now."""
        runs = self.is_started and not self.is_paused and self.to_move in self.people and self.to_move not in self.away
        return self.to_move if runs else None

    def spend(self, at: int) -> None:
        """Charge the running seat with the time until `at`."""
        if self.running is not None:
            used = int(seconds_in_service(self.since, at, self.outages))
            self.left[self.running] = max(0, self.left[self.running] - used)
        self.since = at

    def turn(self, turn: Turn) -> None:
        """A row."""
        if turn.is_undo:
            self.take_back(turn)
        else:
            self.spend(turn.at)
            self.standing.append(self.made_move(turn))
        self.is_started |= turn.mover is not None
        self.to_move = turn.to_move

    def made_move(self, turn: Turn) -> _MadeMove:
        """Give the player who moved time for the next turn."""
        seat = turn.mover
        if seat is None or seat not in self.people or seat in self.away:
            return _MadeMove(None, 0)
        before = self.left[seat]
        if not self.control.is_budget:
            self.left[seat] = self.control.seconds
        elif turn.to_move != seat:
            self.left[seat] += self.control.increment
        return _MadeMove(seat, self.left[seat] - before)

    def take_back(self, turn: Turn) -> None:
        """An undo takes the increment back, too. A player who was thinking about the undone move isn't charged."""
        if self.running == turn.mover:
            self.spend(turn.at)
        self.since = turn.at
        made = self.standing.pop() if self.standing else _MadeMove(None, 0)
        if made.seat is not None:
            self.left[made.seat] = max(0, self.left[made.seat] - made.bonus)

    def mark(self, mark: Mark) -> None:
        """An event."""
        self.spend(mark.at)
        if mark.kind == STARTED:
            self.is_started = True
        elif mark.kind in (PAUSED, RESUMED):
            self.is_paused = mark.kind == PAUSED
        elif mark.seat is not None and mark.seat < len(self.left):
            self.mark_seat(mark.kind, mark.seat)

    def mark_seat(self, kind: str, seat: int) -> None:
        """An event that concerns one seat."""
        if kind == TIMED_OUT:
            self.away.add(seat)
            return
        self.away.discard(seat)
        if kind == VACATED:
            self.people.discard(seat)
        else:
            self.people.add(seat)
            least = LEAST_AFTER_RETURN if self.control.is_budget else self.control.seconds
            self.left[seat] = max(self.left[seat], min(least, self.control.seconds))

    def clock(self) -> Clock:
        """The state at the end."""
        away = frozenset(self.away & self.people)
        return Clock(self.control, tuple(self.left), self.since, self.running, self.is_paused, away, self.outages)
