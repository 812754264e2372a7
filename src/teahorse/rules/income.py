"""Sections 8 to 10: round income, the new turn order, and turning income into VP and coins."""

from . import moves
from .events import CONVERTED, INCOME, MARKET_EARNED, NEW_ORDER, POSTS_EARNED, TRADERS_EARNED, emit
from .jit import compiled, entry
from .routes import held_provinces, usable_bridges
from .state import CONVERT, DULI, PLACES, PUER, YUNNAN
from .verdicts import LEGAL, MORE_THAN_INCOME

# --- Round income (8) ---------------------------------------------------------------------------------


@compiled
def compute_income(g, r, events):
    """8.1: in gray order, what each player's traders and posts earn; nothing is paid yet."""
    for seat in range(r.seats - 1, -1, -1):
        player = g.blue[seat]
        if player != DULI:
            g.income[player] = income_of(g, r, player, events)
            emit(events, INCOME, player, g.income[player])


@entry
def income_of(g, r, player, events):
    """8.1 to 8.3, 15.12: the sum over provinces, and the market."""
    bridges = usable_bridges(g, player)
    held = held_provinces(g, player)
    income = 0
    for province in range(YUNNAN, PLACES):
        traders = g.traders[player, province]
        posts = g.posts[player, province]
        if traders == 0 and posts == 0:
            continue
        gaps = r.gaps[bridges, held, province]
        if traders > 0:
            coins = traders_earn(r, traders, province, gaps)
            income += coins
            emit(events, TRADERS_EARNED, player, province, traders, gaps, coins)
        if posts > 0:
            coins = posts_earn(r, posts, province, gaps)
            income += coins
            emit(events, POSTS_EARNED, player, province, posts, gaps, coins)
    in_market = g.traders[player, PUER]
    if in_market > 0:
        coins = market_earns(r, in_market)
        income += coins
        emit(events, MARKET_EARNED, player, in_market, coins)
    return income


@compiled
def expected_income(g, r, player):
    """8.1 to 8.3: what the player would earn if income came now, without a report."""
    bridges = usable_bridges(g, player)
    held = held_provinces(g, player)
    income = market_earns(r, g.traders[player, PUER])
    for province in range(YUNNAN, PLACES):
        gaps = r.gaps[bridges, held, province]
        income += traders_earn(r, g.traders[player, province], province, gaps)
        income += posts_earn(r, g.posts[player, province], province, gaps)
    return income


@compiled
def traders_earn(r, traders, province, gaps):
    """8.2, 8.3: each trader earns the value of the province, less for every gap."""
    return traders * max(0, r.trader_values[province] - gaps * r.gap_cost)


@compiled
def posts_earn(r, posts, province, gaps):
    """8.2, 8.3: posts earn their value, or nothing if there is a gap."""
    return posts * r.post_values[province] if gaps == 0 else 0


@compiled
def market_earns(r, traders):
    """8.1, 15.12: the market pays once, or for each trader."""
    if traders == 0:
        return 0
    return r.trader_values[PUER] * (traders if r.market_pays_each else 1)


# --- Turn order (9) -----------------------------------------------------------------------------------


@compiled
def new_order(g, r, events):
    """9.1: sort by income; of equals, the one who was later in the old gray order goes first.

    Blue is gray reversed, so the new blue order is by *rising* income, and of equals the one earlier in the old blue
    order comes *later*. To get this, each player is inserted before all who earned as much or more.
    Dúli stays last in blue.
    """
    for number in range(1, r.players):
        player = g.blue[number]
        position = number
        while position > 0 and g.income[g.blue[position - 1]] >= g.income[player]:
            g.blue[position] = g.blue[position - 1]
            position -= 1
        g.blue[position] = player
    for position in range(r.players):
        emit(events, NEW_ORDER, position + 1, g.blue[r.players - 1 - position])


# --- Converting (10) ----------------------------------------------------------------------------------


@compiled
def begin_converting(g, r):
    """10.1: the turn goes through the new gray order, so it starts after the last in blue."""
    g.phase = CONVERT
    g.turn = r.players


@compiled
def next_to_convert(g, r):
    """10.1: the next in gray order with an income; False when all have converted."""
    while g.turn > 0:
        g.turn -= 1
        if g.income[g.blue[g.turn]] > 0:
            return True
    return False


@compiled
def count_conversions(g):
    """10.1: how many ways there are to convert: nothing, any part of the income, or all of it."""
    return int(g.income[g.blue[g.turn]]) + 1


@compiled
def judge_converting(g, verdicts):
    """10.1: any part of this round's income; returns how many parts there are."""
    income = g.income[g.blue[g.turn]]
    for vp in range(moves.MOST_INCOME + 1):
        verdicts[moves.CONVERT_INCOME + vp] = LEGAL if vp <= income else MORE_THAN_INCOME
    return count_conversions(g)


@compiled
def make_converting(g, r, move, events):
    """10.1: a part of the income becomes VP, the rest is taken as coins."""
    player = g.blue[g.turn]
    vp = move - moves.CONVERT_INCOME
    coins = g.income[player] - vp
    g.vp[r.person[player]] += vp
    g.coins[player] += coins
    g.income[player] = 0
    emit(events, CONVERTED, player, vp, coins)
