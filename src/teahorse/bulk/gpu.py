"""Series of games on a CUDA GPU, one thread per game, with the same functions of the rules."""

from functools import cache
from typing import Any

import numba
import numpy as np

from ..bots.compiled.proposals import MOST_PROPOSALS, PROPOSAL
from ..bots.tempers import tempers_of
from ..rules import moves
from ..rules.errors import TeahorseError
from ..rules.events import NO_EVENTS, emit
from ..rules.rng import STREAM_WORDS
from ..rules.ruleset import Ruleset
from ..rules.state import GAME, RULES
from .game_loop import POLICIES, play_one

THREADS_PER_BLOCK = 128


class NoGpuError(TeahorseError):
    """There is no CUDA GPU here, or its packages are missing."""


@cache
def require_cuda() -> Any:
    """Numba's CUDA target; an error says what is missing."""
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # gone from NumPy 2.5, and numba-cuda 0.30 still asks for it
    try:
        from numba import cuda

        available = cuda.is_available()
    except Exception as error:  # an incomplete driver or toolkit may raise anything
        raise NoGpuError(f"CUDA can't be used here: {error}. Use the CPU (`--device cpu`).") from None
    if not available:
        raise NoGpuError(
            "There is no CUDA GPU here, or its packages are missing (`pip install 'teahorse[cuda]'` on a machine "
            "with an NVIDIA driver). Use the CPU (`--device cpu`)."
        )
    if hasattr(emit, "disable_compile"):
        emit.disable_compile(False)  # fixed to some types on the CPU; a GPU compiles it anew
    return cuda


@cache
def _kernel(policy: int) -> Any:
    """Compile the kernel of one policy."""
    cuda = require_cuda()
    position, proposal = numba.from_dtype(GAME), numba.from_dtype(PROPOSAL)
    table, words, most = moves.MOVES, STREAM_WORDS, MOST_PROPOSALS  # sizes must be plain names here

    @cuda.jit
    def play_games(games, rules, tempers, seed, first, decisions, events):
        number = cuda.grid(1)
        if number < len(games):
            verdicts = cuda.local.array(table, numba.uint8)
            stream = cuda.local.array(words, numba.int64)
            scratch = cuda.local.array(1, position)
            proposals = cuda.local.array(most, proposal)
            r = rules[0]
            play_one(
                games, number, r, tempers, policy, seed, first, decisions, verdicts, stream, proposals, scratch, events
            )

    return play_games


def play(rules: Ruleset, games: Any, decisions: Any, policy: str, seed: int, first: int) -> None:
    """Play `len(games)` games of a series, from number `first` on; host arrays are filled, device arrays too."""
    cuda = require_cuda()
    record = np.zeros(1, RULES)
    record[0] = rules.record
    on_device = cuda.is_cuda_array(games)
    device_games = games if on_device else cuda.to_device(games)
    device_decisions = decisions if on_device else cuda.to_device(decisions)
    blocks = (len(games) + THREADS_PER_BLOCK - 1) // THREADS_PER_BLOCK
    _kernel(POLICIES.index(policy))[blocks, THREADS_PER_BLOCK](
        device_games,
        cuda.to_device(record),
        cuda.to_device(tempers_of()),
        seed,
        first,
        device_decisions,
        cuda.to_device(NO_EVENTS),
    )
    cuda.synchronize()
    if not on_device:
        device_games.copy_to_host(games)
        device_decisions.copy_to_host(decisions)
