"""The position after the latest row of a table, stored beside the rows so that lists of games need no replay.

A checksum, the seal, covers the latest row, all numbers of the table's rules and the version of the rules' code. If it
doesn't match, the stored position is ignored and the rows are replayed.
"""

import hashlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...game import Game
from ...rules.ruleset import Ruleset
from ...rules.state import GAME
from ...rules.version import RULES_VERSION
from .history import Row

_LAYOUT = f"{RULES_VERSION} {GAME.descr}"


@dataclass(frozen=True)
class LatestPosition:
    """A position as it is stored."""

    number: int  # of the row that led there; 0 for the beginning
    seal: str
    data: bytes


@dataclass(frozen=True)
class LatestDrawing:
    """The state of a drawing after a row; only the drawing can read it."""

    number: int
    data: str


def pack(game: Game, last: Row | None) -> LatestPosition:
    """Pack the position of a game after its latest row."""
    data = game.table.tobytes()
    return LatestPosition(0 if last is None else last.number, _seal(game.rules, last, data), data)


def unpack(kept: LatestPosition | None, rules: Ruleset, last: Row | None) -> Any | None:
    """The stored position, or None if it is missing or doesn't match the latest row."""
    if kept is None or len(kept.data) != GAME.itemsize or kept.seal != _seal(rules, last, kept.data):
        return None
    return np.frombuffer(kept.data, GAME)[0]


def _seal(rules: Ruleset, last: Row | None, data: bytes) -> str:
    digest = hashlib.sha256(f"{_LAYOUT} {last}".encode())
    digest.update(rules.table.tobytes())
    digest.update(data)
    return digest.hexdigest()
