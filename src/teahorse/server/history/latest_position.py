"""The position after the latest row of a table, kept beside the rows: so a list of games replays none of them.

A kept position is never trusted over the rows. It counts only as long as its seal fits: to the number and text of the
table's latest row, to the rules of the table with every number in them, and to the version of the rules' code.
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


@dataclass(frozen=True)
class LatestPosition:
    """A position as it is stored."""

    number: int  # of the row that led there; 0 for the beginning
    seal: str
    data: bytes


@dataclass(frozen=True)
class LatestDrawing:
    """What a drawing remembers of a game as of one of its rows; only the drawing can read it."""

    number: int
    data: str


def pack(game: Game, last: Row | None) -> LatestPosition:
    """Pack the position of a game whose latest row is given."""
    data = game.table.tobytes()
    return LatestPosition(0 if last is None else last.number, _seal(game.rules, last, data), data)


def unpack(kept: LatestPosition | None, rules: Ruleset, last: Row | None) -> Any | None:
    """The position that belongs to a table's latest row; None if what is kept does not."""
    if kept is None or len(kept.data) != GAME.itemsize or kept.seal != _seal(rules, last, kept.data):
        return None
    return np.frombuffer(kept.data, GAME)[0]


def _seal(rules: Ruleset, last: Row | None, data: bytes) -> str:
    digest = hashlib.sha256(f"{RULES_VERSION} {GAME.descr} {last}".encode())
    digest.update(rules.table.tobytes())
    digest.update(data)
    return digest.hexdigest()
