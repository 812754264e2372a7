"""Building posts, bridges and teahouses (5.2 to 5.5), at the yard and while travelling."""

from .events import STRUCTURE_BUILT, emit
from .jit import compiled
from .routes import GORGE_HIGH
from .state import BRIDGE, NOBODY, POST, TEAHOUSE
from .verdicts import (
    BRIDGE_BEYOND_HORSE,
    BRIDGE_THERE,
    GORGE_BLOCKED,
    LEGAL,
    NOT_A_GORGE,
    POST_BEYOND_HORSE,
    POST_THERE,
    TEAHOUSE_BEYOND_HORSE,
    TEAHOUSE_THERE,
)


@compiled
def judge_post(g, r, player, province):
    """5.3, 15.7: within reach of the horse, as many per province as the edition allows."""
    if g.posts[player, province] >= r.posts_per_province:
        return POST_THERE
    return LEGAL if province <= g.horse[player] else POST_BEYOND_HORSE


@compiled
def build_post(g, player, province, events):
    """5.3: a post stands for good."""
    g.posts[player, province] += 1
    emit(events, STRUCTURE_BUILT, player, POST, province)


@compiled
def judge_bridge(g, r, player, gorge):
    """5.4, 4.9: over an open gorge within reach of the horse, one per player."""
    if not r.gorge_in_play[gorge]:
        return NOT_A_GORGE
    if g.bridges[player] >> gorge & 1:
        return BRIDGE_THERE
    if g.blocked == gorge:
        return GORGE_BLOCKED
    # The higher province is the farther one, so a horse that reached it has reached both.
    return LEGAL if GORGE_HIGH[gorge] <= g.horse[player] else BRIDGE_BEYOND_HORSE


@compiled
def build_bridge(g, player, gorge, events):
    """5.4: a bridge stands for good."""
    g.bridges[player] |= 1 << gorge
    emit(events, STRUCTURE_BUILT, player, BRIDGE, gorge)


@compiled
def judge_teahouse(g, r, player, province):
    """5.5: within reach of the horse, one per province."""
    if g.teahouse[province] != NOBODY:
        return TEAHOUSE_THERE
    return LEGAL if province <= g.horse[player] else TEAHOUSE_BEYOND_HORSE


@compiled
def build_teahouse(g, player, province, events):
    """5.5: a teahouse stands for good."""
    g.teahouse[province] = player
    emit(events, STRUCTURE_BUILT, player, TEAHOUSE, province)
