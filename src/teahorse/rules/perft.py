"""Perft: the number of move sequences from the start of a game, by length, for comparison with other programs.

Chance is not counted as a move: Dúli's pile always lies in the order 1 to 16.
"""

import numpy as np

from . import engine, moves
from .events import NO_EVENTS
from .jit import compiled, entry
from .round import apply, judge_phase
from .ruleset import Ruleset
from .state import CARDS, CHANCE, GAME
from .verdicts import LEGAL


def count_sequences(rules: Ruleset, depth: int) -> list[int]:
    """Count the sequences of 1 to `depth` moves."""
    games = np.zeros(depth, GAME).view(np.recarray)
    verdicts = np.zeros((depth, moves.MOVES), np.uint8)
    cursors, counts = np.zeros(depth, np.int64), np.zeros(depth, np.int64)
    engine.setup(games, rules.table)
    walk_tree(games, rules.record, verdicts, cursors, counts, NO_EVENTS)
    return [int(count) for count in counts]


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
def walk_tree(games, r, verdicts, cursors, counts, events):
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
