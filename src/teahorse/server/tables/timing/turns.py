"""The rows of a table as its clock sees them: when each was made, by which seat, and who was to move after it."""

from collections.abc import Sequence

from ....replay import Replay
from ....rules.ruleset import Ruleset
from ....snapshot import to_move
from ...history.history import UNDO
from ...storage.stored import NewRow, StoredRow
from .clock import Turn

CHANCE = "chance"


def seat_number(player: str | None, rules: Ruleset) -> int | None:
    """The number of a player's seat; None for chance and nobody."""
    return None if player is None or player == CHANCE else int(rules.fields.person[int(player[1:]) - 1])


def turns_of(rules: Ruleset, stored: Sequence[StoredRow]) -> tuple[Turn, ...]:
    """The turns of a stored table, whose rows must be legal. It replays them all, also those that were undone."""
    replay = Replay(rules, len(stored))
    movers: list[int | None] = []  # of the moves that stand
    turns: list[Turn] = []
    for kept in stored:
        is_undo = kept.row.kind == UNDO
        if is_undo:
            replay.undo()
            mover = movers.pop()
        else:
            mover = seat_number(to_move(replay.latest), rules)
            movers.append(mover)
            replay.make(kept.row.text)
        turns.append(Turn(kept.made_at, mover, seat_number(to_move(replay.latest), rules), is_undo))
    for number in range(len(turns) - 2, -1, -1):
        if turns[number + 1].mover is None and not turns[number + 1].is_undo:
            # The cards are shuffled at once, so nobody waits for chance.
            turns[number] = turns[number]._replace(to_move=turns[number + 1].to_move)
    return tuple(turns)


def turns_after(
    turns: tuple[Turn, ...], new: Sequence[NewRow], to_move: str | None, at: int, rules: Ruleset
) -> tuple[Turn, ...]:
    """The turns with rows that were made together; `to_move` is who moves after them."""
    after = seat_number(to_move, rules)
    if turns and new[0].player == CHANCE and new[0].row.kind != UNDO:
        turns = (*turns[:-1], turns[-1]._replace(to_move=after))  # nobody waits for chance
    return (*turns, *(Turn(at, seat_number(made.player, rules), after, made.row.kind == UNDO) for made in new))
