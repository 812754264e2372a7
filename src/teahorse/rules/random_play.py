"""Random play, for traces, benchmarks and tests: which of the legal moves is made."""

from . import moves
from .compiling import compiled, entry
from .luck import below, shuffle_deck
from .state import CHANCE, CONVERT, PLACES
from .verdicts import LEGAL

UNIFORM, BUSY = range(2)
POLICIES = ("uniform", "busy")
STRIDE = 16
RELUCTANCE = 16  # a busy player makes an idle move once when it comes up so often


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
def is_idle(move):
    """Whether a move passes, stops, or leaves a chance unused."""
    if move < moves.PASS:
        return move // PLACES >= moves.BANK
    return move == moves.PASS or move == moves.DONE or move == moves.SPARE


@compiled
def nth_legal(g, verdicts, number):
    """The id of a legal move, counted from 0 in the order of the table."""
    last = moves.LAST[g.phase]
    move = moves.FIRST[g.phase]
    # Whole strides are counted at once, which the compiler turns into a few instructions.
    while move + STRIDE <= last:
        legal = 0
        for step in range(STRIDE):
            legal += verdicts[move + step] == LEGAL
        if number < legal:
            break
        number -= legal
        move += STRIDE
    while move < last:
        if verdicts[move] == LEGAL:
            if number == 0:
                return move
            number -= 1
        move += 1
    return moves.MOVES
