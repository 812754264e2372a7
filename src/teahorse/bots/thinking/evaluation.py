"""What a position is worth to a player: a guess in hundredths of a VP, in whole numbers only.

Whole numbers make the guess the same interpreted, compiled and on a GPU. The weights are experience, not rules:
what a piece of progress brings per round still to come, what a coin is worth while there is something to buy.
"""

from ...rules.compiling import compiled
from ...rules.ending import score_of
from ...rules.routes import held_provinces, usable_bridges
from ...rules.state import (
    BANK_SPACES,
    BRIDGE,
    BUILDINGS,
    COINS,
    CUSTOMS,
    GUILD,
    HORSE,
    MAX_BANK_TOTAL,
    MOST_INFLUENCE,
    MOST_PASSES,
    PLACES,
    POST,
    PUER,
    QINGHAI,
    SCHOOL,
    SCORES,
    SPACES,
    TEAHOUSE,
    TRADERS,
    YARD,
    YUNNAN,
)

VP = 100  # one VP, the unit of all that follows
ROUNDS_OF_A_GAME = 9
PRESENTS_PER_ROUND = 2

# What one more step brings per round still to come.
TRADER_PER_ROUND = 480
PASS_PER_ROUND = 170
HORSE_PER_ROUND = 360
INFLUENCE_PER_ROUND = 170
POST_PER_ROUND = 140
BRIDGE_PER_ROUND = 50
TEAHOUSE_WAITING = 400

COINS_TO_SPEND = 30  # beyond these there is little to buy
COIN_AT_END = 33
COIN_PER_ROUND = 13
SPARE_COIN_PER_ROUND = 6

TRADER_IN_MARKET = 550
TRADER_IN_SUPPLY = 500
TRADER_AT_WORK = 200  # in a building: it is back in the supply afterwards
SMALL_BID_STANDS = 70  # of a hundred
LEAD_OF_OTHERS = 4  # others count for one part in so many
FUTURE_ROUNDS_STANDING = 2  # a trader out there earns again


@compiled
def rounds_left(g, r):
    """Guess how many rounds are still to come; at least this one's buying should pay a little."""
    presents = 0
    for province in range(YUNNAN, PLACES):
        presents += int(g.presents[province])
    by_presents = 1 + (presents - r.presents_end) // PRESENTS_PER_ROUND
    return max(1, min(ROUNDS_OF_A_GAME - int(g.round_number), by_presents))


@compiled
def worth(g, r, player):
    """What the position is worth to a player, leaving the others out."""
    left = rounds_left(g, r)
    value = 0
    for score in range(SCORES):
        if score != COINS:
            value += VP * int(score_of(g, r, r.person[player], score))
    value += worth_of_coins(g.coins[player] - g.committed[player], left)
    value += worth_of_progress(g, player, left)
    value += worth_of_traders(g, r, player, left)
    value += worth_of_bids(g, r, player, left)
    return value + VP * g.income[player]


@compiled
def worth_of_coins(coins, left):
    """Coins buy progress while there is time, and a third of a VP at the end."""
    spendable = min(coins, COINS_TO_SPEND)
    value = spendable * (COIN_AT_END + COIN_PER_ROUND * left)
    return value + (coins - spendable) * (COIN_AT_END + SPARE_COIN_PER_ROUND * left)


@compiled
def worth_of_progress(g, player, left):
    """Traders, passes, the horse, influence and structures pay in every round to come."""
    per_round = (TRADERS - int(g.reserve[player])) * TRADER_PER_ROUND
    per_round += int(g.passes[player]) * PASS_PER_ROUND
    per_round += int(g.horse[player]) * HORSE_PER_ROUND
    per_round += int(g.influence[player]) * INFLUENCE_PER_ROUND
    for province in range(YUNNAN, PLACES):
        per_round += int(g.posts[player, province]) * (POST_PER_ROUND + VP * (province - YUNNAN) // 2)
    bridges = int(g.bridges[player])
    while bridges > 0:
        per_round += (bridges & 1) * 2 * BRIDGE_PER_ROUND
        bridges >>= 1
    per_round += int(g.structures[player, POST]) * POST_PER_ROUND
    per_round += int(g.structures[player, BRIDGE]) * BRIDGE_PER_ROUND
    return per_round * left + int(g.structures[player, TEAHOUSE]) * TEAHOUSE_WAITING


@compiled
def worth_of_traders(g, r, player, left):
    """Traders earn where they stand and take presents there; without a route they will be sent home."""
    bridges = usable_bridges(g, player)
    held = held_provinces(g, player)
    again = min(left, FUTURE_ROUNDS_STANDING)
    value = int(g.traders[player, PUER]) * TRADER_IN_MARKET + int(g.supply[player]) * TRADER_IN_SUPPLY
    for province in range(YUNNAN, PLACES):
        traders = int(g.traders[player, province])
        if traders == 0:
            continue
        if r.gaps[bridges, held, province] > 0:
            value += traders * TRADER_IN_MARKET // 2
            continue
        value += traders * VP * r.trader_values[province] * (2 + again) // 2
        presents = min(traders, int(g.presents[province]))
        value += presents * r.vp_per_present * VP * (3 + int(g.influence[player])) // 8
    return value


@compiled
def worth_of_bids(g, r, player, left):
    """Standing bids bring progress, the bank coins; the price is off the coins already (`committed`)."""
    value = 0
    total = 0
    for building in range(BUILDINGS):
        for space in range(SPACES):
            owner = g.bids[building, space]
            if owner >= 0:
                total += r.prices[building, space]
            if owner == player:
                gain = worth_of_step(g, player, building, left)
                value += gain * SMALL_BID_STANDS // 100 if r.small[building, space] else gain
                value += TRADER_AT_WORK
    for space in range(BANK_SPACES):
        if g.bank[space] == player:
            pays = r.bank_pays[space, min(total, MAX_BANK_TOTAL)]
            value += pays * (COIN_AT_END + COIN_PER_ROUND * left) + TRADER_AT_WORK
    return value


@compiled
def worth_of_step(g, player, building, left):
    """What one step of progress is worth, its VP at the end included (12.2, 12.3 grow by about 1, 3, 5, 7)."""
    if building == SCHOOL:
        return TRADER_PER_ROUND * left + TRADER_IN_MARKET
    if building == CUSTOMS:
        return PASS_PER_ROUND * left + VP * (2 * (int(g.passes[player]) - 1) - 1) * (g.passes[player] < MOST_PASSES)
    if building == HORSE:
        return HORSE_PER_ROUND * left + VP * (2 * int(g.horse[player]) - 1) * (g.horse[player] < QINGHAI)
    if building == GUILD:
        step = VP * (2 * int(g.influence[player]) + 1) * (g.influence[player] < MOST_INFLUENCE)
        return INFLUENCE_PER_ROUND * left + step
    if building == YARD:
        return POST_PER_ROUND * left + TEAHOUSE_WAITING
    return VP  # the temple


@compiled
def standing_of(g, r, player):
    """What the position is worth to a player, less a part of what it is worth to the others."""
    others = 0
    for other in range(r.players):
        if r.person[other] != r.person[player]:
            others += worth(g, r, other)
    return worth(g, r, player) - others // (LEAD_OF_OTHERS * (r.players - 1))
