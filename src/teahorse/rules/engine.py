"""The calls all else uses from Python: `setup`, `judge` and `apply`.

A position and its rules are given as arrays of one element, or as records. Arrays are much quicker: NumPy describes a
record anew each time it is handed over, which takes longer than the rules themselves.
"""

from typing import Any

import numpy as np
from numba import types
from numba.extending import overload

from . import round as rounds
from . import setup as setting
from .jit import entry


def record_of(given: Any) -> Any:
    """A record as it is, or the only record of an array."""
    return given.view(np.recarray)[0] if isinstance(given, np.ndarray) else given


@overload(record_of)
def _record_of(given):
    return (lambda given: given[0]) if isinstance(given, types.Array) else (lambda given: given)


@entry
def setup(g, r):
    """1: make a record the first position of a game, whatever it held before."""
    setting.setup(record_of(g), record_of(r))


@entry
def judge(g, r, verdicts):
    """Fill one byte per move of the table, and return how many are legal."""
    return rounds.judge(record_of(g), record_of(r), verdicts)


@entry
def apply(g, r, move, events):
    """Make a legal move and run on to the next decision."""
    rounds.apply(record_of(g), record_of(r), move, events)
