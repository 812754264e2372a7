"""Counting move sequences, to compare with other programs: how many ways there are to play so many moves.

Chance is no choice of a player: Dúli's pile always lies in the order 1 to 16, and laying it is not counted.
"""

from . import moves
from .compiling import compiled, entry
from .round import apply, judge_phase
from .state import CARDS, CHANCE
from .verdicts import LEGAL


@compiled
def deal_in_order(g, r, events):
    """14.3: where Dúli needs a pile, it lies in the order 1 to 16."""
    while g.phase == CHANCE:
        for number in range(CARDS):
            g.deck[number] = number + 1
        apply(g, r, moves.DECK, events)


@compiled
def open_level(games, r, level, verdicts, cursors, counts):
    """Judge the position at a level and count its moves; the deepest level needs no more than the count."""
    g = games[level]
    counts[level] += judge_phase(g, r, verdicts[level])
    deepest = level + 1 == len(counts)
    cursors[level] = moves.LAST[g.phase] if deepest else moves.FIRST[g.phase]


@entry
def count_sequences(games, r, verdicts, cursors, counts, events):
    """Add the number of sequences of n moves from `games[0]` to `counts[n - 1]`, for every n that fits.

    The walk needs no recursion: level n of `games`, `verdicts` and `cursors` holds the position after n moves,
    what may be done there, and the next move to look at.
    """
    deal_in_order(games[0], r, events)
    open_level(games, r, 0, verdicts, cursors, counts)
    level = 0
    while level >= 0:
        move = cursors[level]
        if move == moves.LAST[games[level].phase]:
            level -= 1
            continue
        cursors[level] = move + 1
        if verdicts[level, move] != LEGAL:
            continue
        games[level + 1] = games[level]
        level += 1
        apply(games[level], r, move, events)
        deal_in_order(games[level], r, events)
        open_level(games, r, level, verdicts, cursors, counts)
