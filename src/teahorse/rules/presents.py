"""Section 7: the presents."""

from .events import PRESENT_GIVEN, emit
from .jit import compiled
from .state import DULI, MOST_INFLUENCE, PLACES, YUNNAN


@compiled
def deal(g, r, events):
    """7.1: in each province, by influence, highest first."""
    for province in range(YUNNAN, PLACES):
        if g.presents[province] == 0:
            continue
        for influence in range(MOST_INFLUENCE, -1, -1):
            deal_among_equals(g, r, province, influence, events)


@compiled
def deal_among_equals(g, r, province, influence, events):
    """7.2: one each in gray order, again and again while presents and unserved traders last."""
    served = 0
    any_unserved = True
    while any_unserved:
        any_unserved = False
        for seat in range(r.seats - 1, -1, -1):
            player = g.blue[seat]
            if g.presents[province] == 0:
                return
            if g.influence[player] != influence or g.traders[player, province] <= served:
                continue
            if player == DULI and not any_player_there(g, r, province):
                continue
            any_unserved = True
            g.presents[province] -= 1
            g.held_presents[player] += 1
            emit(events, PRESENT_GIVEN, player, province, g.presents[province])
        served += 1


@compiled
def any_player_there(g, r, province):
    """14.12: Dúli takes presents only where a player has a trader too."""
    for player in range(r.players):
        if g.traders[player, province] > 0:
            return True
    return False
