"""The evaluation: an estimate of what a position is worth to a person, in hundredths of a VP.

It uses whole numbers only, so that it is the same interpreted, compiled and on a GPU. The weights are those of a temper
(`tempers.toml`); they come from experience, not from the rules. Time is counted in tenths of a round.
"""

from ...rules.ending import score_of, total_of
from ...rules.jit import compiled
from ...rules.routes import held_provinces, usable_bridges
from ...rules.state import (
    BANK_SPACES,
    BRIDGE,
    BUILDINGS,
    COINS,
    CONVERT,
    CUSTOMS,
    GUILD,
    HIGH,
    HORSE,
    LOW,
    MAX_BANK_TOTAL,
    MAX_GORGES,
    OVER,
    PLACES,
    POST,
    PUER,
    SCHOOL,
    SCORES,
    SPACES,
    TEAHOUSE,
    TRADERS,
    YARD,
    YUNNAN,
)

VP = 100  # one VP, the unit of all that follows
TENTHS = 10
PERCENT = 100
GUESSED_ROUNDS = 2  # the temper's guess weighs as much as this many rounds played
LONGEST_PLAN = 80


@compiled
def time_left(g, r, t):
    """Estimate how many tenths of rounds are left for income; never less than half a round."""
    presents = -r.presents_end
    taken = 0
    for province in range(YUNNAN, PLACES):
        presents += int(g.presents[province])
        taken += int(r.presents_at_start[province]) - int(g.presents[province])
    if r.vp_end > 0:
        highest = 0
        for person in range(r.people):
            highest = max(highest, int(g.vp[person]))
        left = min(
            int(t.most_rounds) - TENTHS * int(g.round_number), presents * TENTHS * TENTHS // t.presents_per_round
        )
        left = min(left, (r.vp_end - highest) * TENTHS * TENTHS // t.vp_per_round)
    else:
        # Points don't end the game (13.7): presents may lie for long, so the rate so far counts.
        rounds = int(g.round_number) - 1
        rate = (TENTHS * taken + GUESSED_ROUNDS * int(t.presents_per_round)) // (rounds + GUESSED_ROUNDS)
        left = min(LONGEST_PLAN, presents * TENTHS * TENTHS // max(1, rate))
    if g.phase < CONVERT:
        left += TENTHS // 2
    return max(TENTHS // 2, left)


@compiled
def worth_of_person(g, r, t, person):
    """The worth of the position to a person, without regard to the others."""
    if g.phase == OVER:
        return VP * int(total_of(g, r, person))
    left = time_left(g, r, t)
    value = 0
    for score in range(SCORES):
        if score != COINS:
            value += VP * int(score_of(g, r, person, score))
    for player in range(r.players):
        if r.person[player] == person:
            value += worth_of_coins(g, r, t, int(g.coins[player]) - int(g.committed[player]), left)
            value += worth_of_progress(g, r, t, player, left)
            value += worth_of_traders(g, r, t, player, left)
            value += worth_of_placements(g, r, t, player, left)
            value += VP * int(g.income[player])
    return value


@compiled
def worth_of_coins(g, r, t, coins, left):
    """Coins buy progress while there is time, and a third of a VP at the end; debts are paid with VP (15.16)."""
    if coins < 0:
        return VP * coins * max(int(r.debt_least), int(r.debt_base) - int(g.round_number))
    spendable = min(coins, int(t.coins_to_spend))
    value = spendable * (TENTHS * int(t.coin) + int(t.coin_per_round) * left)
    value += (coins - spendable) * (TENTHS * int(t.coin) + int(t.spare_coin_per_round) * left)
    return value // TENTHS


@compiled
def worth_of_progress(g, r, t, player, left):
    """Traders, passes, the horse, influence and structures pay in every round that is left; some love to build."""
    per_round = (TRADERS - int(g.reserve[player])) * int(t.trader)
    per_round += int(g.passes[player]) * int(t.passes)
    per_round += int(g.horse[player]) * int(t.horse)
    per_round += int(g.influence[player]) * int(t.influence)
    per_round += int(g.structures[player, POST]) * int(t.post)
    per_round += int(g.structures[player, BRIDGE]) * int(t.bridge)
    per_round += 2 * int(t.bridge) * bridges_of(g, player)
    standing = bridges_of(g, player)
    for province in range(YUNNAN, PLACES):
        posts = int(g.posts[player, province])
        per_round += posts * VP * int(r.post_values[province]) * int(t.standing_post) // PERCENT
        standing += posts
        if g.teahouse[province] == player:
            standing += 1
    once = int(g.structures[player, TEAHOUSE]) * int(t.teahouse) + standing * int(t.built)
    return per_round * left // TENTHS + once


@compiled
def bridges_of(g, player):
    """The number of bridges that a player has built."""
    bridges = 0
    for gorge in range(MAX_GORGES):
        bridges += int(g.bridges[player]) >> gorge & 1
    return bridges


@compiled
def worth_of_traders(g, r, t, player, left):
    """Traders earn and take presents where they stand; without a route they earn less, or are sent home."""
    bridges = usable_bridges(g, player)
    held = held_provinces(g, player)
    value = int(g.traders[player, PUER]) * int(t.in_market) + int(g.supply[player]) * int(t.in_supply)
    for province in range(YUNNAN, PLACES):
        traders = int(g.traders[player, province])
        if traders == 0:
            continue
        gaps = int(r.gaps[bridges, held, province])
        if gaps > 0:
            earns = max(0, int(r.trader_values[province]) - gaps * int(r.gap_cost))
            value += traders * (int(t.in_market) + VP * earns) // 2
            continue
        value += traders * worth_out_there(r, t, province, left)
        presents = min(traders, int(g.presents[province]))
        chance = int(t.present) + int(t.present_influence) * int(g.influence[player])
        value += presents * int(r.vp_per_present) * VP * chance // PERCENT
    return value


@compiled
def worth_out_there(r, t, province, left):
    """The earnings of a trader with a route in a province, in this round and the next ones."""
    again = min(left, int(t.rounds_out) * TENTHS) * int(t.out_again)
    return int(r.trader_values[province]) * VP * (TENTHS * int(t.out_now) + again) // (TENTHS * PERCENT)


@compiled
def worth_of_placements(g, r, t, player, left):
    """Standing bids bring progress, the bank brings coins; the price is already deducted (`committed`)."""
    value = 0
    for building in range(BUILDINGS):
        for space in range(SPACES):
            if g.bids[building, space] == player:
                value += worth_of_bid(g, r, t, player, building, space, left)
    for space in range(BANK_SPACES):
        if g.bank[space] == player:
            value += worth_of_bank(g, r, t, space, left)
    return value


@compiled
def worth_of_bid(g, r, t, player, building, space, left):
    """The worth of a bid; on a small space it may be outbid."""
    gain = worth_of_step(g, r, t, player, building, left) + int(t.at_work)
    if r.small[building, space]:
        gain = gain * int(t.small_stands) // PERCENT
    return gain


@compiled
def worth_of_bank(g, r, t, space, left):
    """The worth of a trader in the bank; players who still bid will raise its pay."""
    total = 0
    for building in range(BUILDINGS):
        for place in range(SPACES):
            if g.bids[building, place] >= 0:
                total += r.prices[building, place]
    for player in range(r.players):
        if not g.passed[player]:
            total += t.bank_growth
    pays = int(r.bank_pays[space if r.bank_is_high_low else HIGH, min(total, MAX_BANK_TOTAL)])
    return worth_of_coins(g, r, t, pays, left) * int(t.bank) // PERCENT + int(t.at_work)


@compiled
def worth_of_step(g, r, t, player, building, left):
    """The worth of one more step of progress, with its VP at the end."""
    if building == SCHOOL:
        return int(t.trader) * left // TENTHS + int(t.in_market)
    if building == CUSTOMS:
        passes = int(g.passes[player])
        return int(t.passes) * left // TENTHS + VP * next_step(r.passes_vp, passes)
    if building == HORSE:
        return int(t.horse) * left // TENTHS + VP * next_step(r.horse_vp, int(g.horse[player]))
    if building == GUILD:
        return int(t.influence) * left // TENTHS + VP * next_step(r.influence_vp, int(g.influence[player]))
    if building == YARD:
        return int(t.post) * left // TENTHS + int(t.teahouse) + int(t.built)
    value = int(t.temple)
    for other in range(r.players):
        if other != player:
            value += bridges_of(g, other) * int(t.block)
    return value


@compiled
def next_step(table, step):
    """12.2, 12.3: the VP that the next step of a track adds at the end."""
    return int(table[step + 1]) - int(table[step]) if step + 1 < len(table) else 0


assert (HIGH, LOW) == (0, 1)
