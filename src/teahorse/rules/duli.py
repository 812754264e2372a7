"""Section 14: Dúli, the card-driven third colour of the game for two."""

from .displacement import can_displace, displace
from .events import (
    BID_PLACED,
    CARD_DRAWN,
    CARD_SPENT,
    DECK_LAID,
    DULI_PLACED,
    INFLUENCE_GAINED,
    STRUCTURE_BUILT,
    TRADER_RETURNED,
    emit,
)
from .jit import compiled
from .spaces import highest_bid, judge_space, place_bid
from .state import (
    BUILDINGS,
    CARDS,
    DULI,
    FROM_SUPPLY,
    GUILD,
    MOST_INFLUENCE,
    NEEDS_NOTHING,
    NOBODY,
    PLACES,
    PROGRESS_BUILDINGS,
    QINGHAI,
    SPACES,
    STRUCTURES_OF_A_KIND,
    TEAHOUSE,
    YUNNAN,
)
from .verdicts import LEGAL


@compiled
def begin_deck(g, events):
    """14.3: the new pile is full, the discard pile empty."""
    g.drawn = 0
    g.needs = NEEDS_NOTHING
    emit(events, DECK_LAID)


@compiled
def needs_deck(g):
    """14.3: whether the pile is empty."""
    return g.drawn == CARDS


@compiled
def draw(g, events):
    """14.3: the next card of the pile, as a row of the tables of cards."""
    card = g.deck[g.drawn]
    g.drawn += 1
    emit(events, CARD_DRAWN, card)
    return card - 1


@compiled
def bid(g, r, events):
    """14.5, 14.6: in the first building of the card that has room for her, on its cheapest open space."""
    card = draw(g, events)
    for entry_of_card in range(PROGRESS_BUILDINGS):
        building = r.card_bids[card, entry_of_card]
        if building == NOBODY or has_trader(g, building):
            continue
        highest = highest_bid(g, building)
        for space in range(SPACES):
            if judge_space(g, r, building, space, highest) == LEGAL:
                g.supply[DULI] -= 1
                emit(events, BID_PLACED, DULI, building, r.prices[building, space], FROM_SUPPLY)
                place_bid(g, r, DULI, building, space, events)
                return
    emit(events, CARD_SPENT, card + 1)


@compiled
def has_trader(g, building):
    """Whether Dúli has a trader in a building."""
    for space in range(SPACES):
        if g.bids[building, space] == DULI:
            return True
    return False


@compiled
def resolve(g, events):
    """14.7: only the guild gives her something, and all her traders return."""
    for building in range(BUILDINGS):
        for space in range(SPACES):
            if g.bids[building, space] == DULI:
                g.bids[building, space] = NOBODY
                g.supply[DULI] += 1
                if building == GUILD and g.influence[DULI] < MOST_INFLUENCE:
                    g.influence[DULI] += 1
                    emit(events, INFLUENCE_GAINED, DULI, g.influence[DULI])
                emit(events, TRADER_RETURNED, DULI, building)
    g.committed[DULI] = 0


@compiled
def travel(g, r, events):
    """14.8, 14.9: a card builds her teahouse and sends her traders out, from Yunnan upward."""
    card = draw(g, events)
    if r.card_teahouse[card]:
        build_teahouse(g, r, events)
    farthest = YUNNAN
    for player in range(r.players):
        farthest = max(farthest, g.horse[player])
    for province in range(YUNNAN, farthest + 1):
        traders = r.card_traders[card, province]
        if traders > 0:
            g.supply[DULI] -= traders
            g.traders[DULI, province] += traders
            emit(events, DULI_PLACED, province, traders)
            push(g, r, province, events)


@compiled
def build_teahouse(g, r, events):
    """14.8: from the highest province with a player's trader downward, where there is none yet."""
    built = 0
    for place in range(PLACES):
        if g.teahouse[place] == DULI:
            built += 1
    if built == STRUCTURES_OF_A_KIND:
        return
    for province in range(highest_held(g, r), YUNNAN - 1, -1):
        if g.teahouse[province] == NOBODY:
            g.teahouse[province] = DULI
            emit(events, STRUCTURE_BUILT, DULI, TEAHOUSE, province)
            return


@compiled
def highest_held(g, r):
    """14.8: the highest province that holds a player's trader; below Yunnan if none does."""
    for province in range(QINGHAI, YUNNAN - 1, -1):
        for player in range(r.players):
            if g.traders[player, province] > 0:
                return province
    return YUNNAN - 1


@compiled
def push(g, r, province, events):
    """14.10: she displaces the weaker of those she can, else the one with more traders; a draw spares both."""
    victim = NOBODY
    for player in range(r.players):
        if not can_displace(g, r, DULI, player, province):
            continue
        if victim == NOBODY or g.influence[player] < g.influence[victim]:
            victim = player
        elif g.influence[player] == g.influence[victim]:
            if g.traders[player, province] == g.traders[victim, province]:
                return  # only two play with Dúli, so nobody else can come before these two
            if g.traders[player, province] > g.traders[victim, province]:
                victim = player
    if victim != NOBODY:
        displace(g, victim, province, DULI, events)
