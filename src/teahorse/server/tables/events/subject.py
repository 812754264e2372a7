"""New events, and subjects that fold them into a state.

An event is stored and never changed. A subject, such as the seating, has an initial state and a pure function for each
kind of event that concerns it. A kind may concern several subjects. Kinds that nobody folds are kept and ignored.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from ...storage.access import KeyChange
from ...storage.stored import Event
from ..seats import Seat

S = TypeVar("S")


@dataclass(frozen=True)
class NewEvent:
    """An event to append."""

    kind: str
    seat: int | None = None  # whose doing it is, or whom it concerns
    data: Mapping[str, Any] = field(default_factory=dict)
    changes: tuple[KeyChange, ...] = ()  # of keys and links, stored with it


@dataclass(frozen=True, eq=False)
class Subject(Generic[S]):
    """A subject: its state at the beginning, and how each kind of event changes it."""

    name: str
    initial: Callable[[Sequence[Seat]], S]  # from the seats that the table was created with
    folds: Mapping[str, Callable[[S, Event], S]]  # by kind

    def after(self, state: S, events: Iterable[Event]) -> S:
        """The state after more events."""
        for event in events:
            fold = self.folds.get(event.kind)
            if fold is not None:
                state = fold(state, event)
        return state


__all__ = ["Event", "NewEvent", "Subject"]
