"""Section 5: build and travel, in gray order."""

from . import displacement, duli, moves, structures
from .events import JOURNEY, SENT_HOME, SPARED, TURN_DONE, emit
from .jit import compiled
from .routes import held_provinces, usable_bridges
from .state import (
    BRIDGE,
    CHANCE,
    DISPLACE,
    DULI,
    MAX_GORGES,
    NEEDS_TRAVEL,
    NOBODY,
    PLACES,
    POST,
    PROVINCES,
    PUER,
    SEATS,
    TEAHOUSE,
    TRAVEL,
    YUNNAN,
)
from .verdicts import (
    ALL_HAVE_MOVED,
    BEYOND_HORSE,
    LEGAL,
    NO_STRUCTURE,
    NO_TRADER_TO_MOVE,
    NOT_ENOUGH_PASSES,
    NOT_TO_PUER,
    SAME_PLACE,
)

# --- Turns --------------------------------------------------------------------------------------------


@compiled
def begin(g, r):
    """5.1: gray order is blue reversed, so the turn starts after the last in blue."""
    g.turn = r.seats


@compiled
def next_turn(g, r, events):
    """5.1, 14.8: the next in gray order builds and travels; False when all have."""
    while g.turn > 0:
        g.turn -= 1
        player = g.blue[g.turn]
        if player == DULI:
            if duli.needs_deck(g):
                g.phase = CHANCE
                g.needs = NEEDS_TRAVEL
                return True
            duli.travel(g, r, events)
        else:
            g.phase = TRAVEL
            g.passes_left = g.passes[player]
            for place in range(PLACES):
                g.moved[place] = 0
            return True
    return False


# --- What may be done ---------------------------------------------------------------------------------


@compiled
def judge(g, r, verdicts):
    """5.1: build, move, or be done; returns how many of these are legal."""
    player = g.blue[g.turn]
    has_post = g.structures[player, POST] > 0
    has_teahouse = g.structures[player, TEAHOUSE] > 0
    has_bridge = g.structures[player, BRIDGE] > 0
    legal = 1
    verdicts[moves.DONE] = LEGAL
    for number in range(PROVINCES):
        province = YUNNAN + number
        post = structures.judge_post(g, r, player, province) if has_post else NO_STRUCTURE
        teahouse = structures.judge_teahouse(g, r, player, province) if has_teahouse else NO_STRUCTURE
        verdicts[moves.BUILD_POST + number] = post
        verdicts[moves.BUILD_TEAHOUSE + number] = teahouse
        legal += post == LEGAL
        legal += teahouse == LEGAL
    for gorge in range(MAX_GORGES):
        verdict = structures.judge_bridge(g, r, player, gorge) if has_bridge else NO_STRUCTURE
        verdicts[moves.BUILD_BRIDGE + gorge] = verdict
        legal += verdict == LEGAL
    bridges = usable_bridges(g, player)
    for start in range(PLACES):
        for end in range(PLACES):
            verdict = judge_journey(g, r, player, bridges, start, end)
            verdicts[moves.go_id(start, end)] = verdict
            legal += verdict == LEGAL
    return legal


@compiled
def judge_journey(g, r, player, bridges, start, end):
    """5.6 to 5.9, 15.11: a trader that has not moved, to a place within reach of the horse and the passes."""
    if start == end:
        return SAME_PLACE
    if end == PUER and not r.puer_is_province:
        return NOT_TO_PUER
    if g.traders[player, start] == 0:
        return NO_TRADER_TO_MOVE
    if g.traders[player, start] == g.moved[start]:
        return ALL_HAVE_MOVED
    if end > g.horse[player]:
        return BEYOND_HORSE
    if r.journey[bridges, g.horse[player], start, end] > g.passes_left:
        return NOT_ENOUGH_PASSES
    return LEGAL


@compiled
def judge_displacing(g, r, verdicts):
    """5.10: whom to displace where the journey ended; sparing them is always allowed."""
    player = g.blue[g.turn]
    for victim in range(SEATS):
        verdicts[moves.DISPLACE_TRADER + victim] = displacement.judge(g, r, player, victim, g.arrived)
    verdicts[moves.SPARE] = LEGAL


# --- What it does -------------------------------------------------------------------------------------


@compiled
def make(g, r, move, events):
    """5.1: build or move; after a journey to a weaker trader, the player decides about displacing it."""
    player = g.blue[g.turn]
    if move < moves.BUILD_BRIDGE:
        g.structures[player, POST] -= 1
        structures.build_post(g, player, YUNNAN + move - moves.BUILD_POST, events)
    elif move < moves.BUILD_TEAHOUSE:
        g.structures[player, BRIDGE] -= 1
        structures.build_bridge(g, player, move - moves.BUILD_BRIDGE, events)
    elif move < moves.GO:
        g.structures[player, TEAHOUSE] -= 1
        structures.build_teahouse(g, player, YUNNAN + move - moves.BUILD_TEAHOUSE, events)
    else:
        go(g, r, player, (move - moves.GO) // PLACES, (move - moves.GO) % PLACES, events)


@compiled
def go(g, r, player, start, end, events):
    """5.9, 5.10: a journey, by its cheapest way."""
    steps = r.journey[usable_bridges(g, player), g.horse[player], start, end]
    g.passes_left -= steps
    g.traders[player, start] -= 1
    g.traders[player, end] += 1
    g.moved[end] += 1
    emit(events, JOURNEY, player, start, end, steps)
    # Nobody is displaced in the market (5.11, 15.11), and nobody has less than no influence.
    if end == PUER or g.influence[player] == 0:
        return
    for victim in range(SEATS):
        if displacement.can_displace(g, r, player, victim, end):
            g.phase = DISPLACE
            g.arrived = end


@compiled
def make_displacing(g, move, events):
    """5.10: one trader is displaced, or all are spared; then the turn goes on."""
    player = g.blue[g.turn]
    if move == moves.SPARE:
        emit(events, SPARED, player, g.arrived)
    else:
        displacement.displace(g, move - moves.DISPLACE_TRADER, g.arrived, player, events)
    g.phase = TRAVEL
    g.arrived = NOBODY


@compiled
def finish_turn(g, r, events):
    """5.12: traders without a connected route go to the market, judged together."""
    player = g.blue[g.turn]
    emit(events, TURN_DONE, player)
    bridges = usable_bridges(g, player)
    held = held_provinces(g, player)
    for province in range(YUNNAN, PLACES):
        traders = g.traders[player, province]
        if traders > 0 and r.gaps[bridges, held, province] > 0:
            g.traders[player, province] = 0
            g.traders[player, PUER] += traders
            emit(events, SENT_HOME, player, province, traders)
    g.passes_left = 0
    for place in range(PLACES):
        g.moved[place] = 0
