"""The state of a table as its events make it, for all subjects. New subjects are registered here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from ..seats import Seat
from .chat import CHAT
from .requests import REQUESTS
from .seating import SEATING
from .sharing import SHARING
from .subject import Event, Subject
from .timing import TIMING
from .votes import VOTES

S = TypeVar("S")

SUBJECTS: tuple[Subject[Any], ...] = (SEATING, SHARING, VOTES, TIMING, REQUESTS, CHAT)


@dataclass(frozen=True)
class TableState:
    """The state of each subject after the last event: `state[SEATING]`. Immutable."""

    number: int  # of the last event; 0 if there is none
    _states: Mapping[str, Any]

    @classmethod
    def of(cls, seats: Sequence[Seat], events: Sequence[Event] = ()) -> "TableState":
        """The state of a table that was created with these seats, after these events."""
        return cls(0, {subject.name: subject.initial(seats) for subject in SUBJECTS}).after(events)

    def __getitem__(self, subject: Subject[S]) -> S:
        return cast("S", self._states[subject.name])

    def after(self, events: Sequence[Event]) -> "TableState":
        """The state after more events."""
        if not events:
            return self
        states = {subject.name: subject.after(self[subject], events) for subject in SUBJECTS}
        return TableState(events[-1].number, states)
