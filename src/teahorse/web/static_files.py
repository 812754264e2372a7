"""Static files. Their addresses contain a hash of all of them, so browsers may cache them for good.

Scripts import each other by relative addresses, and style sheets name fonts in the same way: all inherit the hash.
An address with another hash comes from a page of another version, open during an upgrade. It gets our version of the
file, which nobody caches.
"""

import hashlib
import re
import time
from dataclasses import dataclass
from functools import cache
from os import PathLike, stat_result
from pathlib import Path

from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parent / "static"
ROOT = "/static"
DIGITS = 10  # of the hash
FOR_GOOD = "public, max-age=31536000, immutable"
ASK_EACH_TIME = "no-cache"
_HASH = re.compile(rf"(?<={ROOT}/)[0-9a-f]{{{DIGITS}}}/")


@dataclass(frozen=True)
class StaticVersion:
    """The hash of all static files, and when they were read."""

    digest: str
    read_at: float

    @property
    def root(self) -> str:
        """How the addresses of its files begin."""
        return f"{ROOT}/{self.digest}/"

    def contains(self, stat: stat_result) -> bool:
        """Whether a file is still the one that was hashed: an upgrade may replace it before the server restarts."""
        return max(stat.st_mtime, stat.st_ctime) <= self.read_at


@cache
def static_version() -> StaticVersion:
    """The version of the files that this process serves."""
    read_at = time.time()
    digest = hashlib.sha256()
    for path in sorted(path for path in FOLDER.rglob("*") if path.is_file()):
        digest.update(path.relative_to(FOLDER).as_posix().encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return StaticVersion(digest.hexdigest()[:DIGITS], read_at)


@cache
def static_url(name: str) -> str:
    """The address of a static file."""
    if not (FOLDER / name).is_file():
        raise FileNotFoundError(name)
    return static_version().root + name


class Static(StaticFiles):
    """Serves the static files, with any hash or none in their address."""

    def __init__(self) -> None:
        super().__init__(directory=FOLDER)

    def get_path(self, scope: Scope) -> str:
        """The path of a file, without the hash."""
        return super().get_path({**scope, "path": _HASH.sub("", scope["path"], count=1)})

    def file_response(
        self, full_path: str | PathLike[str], stat_result: stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """One file, with its caching time."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        version = static_version()
        is_ours = scope["path"].startswith(version.root) and version.contains(stat_result)
        response.headers["Cache-Control"] = FOR_GOOD if is_ours else ASK_EACH_TIME
        return response
