"""Greedy: takes the move that seems to bring most. Fast, sensible, beatable."""

from ...rules import moves
from ...rules.jit import compiled, entry
from ...rules.rng import below, shuffle_deck
from ...rules.state import CHANCE
from .proposals import NO_JOURNEY, propose


@compiled
def choose(g, r, t, stream, proposals, verdicts, scratch, events):
    """Pick what seems to bring the mover most, give or take a whim, which keeps two games apart."""
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
    """All moves worth a thought in a position, with what each seems to bring; from Python, on arrays of one."""
    return propose(table[0], r[0], t[0], NO_JOURNEY, stream, proposals, verdicts, scratch, events)
