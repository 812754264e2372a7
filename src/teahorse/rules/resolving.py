"""Section 4: resolving the bank and the buildings."""

from . import duli, moves, structures
from .events import (
    BANK_PAID,
    BIDS_PAID,
    DEBT_PAID,
    GORGE_BLOCKED,
    GUARDS_PLACED,
    HORSE_ADVANCED,
    INFLUENCE_GAINED,
    PASS_GAINED,
    STRUCTURE_TAKEN,
    TRADER_HIRED,
    TRADER_RETURNED,
    emit,
)
from .jit import compiled
from .state import (
    BANK_SPACES,
    BLOCK,
    BRIDGE,
    BUILDINGS,
    CLOSED,
    CUSTOMS,
    DULI,
    GUARDS_IN_RESERVE,
    GUILD,
    HORSE,
    MAX_BANK_TOTAL,
    MAX_GORGES,
    NOBODY,
    POST,
    PROVINCES,
    PUER,
    SCHOOL,
    SPACES,
    STRUCTURES,
    TAKE,
    TEAHOUSE,
    TEMPLE,
    YARD,
    YUNNAN,
)
from .verdicts import GUARDS_USED, LEGAL, NO_GUARDS, NONE_LEFT, NOT_A_GORGE, YARD_BUILDS_TEAHOUSES

# --- The bank and what happens by itself --------------------------------------------------------------


@compiled
def begin(g, r, events):
    """4.1, 4.2: the bank pays, then the first in blue order pays for their bids."""
    for player in range(r.players):
        g.passed[player] = 0
    pay_bank(g, r, events)
    g.turn = 0
    pay_and_progress(g, r, g.blue[0], events)


@compiled
def pay_bank(g, r, events):
    """4.1, 15.5: the total of all standing bids sets what each trader in the bank gets."""
    total = total_of_bids(g, r)
    for space in range(BANK_SPACES):
        player = g.bank[space]
        if player == NOBODY or player == CLOSED:
            continue
        coins = r.bank_pays[space, min(total, MAX_BANK_TOTAL)]
        g.coins[player] += coins
        g.supply[player] += 1
        g.bank[space] = NOBODY
        emit(events, BANK_PAID, player, total, coins)


@compiled
def total_of_bids(g, r):
    """4.1, 14.7: the sum of all standing bids, the temple's and Dúli's included."""
    total = 0
    for number in range(BUILDINGS):
        for space in range(SPACES):
            if g.bids[number, space] != NOBODY:
                total += r.prices[number, space]
    return total


@compiled
def pay_and_progress(g, r, player, events):
    """4.2 to 4.7: a player pays for all bids and takes what needs no decision."""
    if player == DULI:
        duli.resolve(g, events)
        return
    pay_bids(g, r, player, events)
    for number in range(YARD):
        for space in range(SPACES):
            if g.bids[number, space] == player:
                take_progress(g, player, number, events)
                take_trader_back(g, player, number, space, events)


@compiled
def pay_bids(g, r, player, events):
    """4.2, 15.16, 15.17: all bids are paid at once; what coins don't cover costs VP."""
    price = g.committed[player]
    if price == 0:
        return
    g.committed[player] = 0
    paid = min(price, g.coins[player])
    g.coins[player] -= paid
    emit(events, BIDS_PAID, player, paid)
    short = price - paid
    if short > 0:
        vp_each = max(r.debt_least, r.debt_base - g.round_number)
        g.vp[r.person[player]] -= short * vp_each
        emit(events, DEBT_PAID, player, short, vp_each, short * vp_each)


@compiled
def take_progress(g, player, number, events):
    """4.4 to 4.7: school, customs, horse, guild."""
    if number == SCHOOL:
        g.reserve[player] -= 1
        g.traders[player, PUER] += 1
        emit(events, TRADER_HIRED, player)
    elif number == CUSTOMS:
        g.passes[player] += 1
        emit(events, PASS_GAINED, player, g.passes[player])
    elif number == HORSE:
        g.horse[player] += 1
        emit(events, HORSE_ADVANCED, player, g.horse[player])
    elif number == GUILD:
        g.influence[player] += 1
        emit(events, INFLUENCE_GAINED, player, g.influence[player])


@compiled
def take_trader_back(g, player, number, space, events):
    """4.2: the trader has done its work and returns to the supply."""
    g.bids[number, space] = NOBODY
    g.supply[player] += 1
    emit(events, TRADER_RETURNED, player, number)


@compiled
def lowest_space(g, player, number):
    """4.2: the player's cheapest bid in a building, or NOBODY."""
    for space in range(SPACES):
        if g.bids[number, space] == player:
            return space
    return NOBODY


@compiled
def next_decision(g, r, events):
    """4.2, 4.3, 13.4: in blue order, the yard and then the temple ask their players; False when all is resolved."""
    while True:
        player = g.blue[g.turn]
        if lowest_space(g, player, YARD) != NOBODY:
            g.phase = TAKE
            return True
        if lowest_space(g, player, TEMPLE) != NOBODY:
            g.phase = BLOCK
            return True
        if g.turn + 1 == r.seats:
            return False
        g.turn += 1
        pay_and_progress(g, r, g.blue[g.turn], events)


# --- The yard (4.8) -----------------------------------------------------------------------------------


@compiled
def judge_take(g, r, verdicts):
    """4.8, 13.5, 15.6: which structure may be taken, and where it may be built at once."""
    player = g.blue[g.turn]
    for structure in range(STRUCTURES):
        left = g.structures_reserve[player, structure] > 0
        verdicts[moves.TAKE_TO_SUPPLY + structure] = LEGAL if left else NONE_LEFT
    post = judge_at_once(g, r, player, POST)
    teahouse = judge_at_once(g, r, player, TEAHOUSE)
    guards = judge_guards(g, r, player)
    for number in range(PROVINCES):
        province = YUNNAN + number
        verdict = structures.judge_post(g, r, player, province) if post == LEGAL else post
        verdicts[moves.TAKE_POST + number] = verdict
        verdict = structures.judge_teahouse(g, r, player, province) if teahouse == LEGAL else teahouse
        verdicts[moves.TAKE_TEAHOUSE + number] = verdict
        verdicts[moves.TAKE_GUARDS + number] = guards
    bridge = judge_at_once(g, r, player, BRIDGE)
    for gorge in range(MAX_GORGES):
        verdict = structures.judge_bridge(g, r, player, gorge) if bridge == LEGAL else bridge
        verdicts[moves.TAKE_BRIDGE + gorge] = verdict


@compiled
def judge_at_once(g, r, player, structure):
    """4.8, 15.6: whether a structure of this kind is there, and may be built at the yard."""
    if g.structures_reserve[player, structure] == 0:
        return NONE_LEFT
    if structure != TEAHOUSE and not r.yard_builds_any:
        return YARD_BUILDS_TEAHOUSES
    return LEGAL


@compiled
def judge_guards(g, r, player):
    """13.5: the guards marker may be taken once, and put anywhere."""
    if not r.guards:
        return NO_GUARDS
    return LEGAL if g.guards[player] == GUARDS_IN_RESERVE else GUARDS_USED


@compiled
def make_take(g, r, move, events):
    """4.8, 13.5: one structure, or the guards, for one trader in the yard."""
    player = g.blue[g.turn]
    if move < moves.TAKE_POST:
        structure = move - moves.TAKE_TO_SUPPLY
        take_structure(g, player, structure, events)
        g.structures[player, structure] += 1
    elif move < moves.TAKE_BRIDGE:
        take_structure(g, player, POST, events)
        structures.build_post(g, player, YUNNAN + move - moves.TAKE_POST, events)
    elif move < moves.TAKE_TEAHOUSE:
        take_structure(g, player, BRIDGE, events)
        structures.build_bridge(g, player, move - moves.TAKE_BRIDGE, events)
    elif move < moves.TAKE_GUARDS:
        take_structure(g, player, TEAHOUSE, events)
        structures.build_teahouse(g, player, YUNNAN + move - moves.TAKE_TEAHOUSE, events)
    else:
        g.guards[player] = YUNNAN + move - moves.TAKE_GUARDS
        emit(events, GUARDS_PLACED, player, g.guards[player])
    take_trader_back(g, player, YARD, lowest_space(g, player, YARD), events)


@compiled
def take_structure(g, player, structure, events):
    """4.8: a structure leaves the reserve."""
    g.structures_reserve[player, structure] -= 1
    emit(events, STRUCTURE_TAKEN, player, structure)


# --- The temple (4.9) ---------------------------------------------------------------------------------


@compiled
def judge_block(g, r, verdicts):
    """4.9: any gorge of the board."""
    for gorge in range(MAX_GORGES):
        verdicts[moves.BLOCK_GORGE + gorge] = LEGAL if r.gorge_in_play[gorge] else NOT_A_GORGE


@compiled
def make_block(g, move, events):
    """4.9: the blocker closes a gorge till the end of the round."""
    player = g.blue[g.turn]
    g.blocked = move - moves.BLOCK_GORGE
    emit(events, GORGE_BLOCKED, player, g.blocked)
    take_trader_back(g, player, TEMPLE, lowest_space(g, player, TEMPLE), events)
