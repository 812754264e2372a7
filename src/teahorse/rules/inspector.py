"""Section 6: the province inspector."""

from .events import BANISHED, INSPECTED, NOBODY_BANISHED, REVENUE, emit
from .jit import compiled
from .routes import held_provinces, usable_bridges
from .state import DULI, MOST_INFLUENCE, NOBODY, PLACES, PUER, YUNNAN


@compiled
def visit(g, r, events):
    """6.1 to 6.3: he goes where most is earned and banishes one trader there."""
    province = richest_province(g, r)
    emit_revenues(g, r, events)
    emit(events, INSPECTED, province)
    player = banished_player(g, r, province)
    if player == NOBODY:
        emit(events, NOBODY_BANISHED, province)
        return
    g.traders[player, province] -= 1
    g.traders[player, PUER] += 1
    emit(events, BANISHED, player, province)


@compiled
def emit_revenues(g, r, events):
    """6.1: report what every province earns."""
    if len(events) == 0:
        return
    for province in range(YUNNAN, PLACES):
        emit(events, REVENUE, province, revenue_of(g, r, province))


@compiled
def richest_province(g, r):
    """6.1: the province with the highest revenue; of equals the one farthest from Pu'er."""
    richest = YUNNAN
    highest = 0
    for province in range(YUNNAN, PLACES):
        revenue = revenue_of(g, r, province)
        if revenue >= highest:
            highest = revenue
            richest = province
    return richest


@compiled
def revenue_of(g, r, province):
    """6.1, 15.13: the printed values of all traders and posts there, no gaps deducted."""
    revenue = 0
    for seat in range(r.seats):
        player = g.blue[seat]
        revenue += g.traders[player, province] * r.trader_values[province]
        posts = g.posts[player, province]
        if posts > 0 and (r.inspector_counts_all_posts or is_connected(g, r, player, province)):
            revenue += posts * r.post_values[province]
    return revenue


@compiled
def is_connected(g, r, player, province):
    """8.3, 14.14: whether the way to Pu'er has no gap; Dúli's posts always count."""
    return player == DULI or r.gaps[usable_bridges(g, player), held_provinces(g, player), province] == 0


@compiled
def banished_player(g, r, province):
    """6.2: the highest influence below 4 without the teahouse there; of equals the earliest in gray order."""
    banished = NOBODY
    for seat in range(r.seats - 1, -1, -1):
        player = g.blue[seat]
        immune = g.influence[player] == MOST_INFLUENCE or g.teahouse[province] == player
        if g.traders[player, province] == 0 or immune:
            continue
        if banished == NOBODY or g.influence[player] > g.influence[banished]:
            banished = player
    return banished
