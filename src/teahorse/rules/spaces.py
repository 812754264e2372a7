"""The spaces of a building, for players and Dúli alike (3.2 to 3.5, 3.7)."""

from .events import OUTBID, UNPASSED, emit
from .jit import compiled
from .state import NOBODY, SPACES
from .verdicts import LEGAL, NOT_HIGHEST, SPACE_TAKEN


@compiled
def highest_bid(g, building):
    """3.4: the highest space of a building that is taken, or NOBODY."""
    highest = NOBODY
    for space in range(SPACES):
        highest = space if g.bids[building, space] != NOBODY else highest
    return highest


@compiled
def judge_space(g, r, building, space, highest):
    """3.2 to 3.5: a space must be empty, and a small one above all bids; prices rise with the number of the space."""
    verdict = NOT_HIGHEST if space < highest and r.small[building, space] else LEGAL
    return SPACE_TAKEN if g.bids[building, space] != NOBODY else verdict


@compiled
def place_bid(g, r, player, building, space, events):
    """3.7: a trader takes a space; those on lower small spaces are outbid."""
    for lower in range(space):
        owner = g.bids[building, lower]
        if owner != NOBODY and r.small[building, lower]:
            g.bids[building, lower] = NOBODY
            g.supply[owner] += 1
            g.committed[owner] -= r.prices[building, lower]
            emit(events, OUTBID, owner, building, r.prices[building, lower], player)
            if g.passed[owner]:
                g.passed[owner] = 0
                emit(events, UNPASSED, owner)
    g.bids[building, space] = player
    g.committed[player] += r.prices[building, space]
