"""Versions of a page that readers have. A reply names the lines that are already there and carries only the others.

A reader sends the key of the version that was last received. If that version is no longer here, all lines are sent.
"""

import secrets
import threading
from collections.abc import Sequence

from cachetools import LRUCache

KEY_BYTES = 8
BLOCK = 32  # lines
MOST_VERSIONS = 200  # the largest has about 100 KB; lines that versions share are in memory once

Lines = list[str]
Changes = list[str | list[int]]
"""The lines of a version, in order: each a new line, or `[first, count]` of the version before."""


def changes(before: Sequence[str], after: Sequence[str]) -> tuple[Changes, Lines]:
    """How to make one version out of another, and its lines.

    Lines that were there before are the same objects, so they take no memory twice.
    """
    places: dict[str, int] = {}
    found: Changes = []
    lines: Lines = []
    end = len(before)
    run, at = [0, 0], end  # lines that follow one another in both versions, and the place that would continue them
    here = 0
    while here < len(after):
        # Lines that occur more than once continue a run wherever they can.
        count = _equal_lines(before, at, after, here) if at < end else 0
        if count:
            run[1] += count
            lines += before[at : at + count]
            at += count
            here += count
            continue
        places = places or {line: place for place, line in enumerate(before)}
        line = after[here]
        if line in places:
            at = places[line]
            run = [at, 0]
            found.append(run)
        else:
            at = end
            found.append(line)
            lines.append(line)
            here += 1
    return found, lines


def _equal_lines(before: Sequence[str], at: int, after: Sequence[str], here: int) -> int:
    """How many lines are the same from these places on; whole blocks are compared at once."""
    count = 0
    while (block := before[at + count : at + count + BLOCK]) and block == after[here + count : here + count + BLOCK]:
        count += len(block)
    most = min(len(before) - at, len(after) - here)
    while count < most and before[at + count] == after[here + count]:
        count += 1
    return count


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
