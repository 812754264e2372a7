"""Random play, for traces, benchmarks and tests: which of the legal moves is made."""

from . import moves
from .bidding import judge_placements, judge_sources
from .income import count_conversions
from .jit import compiled, entry
from .rng import below, shuffle_deck
from .round import judge_phase
from .state import BID, CHANCE, CONVERT, PLACES
from .verdicts import LEGAL

UNIFORM, BUSY = range(2)
POLICIES = ("uniform", "busy")
STRIDE = 16
RELUCTANCE = 16  # a busy player makes only one of this many idle moves that it draws


@entry
def choose(g, verdicts, legal, policy, stream):
    """Pick one of the legal moves of the phase."""
    if g.phase == CHANCE:
        shuffle_deck(g, stream)
        return moves.DECK
    if policy == BUSY:
        if g.phase == CONVERT and below(stream, RELUCTANCE) > 0:
            return moves.CONVERT_INCOME  # all income is taken as coins
        while True:
            move = nth_legal(g, verdicts, below(stream, legal))
            if legal == 1 or not is_idle(move) or below(stream, RELUCTANCE) == 0:
                return move
    return nth_legal(g, verdicts, below(stream, legal))


@compiled
def judge_and_choose(g, r, policy, verdicts, stream):
    """Judge and choose in one step, with the same result; faster in phases that don't need the whole table."""
    if policy == UNIFORM:
        if g.phase == BID:
            return choose_placement(g, r, verdicts, stream)
        if g.phase == CONVERT:
            return moves.CONVERT_INCOME + below(stream, count_conversions(g))
    return choose(g, verdicts, judge_phase(g, r, verdicts), policy, stream)


@compiled
def choose_placement(g, r, placements, stream):
    """Pick a placement with a source, or passing, by its number in the move table."""
    sources = judge_sources(g, r, g.blue[g.turn])
    legal_sources = 0
    for source in range(PLACES):
        legal_sources += sources[source] == LEGAL
    number = below(stream, judge_placements(g, r, placements) * legal_sources + 1)
    if legal_sources == 0:
        return moves.PASS
    placement = nth(placements, 0, moves.PLACEMENTS, number // legal_sources)
    number %= legal_sources
    for source in range(PLACES):
        if sources[source] == LEGAL:
            if number == 0 and placement < moves.PLACEMENTS:
                return moves.placement_id(source, placement)
            number -= 1
    return moves.PASS


@compiled
def is_idle(move):
    """Whether a move passes, stops, or leaves a chance unused."""
    if move < moves.PASS:
        return move // PLACES >= moves.BANK
    return move == moves.PASS or move == moves.DONE or move == moves.SPARE


@compiled
def nth_legal(g, verdicts, number):
    """The id of a legal move of the phase, counted from 0 in the order of the table."""
    return nth(verdicts, moves.FIRST[g.phase], moves.LAST[g.phase], number)


@compiled
def nth(verdicts, first, last, number):
    """The place of the legal verdict with this number, counted from 0; `last` if there are fewer."""
    place = first
    # Whole strides are counted at once, which the compiler turns into a few instructions.
    while place + STRIDE <= last:
        legal = 0
        for step in range(STRIDE):
            legal += verdicts[place + step] == LEGAL
        if number < legal:
            break
        number -= legal
        place += STRIDE
    while place < last:
        if verdicts[place] == LEGAL:
            if number == 0:
                return place
            number -= 1
        place += 1
    return last
