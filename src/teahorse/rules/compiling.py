"""How the rules are compiled.

The same source runs interpreted, compiled on the CPU, or inside a CUDA kernel. `TEAHORSE_INTERPRETED=1`
chooses the interpreter, for the debugger and for coverage. `code_cache.py` keeps what was compiled.
"""

import os
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from .code_cache import CodeCache

INTERPRETED = os.environ.get("TEAHORSE_INTERPRETED", "") not in ("", "0")


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a function of the rules; it holds no lock, raises nothing and allocates nothing.

    As nothing is allocated, nothing needs counting of references (`_nrt`), which would cost a tenth of the time.
    """
    if INTERPRETED:
        return function
    njit: Any = numba.njit  # whose types leave `_nrt` out
    return njit(nogil=True, error_model="numpy", _nrt=False)(function)


def compiled_for(signatures: list[Any]) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function for these types of arguments only; others are converted."""

    def decorate(function: Callable[..., Any]) -> Any:
        if INTERPRETED:
            return function
        dispatcher = entry(function)
        for signature in signatures:
            dispatcher.compile(signature)
        dispatcher.disable_compile()
        return dispatcher

    return decorate


def entry(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls, and keep the result for the next start."""
    if INTERPRETED:
        return function
    dispatcher: Any = numba.njit(nogil=True, error_model="numpy")(function)
    dispatcher._cache = CodeCache(function)
    return dispatcher


def named(records: Any) -> Any:
    """An array of records for the rules: interpreted they need named fields, compiled it is quicker as it is."""
    return records.view(np.recarray) if INTERPRETED else records
