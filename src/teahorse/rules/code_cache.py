"""The cache of compiled code: where it is kept, how its files are named, and which folders are trusted.

Numba's own cache keys code by path and time of change, does not notice a change in a function that is *called* from
another file, and has one folder for everyone's functions. This cache is for teahorse alone:

- The name of a folder is a hash over the *contents* of the sources that go into the code, and the versions of what
  compiles it. Clones and installed wheels with the same sources share code; stale code can't run.
- There is one file per compiled function, named by its key and written in one step. Processes that compile the same
  function at the same time don't disturb each other. A file that can't be read is compiled again.
- Loading means unpickling, so a folder is used only if it belongs to the user and nobody else can write to it.
"""

import atexit
import hashlib
import json
import os
import pickle
import shutil
import stat
import sysconfig
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite.binding
import numba
import numpy as np
from numba.core import caching, compiler, serialize
from numba.core.runtime.nrt import rtsys

from .errors import TeahorseError

PACKAGE = Path(__file__).parent.parent
# The packages with compiled code. A function may call those of its own package and of the ones before it.
COMPILED_PACKAGES = ("rules", "bots/compiled", "bulk", "observation", "bots/network", "envs")
LOCATION = "TEAHORSE_CACHE"  # the variable for a folder of the user's choice
PACKAGED, MANIFEST = "precompiled", "processor.json"  # code that comes with a wheel
PRIVATE = 0o700
WRITTEN_BY_OTHERS = 0o022
SEEN_BY_OTHERS = 0o077
DIGEST = hashlib.sha256().digest_size


Processor = tuple[str, str, str]
"""What code is made for: the system, the name of a processor and its features, as LLVM writes them."""


class StillCompiling(TeahorseError):
    """Code that another process is compiling at the moment."""


def _nobody(package: str) -> bool:
    return False


_others_compile: Callable[[str], bool] = _nobody


def leave_to_others(compile_now: Callable[[str], bool] = _nobody) -> None:
    """Compile nothing here as long as others compile a package: `StillCompiling` is raised instead."""
    global _others_compile
    _others_compile = compile_now


@cache
def code_key(package: str) -> str:
    """Name the code of a package: the sources that go into it, and the versions of what compiles them."""
    digest = hashlib.sha256()
    for part in COMPILED_PACKAGES[: COMPILED_PACKAGES.index(package) + 1]:
        for source in sorted((PACKAGE / part).glob("**/*.py")):
            digest.update(source.relative_to(PACKAGE).as_posix().encode() + b"\0")
            digest.update(hashlib.sha256(source.read_bytes()).digest())
    platform = sysconfig.get_config_var("SOABI") or sysconfig.get_platform()
    digest.update("\n".join((numba.__version__, llvmlite.__version__, np.__version__, platform)).encode())
    return digest.hexdigest()[:16]


@cache
def caches() -> Path:
    """Find the folder of the user's compiled code; where none can be used, make one that lasts as long as this process.

    The processes that this one starts use the same.
    """
    wished = os.environ.get(LOCATION)
    usual = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "teahorse"
    folder = Path(wished) if wished else usual
    _tighten(folder)
    if _is_usable(folder, WRITTEN_BY_OTHERS):
        return folder
    folder = Path(tempfile.gettempdir()) / f"teahorse-{_user()}"  # others can guess this name
    if _is_usable(folder, SEEN_BY_OTHERS):
        return folder
    folder = Path(tempfile.mkdtemp(prefix="teahorse-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ[LOCATION] = str(folder)
    return folder


def packaged_folder(package: str) -> Path:
    """Give the folder of the code that an installed wheel brings for a package; it is as trusted as the sources."""
    return PACKAGE / PACKAGED / code_key(package)


@cache
def packaged_processor() -> Processor | None:
    """What the code of the wheel was made for; None if there is none, or this processor can't run it."""
    try:
        made_for = json.loads((PACKAGE / PACKAGED / MANIFEST).read_text(encoding="utf-8"))
    except OSError:
        return None
    features = llvmlite.binding.get_host_cpu_features()
    if made_for["triple"] != llvmlite.binding.get_process_triple():
        return None
    if not all(features.get(needed) for needed in made_for["needs"]):
        return None
    return made_for["triple"], made_for["cpu"], made_for["features"]


@cache
def cache_folder(package: str) -> Path:
    """Give the user's folder for the code of a package."""
    folder = caches() / code_key(package)
    if not _is_usable(folder, WRITTEN_BY_OTHERS):
        folder = Path(tempfile.mkdtemp(prefix="private-", dir=caches()))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.utime(folder)  # it is in use, so not to be cleared away as old
    return folder


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "user"


def _tighten(folder: Path) -> None:
    """Close the user's folder to others if they may write to it; the folders in it are checked separately."""
    with suppress(OSError):
        if _is_own(folder.lstat()) and folder.lstat().st_mode & WRITTEN_BY_OTHERS:
            folder.chmod(PRIVATE)


def _is_usable(folder: Path, closed_to: int) -> bool:
    """Make a folder if there is none; returns whether it is the user's own, closed to others and writable."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            folder.mkdir(mode=PRIVATE)
        status = folder.lstat()
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return _is_own(status) and not (hasattr(os, "getuid") and status.st_mode & closed_to)


def _is_own(status: os.stat_result) -> bool:
    """Whether it is a folder of the user; on Windows the user's folders are private anyway."""
    return stat.S_ISDIR(status.st_mode) and (not hasattr(os, "getuid") or status.st_uid == os.getuid())


class CodeCache(caching._Cache):
    """The compiled code of one function, a file for each signature and processor."""

    def __init__(self, function: Any) -> None:
        self._function = function
        self._package = package_of(function.__module__)
        self._enabled = True

    @property
    def cache_path(self) -> str:
        """The folder that code is saved to."""
        return str(cache_folder(self._package))

    def enable(self) -> None:
        """Load and save code, as at the beginning."""
        self._enabled = True

    def disable(self) -> None:
        """Compile anew each time."""
        self._enabled = False

    def flush(self) -> None:
        """Do nothing: a key names the same code forever."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Give the compiled function for a signature, or None if it must be compiled.

        Code that is only loaded needs Numba's runtime, but none of the declarations that Numba compiles with.
        `target_context.refresh()` would load them all, which takes longer than everything else here.
        """
        if not self._enabled:
            return None
        rtsys.initialize(target_context)
        reduced = self._read(sig, target_context.codegen().magic_tuple())
        if reduced is None and _others_compile(self._package):
            raise StillCompiling("The rules are still being compiled. Try again in a few seconds.")
        return None if reduced is None else compiler.CompileResult._rebuild(target_context, *reduced)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled function; a disk that is full costs only the time to compile it again."""
        if self._enabled and not data.library.has_dynamic_globals:
            key = self._key(sig, data.codegen.magic_tuple())
            with suppress(OSError):
                write_code(cache_folder(self._package) / self._file_name(key), key, data._reduce())

    def _read(self, sig: Any, processor: Processor) -> Any:
        """The code that came with the package, or else that of the user's cache."""
        packaged = packaged_processor()
        for folder, made_for in ((packaged_folder(self._package), packaged), (cache_folder(self._package), processor)):
            if made_for is not None:
                key = self._key(sig, made_for)
                reduced = read_code(folder / self._file_name(key), key)
                if reduced is not None:
                    return reduced
        return None

    def _key(self, sig: Any, processor: Processor) -> str:
        """What the code depends on beside its package: the function, the types of its arguments, the processor."""
        function = self._function
        code = hashlib.sha256(function.__code__.co_code).hexdigest()
        return "\n".join((function.__module__, function.__qualname__, code, str(sig), *processor))

    def _file_name(self, key: str) -> str:
        module = self._function.__module__.rpartition(".")[2]
        return f"{module}.{self._function.__qualname__}-{hashlib.sha256(key.encode()).hexdigest()[:16]}.code"


def package_of(module: str) -> str:
    """Find the package of a module of this package."""
    path = module.partition(".")[2].replace(".", "/") + "/"
    return next(package for package in COMPILED_PACKAGES if path.startswith(package + "/"))


def write_code(file: Path, key: str, reduced: Any) -> None:
    """Write compiled code, in one step: another process sees all of it or nothing."""
    content = pickle.dumps((key, serialize.dumps(reduced)))
    with tempfile.NamedTemporaryFile(dir=file.parent, prefix=".new-", delete=False) as new:
        new.write(hashlib.sha256(content).digest() + content)
    Path(new.name).replace(file)


def read_code(file: Path, key: str) -> Any:
    """Read compiled code; None where there is none, or the file is damaged."""
    try:
        content = file.read_bytes()
    except OSError:
        return None
    digest, content = content[:DIGEST], content[DIGEST:]
    if hashlib.sha256(content).digest() != digest:
        return None
    saved_key, reduced = pickle.loads(content)
    return pickle.loads(reduced) if saved_key == key else None
