"""Greedy: looks one move ahead and takes what is worth most. Fast, sensible, beatable."""

from ...rules import moves
from ...rules.compiling import compiled, entry
from ...rules.luck import below, shuffle_deck, shuffle_unknown
from ...rules.round import apply
from ...rules.state import CHANCE
from ...rules.verdicts import LEGAL
from .evaluation import VP, standing_of

WHIM = VP  # so little does not decide a game, but keeps two games apart


@compiled
def choose(g, r, verdicts, stream, scratch, events):
    """Pick the move after which the position is worth most to the mover, give or take a whim.

    `scratch` has room for one position. `events` is a buffer without rows: what is only imagined is not told.
    """
    if g.phase == CHANCE:
        shuffle_deck(g, stream)
        return moves.DECK
    player = g.blue[g.turn]
    best_move = moves.MOVES
    best = 0
    for move in range(moves.FIRST[g.phase], moves.LAST[g.phase]):
        if verdicts[move] != LEGAL:
            continue
        scratch[0] = g
        if r.duli:
            shuffle_unknown(scratch[0], stream)  # nobody knows her next card
        apply(scratch[0], r, move, events)
        value = standing_of(scratch[0], r, player) + below(stream, WHIM)
        if best_move == moves.MOVES or value > best:
            best_move = move
            best = value
    return best_move


@entry
def choose_at(table, r, verdicts, stream, scratch, events):
    """The same from Python, on arrays of one."""
    return choose(table[0], r[0], verdicts, stream, scratch, events)
