"""Traces: a random game as JSON lines, one per decision, for checking against other programs."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from .notation import move_text
from .rules import engine, moves, random_play
from .rules.events import NO_EVENTS
from .rules.rng import STREAM_WORDS, begin_stream
from .rules.ruleset import Ruleset
from .rules.state import CHANCE, GAME, OVER
from .rules.verdicts import LEGAL
from .snapshot import take_snapshot


def trace(rules: Ruleset, seed: int, policy: str) -> Iterator[dict[str, Any]]:
    """Play a random game; yields each decision, and finally the last snapshot alone."""
    table, r = np.zeros(1, GAME), rules.table
    g = table.view(np.recarray)[0]
    verdicts = np.zeros(moves.MOVES, np.uint8)
    stream = np.zeros(STREAM_WORDS, np.int64)
    begin_stream(stream, seed, 0)
    engine.setup(table, r)
    while g.phase != OVER:
        legal = engine.judge(table, r, verdicts)
        texts = [] if g.phase == CHANCE else sorted(move_text(int(m), rules) for m in np.flatnonzero(verdicts == LEGAL))
        snapshot = take_snapshot(g, rules)
        move = int(random_play.choose(g, verdicts, legal, random_play.POLICIES.index(policy), stream))
        made = tuple(int(card) for card in g.deck) if move == moves.DECK else move
        yield {"snapshot": snapshot, "legal": texts, "move": move_text(made, rules)}
        engine.apply(table, r, move, NO_EVENTS)
    yield {"snapshot": take_snapshot(g, rules)}
