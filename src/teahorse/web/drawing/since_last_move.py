"""What moved since the reader's last move."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from ...rules import names
from ...server.history.history import GameHistory
from .piece_ids import GONE, RESERVE, SUPPLY, cast_after, cast_of, seats_of

HOME = (SUPPLY, RESERVE, GONE)


@dataclass(frozen=True)
class SinceLastMove:
    """The row of the reader's last move, 0 if there is none yet, and the pieces that moved since."""

    row: int
    pieces: frozenset[str]


def since_last_move(history: GameHistory, mine: Collection[str]) -> SinceLastMove | None:
    """What happened after the last move of the reader, who plays `mine`; None if nothing did."""
    steps = history.steps
    count = next((number for number in range(len(steps), 0, -1) if steps[number - 1].player in mine), 0)
    if not mine or count == len(steps):
        return None
    moved = _moved_in_cast(history, count) | _moved_alone(steps[count].before, steps[-1].after, history)
    return SinceLastMove(steps[count - 1].row if count else 0, frozenset(moved))


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
