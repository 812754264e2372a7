"""The moves worth considering, and a rating of each for the mover, in hundredths of a VP.

Most moves are rated without being made: a bid by the worth of its step, a journey by the new places of the traders.
Near-duplicates are left out: of the many amounts to convert only those that leave a round sum are proposed, of the
places to take a trader from only the two cheapest.
"""

import numpy as np

from ...rules import moves
from ...rules.bidding import judge_placements, judge_sources
from ...rules.displacement import can_displace
from ...rules.ending import rank_of
from ...rules.jit import compiled
from ...rules.rng import shuffle_unknown
from ...rules.round import apply, judge_phase
from ...rules.state import (
    BID,
    BLOCK,
    BUILDINGS,
    CONVERT,
    DISPLACE,
    DULI,
    FROM_SUPPLY,
    OVER,
    PLACES,
    PROVINCES,
    PUER,
    SEATS,
    SPACES,
    TRAVEL,
    YUNNAN,
)
from ...rules.verdicts import LEGAL
from .evaluation import (
    PERCENT,
    TENTHS,
    VP,
    time_left,
    worth_of_bank,
    worth_of_bid,
    worth_of_coins,
    worth_of_person,
    worth_of_traders,
    worth_out_there,
)

PROPOSAL = np.dtype([("rating", "i4"), ("move", "i2"), ("used", "i2")])
MOST_PROPOSALS = 128
COINS_TO_KEEP = (0, 5, 9, 12, 17, 24, 33, 45)  # the price of one, two, three bids
NO_JOURNEY = -1
VICTORY = 100 * VP
DEFEAT = -20 * VP  # for ending the game and losing it


@compiled
def propose(g, r, t, last_journey, stream, proposals, verdicts, scratch, events):
    """List the moves worth considering; returns how many.

    Journeys lead to the same position in any order. So that only one order is considered, `last_journey` is the mover's
    previous journey of this turn. `scratch` has room for one position, and `events` for none.
    """
    if g.phase == BID:
        return propose_placements(g, r, t, proposals, verdicts)
    if g.phase == TRAVEL:
        return propose_journeys(g, r, t, last_journey, proposals, verdicts)
    if g.phase == CONVERT:
        return propose_converting(g, r, t, proposals, scratch, events)
    if g.phase == DISPLACE:
        return propose_displacing(g, r, t, proposals)
    return propose_by_trying(g, r, t, stream, proposals, verdicts, scratch, events)


@compiled
def offer(proposals, count, move, rating):
    """Add a move; returns the new number of proposals."""
    proposals[count].move = move
    proposals[count].rating = rating
    proposals[count].used = 0
    return count + 1


# --- Bidding ------------------------------------------------------------------------------------------


@compiled
def propose_placements(g, r, t, proposals, verdicts):
    """Every placement, with a trader from each of the two cheapest sources; and passing."""
    player = g.blue[g.turn]
    left = time_left(g, r, t)
    count = offer(proposals, 0, moves.PASS, int(g.supply[player]) * (int(t.in_market) - int(t.in_supply)))
    first, first_cost, second, second_cost = cheapest_sources(g, r, t, player, left)
    if first < 0:
        return count
    judge_placements(g, r, verdicts)
    for placement in range(moves.PLACEMENTS):
        if verdicts[placement] != LEGAL:
            continue
        rating = rate_placement(g, r, t, player, placement, left)
        count = offer(proposals, count, moves.placement_id(first, placement), rating - first_cost)
        if second >= 0:
            count = offer(proposals, count, moves.placement_id(second, placement), rating - second_cost)
    return count


@compiled
def cheapest_sources(g, r, t, player, left):
    """The two sources where taking a trader costs least, each with its cost; -1 where there is none."""
    sources = judge_sources(g, r, player)
    first = -1
    second = -1
    first_cost = 0
    second_cost = 0
    before = 0
    for source in range(PLACES):
        if sources[source] != LEGAL:
            continue
        cost = int(t.in_supply)
        if source != FROM_SUPPLY:
            if before == 0:
                before = worth_of_traders(g, r, t, player, left)
            g.traders[player, source] -= 1
            cost = before - worth_of_traders(g, r, t, player, left)
            g.traders[player, source] += 1
        if first < 0 or cost < first_cost:
            second, second_cost = first, first_cost
            first, first_cost = source, cost
        elif second < 0 or cost < second_cost:
            second, second_cost = source, cost
    return first, first_cost, second, second_cost


@compiled
def rate_placement(g, r, t, player, placement, left):
    """The worth of placing a trader, without the cost of taking it from its source."""
    if placement == moves.MARKET:
        return int(t.in_market)
    if placement >= moves.BANK:
        return rate_bank(g, r, t, player, placement, left)
    return rate_bid(g, r, t, player, placement // SPACES, placement % SPACES, left)


@compiled
def rate_bid(g, r, t, player, building, space, left):
    """A bid: the worth of its step, less its price, plus the harm to those it outbids."""
    free = int(g.coins[player]) - int(g.committed[player])
    price = int(r.prices[building, space])
    rating = worth_of_bid(g, r, t, player, building, space, left)
    for lower in range(space):
        owner = g.bids[building, lower]
        if owner < 0 or not r.small[building, lower]:
            continue
        if owner == player:
            price -= int(r.prices[building, lower])
            rating += int(t.in_supply) - worth_of_bid(g, r, t, player, building, lower, left)
        elif owner == DULI or r.person[owner] != r.person[player]:
            rating += int(t.outbid)
    return rating + worth_of_coins(g, r, t, free - price, left) - worth_of_coins(g, r, t, free, left)


@compiled
def rate_bank(g, r, t, player, placement, left):
    """The bank: its pay, less the bids that are given up; with equal spaces the bidding ends, too."""
    rating = worth_of_bank(g, r, t, max(0, placement - moves.BANK_HIGH), left)
    for building in range(BUILDINGS):
        for space in range(SPACES):
            if g.bids[building, space] == player:
                rating += int(t.in_market) - worth_of_bid(g, r, t, player, building, space, left)
    free = int(g.coins[player]) - int(g.committed[player])
    rating += worth_of_coins(g, r, t, int(g.coins[player]), left) - worth_of_coins(g, r, t, free, left)
    if not r.bank_is_high_low:
        rating += int(g.supply[player]) * (int(t.in_market) - int(t.in_supply))
    return rating


# --- Travel -------------------------------------------------------------------------------------------


@compiled
def propose_journeys(g, r, t, last_journey, proposals, verdicts):
    """Build, move or be done. In the order that is considered, building comes first and near journeys before far."""
    player = g.blue[g.turn]
    left = time_left(g, r, t)
    before = worth_of_traders(g, r, t, player, left)
    judge_phase(g, r, verdicts)
    count = offer(proposals, 0, moves.DONE, 0)
    if last_journey == NO_JOURNEY:
        count = propose_building(g, r, t, player, left, before, proposals, verdicts)
    for end in range(PLACES):
        for start in range(PLACES):
            move = moves.go_id(start, end)
            if verdicts[move] != LEGAL or not in_order(last_journey, start, end):
                continue
            g.traders[player, start] -= 1
            g.traders[player, end] += 1
            rating = worth_of_traders(g, r, t, player, left) - before
            g.traders[player, start] += 1
            g.traders[player, end] -= 1
            if end != PUER and g.influence[player] > 0:
                rating += best_push(g, r, t, player, end, left)
            count = offer(proposals, count, move, rating)
    return count


@compiled
def in_order(last_journey, start, end):
    """Whether a journey may follow the last one: it goes to the same place or farther."""
    if last_journey == NO_JOURNEY:
        return True
    last_start = (last_journey - moves.GO) // PLACES
    last_end = (last_journey - moves.GO) % PLACES
    return end > last_end or (end == last_end and start >= last_start)


@compiled
def propose_building(g, r, t, player, left, before, proposals, verdicts):
    """Structures from the supply, rated by the routes they open and what they earn."""
    count = 1  # after `done`
    for number in range(PROVINCES):
        province = YUNNAN + number
        if verdicts[moves.BUILD_POST + number] == LEGAL:
            g.posts[player, province] += 1
            rating = worth_of_traders(g, r, t, player, left) - before + int(t.built)
            g.posts[player, province] -= 1
            earns = VP * int(r.post_values[province]) * int(t.standing_post) // PERCENT
            rating += (earns - int(t.post)) * left // TENTHS
            count = offer(proposals, count, moves.BUILD_POST + number, rating)
        if verdicts[moves.BUILD_TEAHOUSE + number] == LEGAL:
            rating = VP * int(r.teahouse_vp[province]) - int(t.teahouse) + int(t.built)
            count = offer(proposals, count, moves.BUILD_TEAHOUSE + number, rating)
    for gorge in range(moves.BUILD_TEAHOUSE - moves.BUILD_BRIDGE):
        if verdicts[moves.BUILD_BRIDGE + gorge] == LEGAL:
            g.bridges[player] |= 1 << gorge
            rating = worth_of_traders(g, r, t, player, left) - before + int(t.built)
            g.bridges[player] &= ~(1 << gorge)
            count = offer(proposals, count, moves.BUILD_BRIDGE + gorge, rating + int(t.bridge) * left // TENTHS)
    return count


@compiled
def best_push(g, r, t, player, province, left):
    """The worth of displacing someone in a province; 0 if nobody can be displaced."""
    best = 0
    for victim in range(SEATS):
        if can_displace(g, r, player, victim, province):
            best = max(best, rate_push(g, r, t, player, victim, province, left))
    return best


@compiled
def rate_push(g, r, t, player, victim, province, left):
    """Displacing a trader: a fixed bonus, and a part of its owner's loss."""
    if victim != DULI and r.person[victim] == r.person[player]:
        return -VP
    loss = worth_out_there(r, t, province, left)
    loss -= worth_out_there(r, t, province - 1, left) if province > YUNNAN else int(t.in_market)
    return int(t.displace) + max(0, loss) * int(t.lead) // PERCENT


@compiled
def propose_displacing(g, r, t, proposals):
    """Displace someone, or spare them all."""
    player = g.blue[g.turn]
    left = time_left(g, r, t)
    count = offer(proposals, 0, moves.SPARE, 0)
    for victim in range(SEATS):
        if can_displace(g, r, player, victim, g.arrived):
            rating = rate_push(g, r, t, player, victim, g.arrived, left)
            count = offer(proposals, count, moves.DISPLACE_TRADER + victim, rating)
    return count


# --- The rest -----------------------------------------------------------------------------------------


@compiled
def propose_converting(g, r, t, proposals, scratch, events):
    """Convert all income into VP, none, just enough to end the game, or so much that a round sum of coins is left."""
    player = g.blue[g.turn]
    income = min(int(g.income[player]), moves.MOST_INCOME)
    count = 0
    if r.vp_end > 0:
        to_end = r.vp_end - int(g.vp[r.person[player]])
        if 0 < to_end <= income:
            count = propose_amount(g, r, t, player, to_end, proposals, count, scratch, events)
    for keep in COINS_TO_KEEP:
        amount = min(income, max(0, income + int(g.coins[player]) - keep))
        count = propose_amount(g, r, t, player, amount, proposals, count, scratch, events)
    return propose_amount(g, r, t, player, 0, proposals, count, scratch, events)


@compiled
def propose_amount(g, r, t, player, amount, proposals, count, scratch, events):
    """Propose an amount to convert, once; if it ends the game, the result counts."""
    move = moves.CONVERT_INCOME + amount
    for number in range(count):
        if proposals[number].move == move:
            return count
    scratch[0] = g
    apply(scratch[0], r, move, events)
    left = time_left(g, r, t)
    rating = VP * amount + worth_of_coins(g, r, t, int(g.coins[player]) + int(g.income[player]) - amount, left)
    if scratch[0].phase == OVER:
        person = r.person[player]
        rating = worth_of_person(scratch[0], r, t, person) - VP * int(g.vp[person])
        rating += VICTORY if rank_of(scratch[0], r, person) == 1 else DEFEAT
    return offer(proposals, count, move, rating)


@compiled
def propose_by_trying(g, r, t, stream, proposals, verdicts, scratch, events):
    """Structures at the yard and gorges to block: every legal move is made, and the position after it rated."""
    person = r.person[g.blue[g.turn]]
    count = 0
    judge_phase(g, r, verdicts)
    for move in range(moves.FIRST[g.phase], moves.LAST[g.phase]):
        if verdicts[move] != LEGAL:
            continue
        scratch[0] = g
        if r.duli:
            shuffle_unknown(scratch[0], stream)  # nobody knows her next card
        apply(scratch[0], r, move, events)
        rating = worth_of_person(scratch[0], r, t, person)
        if g.phase == BLOCK:
            rating -= worth_of_others(scratch[0], r, t, person) * int(t.lead) // PERCENT
        count = offer(proposals, count, move, rating)
    return count


@compiled
def worth_of_others(g, r, t, person):
    """The worth of the position to the others, on average."""
    worth = 0
    for other in range(r.people):
        if other != person:
            worth += worth_of_person(g, r, t, other)
    return worth // (r.people - 1)
