"""Who must agree to what: an undo past other people's moves needs those who moved since, a pause everyone."""

from collections.abc import Collection, Sequence
from typing import NamedTuple


class Played(NamedTuple):
    """A move that stands, as consent sees it."""

    seat: int | None  # None for chance
    reveals: bool  # whether it revealed a card of Dúli or shuffled


class UndoTerms(NamedTuple):
    """What an undo would take back, and who must agree to it."""

    steps: int  # moves to take back, the asker's own last move and all since; 0 if it is impossible
    needed: frozenset[int]  # the seats of people who moved since


IMPOSSIBLE = UndoTerms(0, frozenset())


def undo_terms(played: Sequence[Played], own: Collection[int], people: Collection[int]) -> UndoTerms:
    """The terms of taking back the last move of the asker, who has the seats `own`.

    Bots always agree. Nobody can agree to an undo past a revealed card: what was seen can't be unseen.
    """
    since: set[int] = set()
    for steps, move in enumerate(reversed(played), 1):
        if move.reveals:
            return IMPOSSIBLE
        if move.seat in own:
            return UndoTerms(steps, frozenset(since.intersection(people)))
        if move.seat is not None:
            since.add(move.seat)
    return IMPOSSIBLE


def needed_for_pause(own: Collection[int], people: Collection[int]) -> frozenset[int]:
    """A pause, and going on after it, needs everyone who plays but the asker."""
    return frozenset(people).difference(own)
