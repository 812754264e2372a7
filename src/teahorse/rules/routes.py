"""Routes: what a journey costs, and how many gaps lie between a province and Pu'er (5.8, 5.9, 5.12, 8.3).

There are only five provinces and at most six gorges. For each board a plain search fills the two tables of RULES once;
after that, a route is a look-up.
"""

from .jit import compiled, entry
from .state import GORGES, MAX_GORGES, NOBODY, PLACES, PROVINCES, PUER, QINGHAI, YUNNAN

UNREACHABLE = 99
GORGE_LOW = tuple(low for low, high in GORGES)
GORGE_HIGH = tuple(high for low, high in GORGES)


@compiled
def province_bit(province):
    """The bit of a province in a mask of held provinces."""
    return 1 << (province - YUNNAN)


@compiled
def joined(bridges, a, b):
    """5.8: the road joins neighbours, a bridge the two sides of its gorge."""
    if a - b == 1 or b - a == 1:
        return True
    for gorge in range(MAX_GORGES):
        if bridges >> gorge & 1:
            low, high = GORGE_LOW[gorge], GORGE_HIGH[gorge]
            if (a == low and b == high) or (a == high and b == low):
                return True
    return False


@compiled
def fill_journeys(r, bridges, horse):
    """5.7 to 5.9: the steps of the cheapest way between any two places, none beyond the horse."""
    for start in range(PLACES):
        for end in range(PLACES):
            r.journey[bridges, horse, start, end] = 0 if start == end else UNREACHABLE
    # After round n every way of n steps is known; none has more steps than there are places.
    for _ in range(PLACES):
        for start in range(horse + 1):
            for end in range(horse + 1):
                for last in range(horse + 1):
                    steps = r.journey[bridges, horse, start, last] + 1
                    if joined(bridges, last, end) and steps < r.journey[bridges, horse, start, end]:
                        r.journey[bridges, horse, start, end] = steps


@compiled
def fill_gaps(r, bridges, held):
    """8.3: the fewest provinces without a trader or post of the player on a way to Pu'er, the start included."""
    for start in range(PLACES):
        r.gaps[bridges, held, start] = UNREACHABLE
    r.gaps[bridges, held, PUER] = 0
    for _ in range(PLACES):
        for start in range(YUNNAN, QINGHAI + 1):
            own = 0 if held & province_bit(start) else 1
            for nearer in range(PLACES):
                gaps = r.gaps[bridges, held, nearer] + own
                if joined(bridges, start, nearer) and gaps < r.gaps[bridges, held, start]:
                    r.gaps[bridges, held, start] = gaps


@entry
def fill_tables(r):
    """Fill the tables of routes for the gorges of this board."""
    in_play = 0
    for gorge in range(MAX_GORGES):
        if r.gorge_in_play[gorge]:
            in_play |= 1 << gorge
    for bridges in range(1 << MAX_GORGES):
        if bridges & in_play != bridges:
            continue
        for horse in range(YUNNAN, QINGHAI + 1):
            fill_journeys(r, bridges, horse)
        for held in range(1 << PROVINCES):
            fill_gaps(r, bridges, held)


@entry
def usable_bridges(g, player):
    """4.9: a player's bridges, without the one over the blocked gorge."""
    if g.blocked == NOBODY:
        return g.bridges[player]
    return g.bridges[player] & ~(1 << g.blocked)


@entry
def held_provinces(g, player):
    """5.12: the provinces where the player has a trader or a post."""
    held = 0
    for province in range(YUNNAN, QINGHAI + 1):
        if g.traders[player, province] > 0 or g.posts[player, province] > 0:
            held |= province_bit(province)
    return held
