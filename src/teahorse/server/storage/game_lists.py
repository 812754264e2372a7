"""The tables of a person, with what is needed to sort them: whose turn it is, and since when."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.engine import Engine

from .access import WATCHER
from .engine import storage_errors
from .events import events_of
from .schema import EVENTS, KEYS, POSITIONS, ROWS, TABLES
from .stored import Event


@dataclass(frozen=True)
class ListedTable:
    """A table of someone's, as stored. The position is not checked, so a list may only be sorted by it."""

    id: str
    own: frozenset[int]  # the numbers of their seats
    seats: list[dict[str, Any]]  # as the table was created
    position: bytes
    touched_at: int
    events: list[Event]  # of the kinds that were asked for


class GameLists:
    """The lists of games of all people."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @storage_errors
    def of(self, hashed: str, most: int, kinds: Collection[str]) -> list[ListedTable]:
        """The tables that a key opens, the one played last first, with their events of some kinds."""
        last = select(ROWS.c.made_at).where(ROWS.c.table == TABLES.c.id).order_by(ROWS.c.number.desc()).limit(1)
        touched = func.coalesce(last.correlate(TABLES).scalar_subquery(), TABLES.c.created_at).label("touched_at")
        query = (
            select(TABLES.c.id, KEYS.c.seats.label("own"), TABLES.c.seats, POSITIONS.c.data, touched)
            .join(KEYS, KEYS.c.table == TABLES.c.id)
            .outerjoin(POSITIONS, POSITIONS.c.table == TABLES.c.id)
            .where(KEYS.c.hash == hashed, KEYS.c.role != WATCHER)
            .order_by(touched.desc(), TABLES.c.id)
            .limit(most)
        )
        with self._engine.connect() as connection:
            events = events_of(connection, EVENTS.c.table.in_(select(KEYS.c.table).where(KEYS.c.hash == hashed)), kinds)
            return [
                ListedTable(
                    row.id, frozenset(row.own), row.seats, row.data or b"", row.touched_at, events.get(row.id, [])
                )
                for row in connection.execute(query)
            ]
