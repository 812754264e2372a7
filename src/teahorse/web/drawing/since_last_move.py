"""What moved since the reader's last move."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from ...rules import names
from ...rules.state import OVER
from ...server.history.history import GameHistory, Step
from ..presenters.event_parts import sections
from .piece_ids import GONE, RESERVE, SUPPLY, cast_after, cast_of, seats_of

HOME = (SUPPLY, RESERVE, GONE)


@dataclass(frozen=True)
class SinceLastMove:
    """The row of the reader's last move, 0 if there is none yet; where telling begins; and the pieces that moved since.

    A move that ended a part of the round is told again with all that followed from it.
    """

    row: int
    tell_after: int
    pieces: frozenset[str]


def since_last_move(history: GameHistory, mine: Collection[str]) -> SinceLastMove | None:
    """What happened after the last move of the reader, who plays `mine`; None if nothing did."""
    steps = history.steps
    count = next((number for number in range(len(steps), 0, -1) if steps[number - 1].player in mine), 0)
    shares_screen = all(player in mine for player in names.PLAYER[: history.rules.players])
    own_too = count > 0 and not shares_screen and _something_followed(steps[count - 1])
    if not mine or (count == len(steps) and not own_too):
        return None
    moved = set()
    if count < len(steps):
        moved = _moved_in_cast(history, count) | _moved_alone(steps[count].before, steps[-1].after, history)
    row, row_before = (steps[number].row if number >= 0 else 0 for number in (count - 1, count - 2))
    return SinceLastMove(row, row_before if own_too else row, frozenset(moved))


def _something_followed(step: Step) -> bool:
    """Whether a move ended a part of the round; the end of the game is told otherwise."""
    return step.after.phase != OVER and len(list(sections(step))) > 1


def _moved_in_cast(history: GameHistory, count: int) -> set[str]:
    """Pieces at another place than after this many steps, except those that came home or were given to a player."""
    before, places = cast_after(history, count).stations, (*HOME, *seats_of(history.rules))
    return {
        piece
        for piece, station in cast_of(history).stations.items()
        if before[piece].place != station.place and station.place not in places
    }


def _moved_alone(before: Any, after: Any, history: GameHistory) -> set[str]:
    """Horses, and the blocker on its gorge."""
    players = names.PLAYER[: history.rules.players]
    moved = {f"horse-{player}" for seat, player in enumerate(players) if before.horse[seat] != after.horse[seat]}
    blocked = after.blocked >= 0 and before.blocked != after.blocked
    return moved | {"the-blocker"} if blocked else moved
