"""Series of games on all CPU cores, in threads: the compiled rules hold no lock."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from ..bots.compiled.proposals import MOST_PROPOSALS, PROPOSAL
from ..bots.tempers import Temper, tempers_of
from ..rules import moves
from ..rules.events import NO_EVENTS
from ..rules.jit import as_records
from ..rules.rng import STREAM_WORDS
from ..rules.ruleset import Ruleset
from ..rules.state import GAME
from .game_loop import POLICIES, play_series

PIECES_PER_THREAD = 8  # games differ in length, so the threads share smaller pieces


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play(
    rules: Ruleset,
    games: Any,
    decisions: Any,
    policy: str,
    seed: int,
    first: int,
    threads: int | None = None,
    tempers: Sequence[Temper] = (),
) -> None:
    """Play `len(games)` games of a series, from number `first` on, into `games` and `decisions`.

    Greedy players are balanced, or have the given tempers, by person.
    """
    games, by_person = as_records(games), tempers_of(tempers)
    workers = threads or cores()
    pieces = np.array_split(np.arange(len(games)), min(len(games), workers * PIECES_PER_THREAD))

    def play_piece(piece: Any) -> None:
        begin, end = int(piece[0]), int(piece[-1]) + 1
        play_series(
            games[begin:end],
            rules.record,
            by_person,
            POLICIES.index(policy),
            seed,
            first + begin,
            decisions[begin:end],
            np.zeros(moves.MOVES, np.uint8),
            np.zeros(STREAM_WORDS, np.int64),
            as_records(np.zeros(MOST_PROPOSALS, PROPOSAL)),
            as_records(np.zeros(1, GAME)),
            NO_EVENTS,
        )

    with ThreadPoolExecutor(workers) as pool:
        for _ in pool.map(play_piece, pieces):
            pass
