"""The three calls for Python: `setup`, `judge` and `apply`.

They take a position and its rules as arrays of one element, or as records. Arrays are much faster: NumPy describes a
record anew at every call, which takes longer than the rules themselves.
"""

from typing import Any

import numpy as np
from numba import types
from numba.extending import overload

from . import round as rounds
from . import setup as setting
from .jit import entry
from .moves import DECK


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


def move_id(move: int | tuple[int, ...]) -> int:
    """The id of a move in the move table; the move of chance may be given as its cards."""
    return DECK if isinstance(move, tuple) else move


def apply_with_cards(g: Any, r: Any, move: int | tuple[int, ...], events: Any) -> None:
    """Apply a move to an array of one position; 14.3: cards are laid in the order in which they will be drawn."""
    if isinstance(move, tuple):
        g["deck"][0] = move
    apply(g, r, move_id(move), events)
