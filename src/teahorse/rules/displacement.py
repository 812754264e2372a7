"""Displacement (5.10, 5.11, 13.6), by players and by Dúli."""

from .events import DISPLACED, emit
from .jit import compiled, entry
from .state import DULI
from .verdicts import GUARDED, INFLUENCE_NOT_LOWER, LEGAL, NOBODY_THERE, NOT_PLAYING, NOT_YOURSELF


@compiled
def judge(g, r, player, victim, province):
    """5.10, 13.6: whether the player may displace a trader of the victim in a province."""
    if victim >= r.players and not (victim == DULI and r.duli):
        return NOT_PLAYING
    if victim == player:
        return NOT_YOURSELF
    if g.traders[victim, province] == 0:
        return NOBODY_THERE
    if g.influence[victim] >= g.influence[player]:
        return INFLUENCE_NOT_LOWER
    if r.guards and g.guards[victim] == province:
        return GUARDED
    return LEGAL


@entry
def can_displace(g, r, player, victim, province):
    """Whether `judge` allows it."""
    return judge(g, r, player, victim, province) == LEGAL


@compiled
def displace(g, victim, province, player, events):
    """5.10: the trader goes to the next lower province along the road, from Yunnan to the market."""
    g.traders[victim, province] -= 1
    g.traders[victim, province - 1] += 1
    emit(events, DISPLACED, victim, province, province - 1, player)
