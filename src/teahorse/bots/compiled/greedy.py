"""Greedy: takes the move with the best rating. Fast, sensible, beatable."""

from ...rules import moves
from ...rules.jit import compiled, entry
from ...rules.rng import below, shuffle_deck
from ...rules.state import CHANCE
from .proposals import NO_JOURNEY, propose


@compiled
def choose(g, r, t, stream, proposals, verdicts, scratch, events):
    """Pick the move with the best rating; a random whim is added, so that games differ."""
    if g.phase == CHANCE:
        shuffle_deck(g, stream)
        return moves.DECK
    count = propose(g, r, t, NO_JOURNEY, stream, proposals, verdicts, scratch, events)
    best = 0
    best_rating = 0
    for number in range(count):
        rating = int(proposals[number].rating)
        if t.whim > 0:
            rating += below(stream, t.whim)
        if number == 0 or rating > best_rating:
            best = number
            best_rating = rating
    return proposals[best].move


@entry
def rate(table, r, t, stream, proposals, verdicts, scratch, events):
    """Rate the moves worth considering in a position; for Python, on arrays of one."""
    return propose(table[0], r[0], t[0], NO_JOURNEY, stream, proposals, verdicts, scratch, events)
