"""Votes to remove someone from a table."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..seats import Seat
from .seating import SEAT_FREED, SEAT_TAKEN, SEAT_TO_BOT
from .subject import Event, Subject

VOTE = "vote"  # seat: who votes; data: against, a seat
VOTE_WITHDRAWN = "vote-withdrawn"


@dataclass(frozen=True)
class Votes:
    """The votes that stand, each as the seat of the voter and the seat of the other. Immutable."""

    cast: frozenset[tuple[int, int]] = frozenset()

    def against(self, seat: int) -> frozenset[int]:
        """Who wants this one to be removed."""
        return frozenset(voter for voter, other in self.cast if other == seat)


def _initial(seats: Sequence[Seat]) -> Votes:
    return Votes()


def _vote(event: Event) -> tuple[int, int]:
    return int(event.seat or 0), int(event.data["against"])


def _without(votes: Votes, event: Event) -> Votes:
    """The votes without those of a seat and against it, because someone else sits there now."""
    return Votes(frozenset(vote for vote in votes.cast if event.seat not in vote))


VOTES: Subject[Votes] = Subject(
    "votes",
    _initial,
    {
        VOTE: lambda votes, event: Votes(votes.cast | {_vote(event)}),
        VOTE_WITHDRAWN: lambda votes, event: Votes(votes.cast - {_vote(event)}),
        SEAT_TAKEN: _without,
        SEAT_FREED: _without,
        SEAT_TO_BOT: _without,
    },
)
