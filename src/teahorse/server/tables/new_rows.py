"""Rows on their way to the database: what someone wants, what the rules make of it, and what is stored."""

from collections.abc import Callable, Collection
from typing import NamedTuple

from ..history.history import GameHistory
from ..history.latest_position import LatestPosition, pack
from ..storage.receipts import Request
from ..storage.stored import NewRow
from .table import Table

Check = Callable[[Table], frozenset[str]]
"""Raises a `TeahorseError` to refuse new rows; gives the players that their sender may move for."""
Add = Callable[[Table], tuple[GameHistory, list[NewRow]]]
Timely = Callable[[Table, int], bool]
NOBODY: frozenset[str] = frozenset()


class Played(NamedTuple):
    """A table after a move, and the players that the keys of its sender may move for."""

    table: Table
    players: frozenset[str]


class Wanted(NamedTuple):
    """A move that someone with these keys wants to make, and the request that needs a receipt, if any."""

    table_id: str
    keys: Collection[str]
    move: str
    number: int
    request: Request | None


class New(NamedTuple):
    """Rows to add to a table, and the players that their sender may move for."""

    table: Table  # before
    players: frozenset[str]
    history: GameHistory  # after
    rows: list[NewRow]

    @property
    def position(self) -> LatestPosition:
        """The position after them, as it is stored."""
        return pack(self.history.game, self.history.last)
