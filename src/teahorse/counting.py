"""Perft: how many sequences of moves there are from the start of a game, by their length."""

import numpy as np

from .rules import moves, perft, play
from .rules.events import NO_EVENTS
from .rules.ruleset import Ruleset
from .rules.state import GAME


def count_sequences(rules: Ruleset, depth: int) -> list[int]:
    """Count the sequences of 1 to `depth` moves; Dúli's pile lies in order and is no move."""
    games = np.zeros(depth, GAME).view(np.recarray)
    verdicts = np.zeros((depth, moves.MOVES), np.uint8)
    cursors, counts = np.zeros(depth, np.int64), np.zeros(depth, np.int64)
    play.setup(games, rules.table)
    perft.count_sequences(games, rules.record, verdicts, cursors, counts, NO_EVENTS)
    return [int(count) for count in counts]
