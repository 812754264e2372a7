"""Versions of a page that readers have. A reply names the lines that are already there and carries only the others.

A reader sends the key of the version that was last received. If that version is no longer here, all lines are sent.
"""

import hashlib
import threading
from collections.abc import Sequence

from cachetools import LRUCache

KEY_BYTES = 8
MOST_VERSIONS = 200  # the largest has about 100 KB; lines that versions share are in memory once

Lines = list[str]
Changes = list[str | list[int]]
"""The lines of a version, in order: each a new line, or `[first, count]` of the version before."""


def changes(before: Sequence[str], after: Sequence[str]) -> Changes:
    """How to make one version out of another."""
    places = {line: place for place, line in enumerate(before)}
    found: Changes = []
    run: list[int] | None = None  # lines that follow one another in both versions
    for line in after:
        # Lines that occur more than once continue a run wherever they can.
        if run is not None and sum(run) < len(before) and before[sum(run)] == line:
            run[1] += 1
            continue
        place = places.get(line)
        run = None if place is None else [place, 1]
        found.append(line if run is None else run)
    return found


def key_of(text: str) -> str:
    """The key of a version: a hash of its text."""
    return hashlib.blake2b(text.encode(), digest_size=KEY_BYTES).hexdigest()


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


def same_lines(before: Sequence[str], after: Sequence[str]) -> Lines:
    """The lines of a version, with those that were there before as the same objects: so they take no memory twice."""
    known = {line: line for line in before}
    return [known.get(line, line) for line in after]
