"""How the rules are compiled.

The same source runs interpreted, compiled on the CPU, or inside a CUDA kernel. `TEAHORSE_INTERPRETED=1`
chooses the interpreter, for the debugger and for coverage. `dispatching.py` says what is compiled when, `code_cache.py`
keeps it.
"""

import os
from collections.abc import Callable
from typing import Any

import numpy as np

from .dispatching import Entry, Inner, InnerFor

INTERPRETED = os.environ.get("TEAHORSE_INTERPRETED", "") not in ("", "0")


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a function of the rules; it holds no lock, raises nothing and allocates nothing."""
    return function if INTERPRETED else Inner(function)


def compiled_for(signatures: list[Any]) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function for these types of arguments only; others are converted."""

    def decorate(function: Callable[..., Any]) -> Any:
        return function if INTERPRETED else InnerFor(function, list(signatures))

    return decorate


def entry(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls, and keep the result for the next start."""
    return function if INTERPRETED else Entry(function)


def as_records(array: Any) -> Any:
    """An array of records for the rules: interpreted code needs named fields, compiled code is faster without."""
    return array.view(np.recarray) if INTERPRETED else array
