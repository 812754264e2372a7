"""Versions of a page that readers have. A reply names the lines that are already there and carries only the others.

A reader sends the key of the version that was last received. If that version is no longer here, all lines are sent.
"""

import secrets
import threading
from collections.abc import Iterable, Sequence

from cachetools import LRUCache

KEY_BYTES = 8
MOST_VERSIONS = 200  # the largest has about 100 KB; lines that versions share are in memory once

Lines = list[str]
Changes = list[str | list[int]]
"""The lines of a version, in order: each a new line, or `[first, count]` of the version before."""


def changes(before: Sequence[str], after: Iterable[str]) -> tuple[Changes, Lines]:
    """How to make one version out of another, and its lines.

    Lines that were there before are the same objects, so they take no memory twice.
    """
    places = {line: place for place, line in enumerate(before)}
    found: Changes = []
    lines: Lines = []
    end = len(before)
    run, at = [0, 0], end  # lines that follow one another in both versions, and the place that would continue them
    for line in after:
        # Lines that occur more than once continue a run wherever they can.
        if at < end and before[at] == line:
            run[1] += 1
        elif line in places:
            at = places[line]
            run = [at, 1]
            found.append(run)
        else:
            at = end
            found.append(line)
            lines.append(line)
            continue
        lines.append(before[at])
        at += 1
    return found, lines


def new_key() -> str:
    """A key for a version that nobody has yet."""
    return secrets.token_urlsafe(KEY_BYTES)


class PageVersions:
    """The versions that were sent last, by their keys: an LRU cache."""

    def __init__(self, most: int = MOST_VERSIONS) -> None:
        self._versions: LRUCache[str, Lines] = LRUCache(most)
        self._guard = threading.Lock()

    def lines_of(self, key: str) -> Lines:
        """The lines of a version; none if it is not here."""
        with self._guard:
            return self._versions.get(key) or []

    def keep(self, key: str, lines: Lines) -> None:
        """Keep a version; if there are too many, the least recently used one is dropped."""
        with self._guard:
            self._versions[key] = lines
