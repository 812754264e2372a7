"""A round, from phase to phase (1.6): which moves are judged, and what a move sets off.

Compiled code calls these functions, on records; Python calls the same through `engine`.
"""

from . import bidding, duli, ending, income, inspector, moves, presents, resolving, travel
from .jit import compiled
from .state import (
    BID,
    BLOCK,
    CHANCE,
    CONVERT,
    DISPLACE,
    NEEDS_BID,
    NEEDS_START,
    OVER,
    TAKE,
    TRAVEL,
)
from .verdicts import (
    DEAL_FIRST,
    DISPLACE_FIRST,
    GAME_OVER,
    LEGAL,
    NO_CARDS_NEEDED,
    NOBODY_TO_DISPLACE,
    WRONG_PHASE,
)


@compiled
def judge(g, r, verdicts):
    """Fill one byte per move of the table, and return how many are legal."""
    judge_other_phases(g, verdicts)
    return judge_phase(g, r, verdicts)


@compiled
def judge_other_phases(g, verdicts):
    """1.6: the moves that belong to another part of the round."""
    refusal = WRONG_PHASE
    if g.phase == OVER:
        refusal = GAME_OVER
    elif g.phase == CHANCE:
        refusal = DEAL_FIRST
    for move in range(moves.MOVES):
        verdicts[move] = refusal
    if g.phase == OVER or g.phase == CHANCE:
        return
    verdicts[moves.DECK] = NO_CARDS_NEEDED
    if g.phase == TRAVEL:
        for move in range(moves.DISPLACE_TRADER, moves.CONVERT_INCOME):
            verdicts[move] = NOBODY_TO_DISPLACE
    elif g.phase == DISPLACE:
        for move in range(moves.BUILD_POST, moves.DISPLACE_TRADER):
            verdicts[move] = DISPLACE_FIRST


@compiled
def judge_phase(g, r, verdicts):
    """Judge only the moves of the phase, from `moves.FIRST` to `moves.LAST`, and count the legal ones."""
    if g.phase == BID:
        return bidding.judge(g, r, verdicts)
    if g.phase == TRAVEL:
        return travel.judge(g, r, verdicts)
    if g.phase == CONVERT:
        return income.judge_converting(g, verdicts)
    if g.phase == OVER:
        return 0
    if g.phase == TAKE:
        resolving.judge_take(g, r, verdicts)
    elif g.phase == BLOCK:
        resolving.judge_block(g, r, verdicts)
    elif g.phase == DISPLACE:
        travel.judge_displacing(g, r, verdicts)
    else:
        verdicts[moves.DECK] = LEGAL
    legal = 0
    for move in range(moves.FIRST[g.phase], moves.LAST[g.phase]):
        if verdicts[move] == LEGAL:
            legal += 1
    return legal


@compiled
def apply(g, r, move, events):
    """Make a legal move and run on to the next decision."""
    if g.phase == BID:
        bidding.make(g, r, move, events)
    elif g.phase == TAKE:
        resolving.make_take(g, r, move, events)
    elif g.phase == BLOCK:
        resolving.make_block(g, move, events)
    elif g.phase == TRAVEL:
        if move != moves.DONE:
            travel.make(g, r, move, events)
            return
        travel.finish_turn(g, r, events)
    elif g.phase == DISPLACE:
        travel.make_displacing(g, move, events)
        return
    elif g.phase == CONVERT:
        income.make_converting(g, r, move, events)
    elif g.phase == CHANCE and not deal(g, r, events):
        return
    advance(g, r, events)


@compiled
def deal(g, r, events):
    """14.3: with the new deck, Dúli does what she needed a card for; False at the start of the game."""
    needs = g.needs
    duli.begin_deck(g, events)
    if needs == NEEDS_START:
        g.phase = BID
        return False
    if needs == NEEDS_BID:
        g.phase = BID
        duli.bid(g, r, events)
    else:
        g.phase = TRAVEL
        duli.travel(g, r, events)
    return True


@compiled
def advance(g, r, events):
    """1.6: from phase to phase until someone has to decide."""
    if g.phase == BID:
        if bidding.next_turn(g, r, events):
            return
        resolving.begin(g, r, events)
        g.phase = TAKE
    if g.phase == TAKE or g.phase == BLOCK:
        if resolving.next_decision(g, r, events):
            return
        travel.begin(g, r)
        g.phase = TRAVEL
    if g.phase == TRAVEL:
        if travel.next_turn(g, r, events):
            return
        inspector.visit(g, r, events)
        presents.deal(g, r, events)
        income.compute_income(g, r, events)
        income.new_order(g, r, events)
        income.begin_converting(g, r)
    if income.next_to_convert(g, r):
        return
    ending.end_round(g, r, events)
