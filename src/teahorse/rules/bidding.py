"""Sections 2 and 3: bidding in the city of Pu'er."""

import numpy as np

from . import duli, moves
from .events import BANK_ENTERED, BID_PLACED, MARKET_ENTERED, PASSED, emit
from .jit import compiled, entry
from .spaces import highest_bid, judge_space, place_bid
from .state import (
    BANK_SPACES,
    BUILDINGS,
    CHANCE,
    CLOSED,
    CUSTOMS,
    DULI,
    FROM_SUPPLY,
    GUARDS_IN_RESERVE,
    GUILD,
    HIGH,
    HORSE,
    KANG,
    LOW,
    MOST_INFLUENCE,
    MOST_PASSES,
    NEEDS_BID,
    NOBODY,
    PLACES,
    PUER,
    QINGHAI,
    SCHOOL,
    SICHUAN,
    SPACES,
    STRUCTURES,
    TEMPLE,
    TIBET,
    YARD,
    YUNNAN,
)
from .verdicts import (
    ALREADY_BIDDING_HERE,
    BANK_ALIKE,
    BANK_SPACE_CLOSED,
    BANK_SPACE_TAKEN,
    BANK_TAKEN,
    BANK_TWICE,
    BANK_WHICH,
    LEGAL,
    NO_SUCH_SPACE,
    NO_TEMPLE,
    NO_TRADER_THERE,
    NO_TRADER_TO_PLACE,
    NONE_IN_SUPPLY,
    NOT_AFFORDABLE,
    NOT_TWICE,
    ONLY_MARKET_AFTER_BANK,
    SCHOOL_USED_UP,
    SPACE_TAKEN,
    SUPPLY_FIRST,
    TWO_BIDS_ALREADY,
)

# --- What may be done ---------------------------------------------------------------------------------


@compiled
def judge(g, r, verdicts):
    """2.1: a verdict for every placement and for passing; returns how many are legal.

    Where a trader goes and where it comes from are judged apart; a move's verdict follows from the two.
    """
    sources = judge_sources(g, r, g.blue[g.turn])
    legal_sources = 0
    for source in range(PLACES):
        legal_sources += sources[source] == LEGAL
    legal_placements = judge_placements(g, r, verdicts)
    # The placements lie where the table begins; from the last to the first each makes room for its sources.
    for placement in range(moves.PLACEMENTS - 1, -1, -1):
        verdict = verdicts[placement]
        for source in range(PLACES):
            verdicts[placement * PLACES + source] = combine(verdict, sources[source])
    verdicts[moves.PASS] = LEGAL
    return legal_placements * legal_sources + 1


@compiled
def combine(placement, source):
    """Combine the two verdicts: a refusal of the space comes first, then of the trader, then of the price."""
    if source == LEGAL or (placement != LEGAL and placement != NOT_AFFORDABLE):
        return placement
    return source


@compiled
def judge_placements(g, r, placements):
    """2.5, 2.6, 3: where a trader may be placed, from any source; returns how many placements are legal."""
    player = g.blue[g.turn]
    in_bank = is_in_bank(g, player)
    legal = 1
    placements[moves.MARKET] = LEGAL
    legal += judge_bank(g, r, player, in_bank, placements)
    for building in range(BUILDINGS):
        legal += judge_building(g, r, player, building, in_bank, placements)
    return legal


@compiled
def judge_sources(g, r, player):
    """2.2, 2.4, 15.3: whether a trader may come from the supply, and from each province."""
    out = 0
    for province in range(YUNNAN, PLACES):
        out += g.traders[player, province]
    in_supply = g.supply[player] > 0
    none = NO_TRADER_THERE if in_supply or out > 0 else NO_TRADER_TO_PLACE
    some = LEGAL if r.recall_any or not in_supply else SUPPLY_FIRST
    no_supply = NONE_IN_SUPPLY if out > 0 else NO_TRADER_TO_PLACE
    return (
        LEGAL if in_supply else no_supply,
        some if g.traders[player, YUNNAN] > 0 else none,
        some if g.traders[player, SICHUAN] > 0 else none,
        some if g.traders[player, KANG] > 0 else none,
        some if g.traders[player, TIBET] > 0 else none,
        some if g.traders[player, QINGHAI] > 0 else none,
    )


@compiled
def is_in_bank(g, player):
    """Whether the player stands in the bank."""
    return g.bank[HIGH] == player or g.bank[LOW] == player


@compiled
def judge_building(g, r, player, building, in_bank, placements):
    """3.1 to 3.8, 13.1 to 13.3: the spaces of one building; returns how many are open to the player."""
    highest = highest_bid(g, building)
    own = 0
    own_small = 0  # coins freed when the player outbids themselves (13.3)
    for space in range(SPACES):
        mine = g.bids[building, space] == player
        own += mine
        own_small = r.prices[building, space] if mine and r.small[building, space] else own_small
    budget = g.coins[player] - g.committed[player] + own_small
    again = judge_again(r, building, own)
    progress = judge_progress(g, r, player, building, own)
    # All spaces are judged before any verdict is written: the compiler has to assume that `placements` and `g` overlap.
    told = (
        judge_bid(g, r, building, 0, highest, budget, again, progress, in_bank),
        judge_bid(g, r, building, 1, highest, budget, again, progress, in_bank),
        judge_bid(g, r, building, 2, highest, budget, again, progress, in_bank),
        judge_bid(g, r, building, 3, highest, budget, again, progress, in_bank),
        judge_bid(g, r, building, 4, highest, budget, again, progress, in_bank),
    )
    legal = 0
    for space in range(SPACES):
        placements[building * SPACES + space] = told[space]
        legal += told[space] == LEGAL
    return legal


@compiled
def judge_bid(g, r, building, space, highest, budget, again, progress, in_bank):
    """3.1 to 3.8: one space. Each refusal replaces the ones before it, so the most important comes last."""
    price = r.prices[building, space]
    room = judge_space(g, r, building, space, highest)
    verdict = NOT_AFFORDABLE if price > budget and not r.debt else LEGAL
    verdict = progress if progress != LEGAL else verdict
    verdict = room if room != LEGAL else verdict
    verdict = again if again != LEGAL and room != SPACE_TAKEN else verdict
    verdict = ONLY_MARKET_AFTER_BANK if in_bank else verdict
    if price == 0:
        verdict = NO_SUCH_SPACE if building != TEMPLE or r.temple else NO_TEMPLE
    return verdict


@compiled
def judge_again(r, building, own):
    """3.3, 13.1: whether a player with `own` traders in a building may bid there once more."""
    if own > 0 and (building == TEMPLE or not r.double_bidding):
        return ALREADY_BIDDING_HERE
    return TWO_BIDS_ALREADY if own > 1 else LEGAL


@compiled
def judge_progress(g, r, player, building, own):
    """3.8, 13.2: no bid for progress that is used up, no second bid for progress that can be taken only once."""
    left = progress_left(g, r, player, building)
    if left == 0:
        return np.uint8(SCHOOL_USED_UP + building)  # the refusals stand in the order of the buildings
    if own > 0 and left < 2:
        return NOT_TWICE
    return LEGAL


@entry
def progress_left(g, r, player, building):
    """3.8, 13.5: how often a building can still give something to a player."""
    if building == SCHOOL:
        return g.reserve[player]
    if building == CUSTOMS:
        return MOST_PASSES - g.passes[player]
    if building == HORSE:
        return QINGHAI - g.horse[player]
    if building == GUILD:
        return MOST_INFLUENCE - g.influence[player]
    if building == YARD:
        left = 1 if r.guards and g.guards[player] == GUARDS_IN_RESERVE else 0
        for structure in range(STRUCTURES):
            left += g.structures_reserve[player, structure]
        return left
    return 1  # the temple is always open


@compiled
def judge_bank(g, r, player, in_bank, placements):
    """2.5, 15.4: the bank, named as the edition names it; returns how many of its spaces are open."""
    if r.bank_is_high_low:
        placements[moves.BANK] = BANK_WHICH
        legal = 0
        for space in range(BANK_SPACES):
            verdict = LEGAL
            if in_bank:
                verdict = BANK_TWICE
            elif g.bank[space] == CLOSED:
                verdict = BANK_SPACE_CLOSED
            elif g.bank[space] != NOBODY:
                verdict = BANK_SPACE_TAKEN
            placements[moves.BANK_HIGH + space] = verdict
            legal += verdict == LEGAL
        return legal
    free = g.bank[HIGH] == NOBODY or g.bank[LOW] == NOBODY
    placements[moves.BANK] = LEGAL if free else BANK_TAKEN
    placements[moves.BANK_HIGH] = BANK_ALIKE
    placements[moves.BANK_LOW] = BANK_ALIKE
    return 1 if free else 0


# --- What it does -------------------------------------------------------------------------------------


@compiled
def make(g, r, move, events):
    """2.1: the player to move bids, goes to the bank or the market, or passes."""
    player = g.blue[g.turn]
    if move == moves.PASS:
        pass_bidding(g, player, events)
        return
    placement = move // PLACES
    source = move % PLACES
    if source == FROM_SUPPLY:
        g.supply[player] -= 1
    else:
        g.traders[player, source] -= 1
    if placement < moves.BANK:
        building = placement // SPACES
        space = placement % SPACES
        emit(events, BID_PLACED, player, building, r.prices[building, space], source)
        place_bid(g, r, player, building, space, events)
    elif placement == moves.MARKET:
        g.traders[player, PUER] += 1
        emit(events, MARKET_ENTERED, player, source)
    else:
        enter_bank(g, r, player, placement, source, events)


@compiled
def enter_bank(g, r, player, placement, source, events):
    """2.5, 15.4: into the bank; the player's bids are given up, and with equal spaces the bidding is over."""
    space = HIGH if g.bank[HIGH] == NOBODY else LOW
    if r.bank_is_high_low:
        space = placement - moves.BANK_HIGH
    g.bank[space] = player
    to_market = 0
    for building in range(BUILDINGS):
        for other in range(SPACES):
            if g.bids[building, other] == player:
                g.bids[building, other] = NOBODY
                to_market += 1
    g.committed[player] = 0
    if not r.bank_is_high_low:
        to_market += g.supply[player]
        g.supply[player] = 0
        g.passed[player] = 1
    g.traders[player, PUER] += to_market
    emit(events, BANK_ENTERED, player, space, source, to_market)


@compiled
def pass_bidding(g, player, events):
    """2.7: what is left in the supply goes to the market."""
    g.traders[player, PUER] += g.supply[player]
    emit(events, PASSED, player, g.supply[player])
    g.supply[player] = 0
    g.passed[player] = 1


@compiled
def all_have_passed(g, r):
    """2.1, 14.5: whether no player is bidding any more. Dúli never goes on alone."""
    for player in range(r.players):
        if not g.passed[player]:
            return False
    return True


@compiled
def next_turn(g, r, events):
    """2.1: give the turn to the next in blue order who has not passed; False when the bidding is over."""
    while not all_have_passed(g, r):
        g.turn = (g.turn + 1) % r.seats
        player = g.blue[g.turn]
        if player == DULI:
            if duli.needs_deck(g):
                g.phase = CHANCE
                g.needs = NEEDS_BID
                return True
            duli.bid(g, r, events)
        elif not g.passed[player]:
            return True
    return False
