"""How the rules are compiled, and where the compiled code is kept.

The same source runs interpreted, compiled on the CPU, or inside a CUDA kernel. `TEAHORSE_INTERPRETED=1`
chooses the interpreter, for the debugger and for coverage.

Numba's own cache does not notice a change in a function that is *called* from another file, so the cache
folder is keyed by a hash over all compiled sources: stale code can't run.
"""

import getpass
import hashlib
import os
import platform
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numba.core.config
import numpy as np

INTERPRETED = os.environ.get("TEAHORSE_INTERPRETED", "") not in ("", "0")
PACKAGE = Path(__file__).parent.parent
COMPILED_ROOMS = ("rules", "bots/thinking", "bulk", "envs")


def sources_key() -> str:
    """Name this state of the compiled sources, on these versions of what compiles them.

    Numba keys its own files by path and time of change, so these are part of the name too.
    """
    digest = hashlib.sha256()
    for room in COMPILED_ROOMS:
        for source in sorted((PACKAGE / room).glob("**/*.py")):
            digest.update(f"{source} {source.stat().st_mtime_ns}".encode())
            digest.update(source.read_bytes())
    for version in (numba.__version__, np.__version__, platform.python_version(), platform.machine()):
        digest.update(version.encode())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Give the folder for compiled code: the user's cache, or a temporary one where that can't be written."""
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = Path(os.environ.get("TEAHORSE_CACHE") or caches / "teahorse") / sources_key()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError:
        folder = Path(tempfile.gettempdir()) / f"teahorse-{getpass.getuser()}" / folder.name
        folder.mkdir(parents=True, exist_ok=True)
    return folder


CACHE_FOLDER = None if INTERPRETED else cache_folder()


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
        return function if INTERPRETED else _kept(signatures)(function)

    return decorate


def entry(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls, and keep the result for the next start."""
    if INTERPRETED:
        return function
    return _kept(None)(function)


def _kept(signatures: list[Any] | None) -> Any:
    config: Any = numba.core.config
    config.CACHE_DIR = str(CACHE_FOLDER)
    return numba.njit(signatures, nogil=True, error_model="numpy", cache=True)


def named(records: Any) -> Any:
    """An array of records for the rules: interpreted they need named fields, compiled it is quicker as it is."""
    return records.view(np.recarray) if INTERPRETED else records
