"""Stores which accounts left a seat of a game that had begun. Ratings count them as last."""

from collections.abc import Collection
from functools import partial

from sqlalchemy import delete, insert, select
from sqlalchemy.engine import Connection, Engine

from .access import KeyChange
from .engine import storage_errors
from .schema import ACCOUNTS, DEPARTURES, KEYS


class DepartureStore:
    """The departures from all tables."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @storage_errors
    def at(self, table_id: str) -> dict[str, int]:
        """The accounts that left a table, and their seat. They may be back."""
        query = select(DEPARTURES.c.account, DEPARTURES.c.seat).where(DEPARTURES.c.table == table_id)
        with self._engine.connect() as connection:
            return {each.account: each.seat for each in connection.execute(query)}

    @storage_errors
    def of(self, account: str) -> list[str]:
        """The tables that an account left."""
        query = select(DEPARTURES.c.table).where(DEPARTURES.c.account == account).order_by(DEPARTURES.c.table)
        with self._engine.connect() as connection:
            return list(connection.scalars(query))


def note_departure(seat: int, taken_later: Collection[int]) -> KeyChange:
    """Note which accounts leave a seat, while they still have it.

    They count if they have only this seat, besides those taken during the game, and didn't sign in during it. A later
    departure from another seat of the same table replaces an earlier one.
    """
    return partial(_note_departure, seat=seat, taken_later=taken_later)


def _note_departure(connection: Connection, table_id: str, seat: int, taken_later: Collection[int]) -> None:
    query = select(KEYS.c.hash, KEYS.c.seats).join(ACCOUNTS, ACCOUNTS.c.id == KEYS.c.hash)
    keys = connection.execute(query.where(KEYS.c.table == table_id, ~KEYS.c.is_late)).all()
    for account in (key.hash for key in keys if set(key.seats).difference(taken_later) == {seat}):
        connection.execute(delete(DEPARTURES).where(DEPARTURES.c.table == table_id, DEPARTURES.c.account == account))
        connection.execute(insert(DEPARTURES).values(table=table_id, account=account, seat=seat))
