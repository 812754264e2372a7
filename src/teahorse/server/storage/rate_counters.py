"""Counts attempts in the database, so that a limit holds for all server processes together.

This is a storage for the library `limits`, which brings none for SQL.
"""

import time
from typing import Any

from limits.storage import Storage
from sqlalchemy import delete, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Engine
from sqlalchemy.exc import SQLAlchemyError

from .engine import storage_errors, writing
from .schema import RATE_COUNTERS as COUNTERS


class RateCounters(Storage):
    """Counters with an end, in a table. Fixed windows need nothing more."""

    STORAGE_SCHEME = None  # it is never made from an address

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self._engine = engine

    @property
    def base_exceptions(self) -> type[Exception]:
        """The errors of the database."""
        return SQLAlchemyError

    @storage_errors
    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count, and return the number so far; a counter whose time is over begins anew. Old ones are removed."""
        moment = int(time.time())
        with writing(self._engine) as connection:
            connection.execute(delete(COUNTERS).where(COUNTERS.c.ends_at <= moment))
            new: Any = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(COUNTERS)
            new = new.values(key=key, count=amount, ends_at=moment + expiry)
            counted = new.on_conflict_do_update(
                index_elements=[COUNTERS.c.key],
                set_={"count": COUNTERS.c.count + amount},
            ).returning(COUNTERS.c.count)
            return int(connection.execute(counted).scalar_one())

    @storage_errors
    def get(self, key: str) -> int:
        """The number so far."""
        with self._engine.connect() as connection:
            alive = select(COUNTERS.c.count).where(COUNTERS.c.key == key, COUNTERS.c.ends_at > int(time.time()))
            return connection.scalar(alive) or 0

    @storage_errors
    def get_expiry(self, key: str) -> float:
        """When the counter begins anew, in seconds since 1970."""
        with self._engine.connect() as connection:
            return connection.scalar(select(COUNTERS.c.ends_at).where(COUNTERS.c.key == key)) or time.time()

    def check(self) -> bool:
        """Whether the database answers."""
        try:
            self.get("")
        except Exception:
            return False
        return True

    @storage_errors
    def reset(self) -> int | None:
        """Remove all counters."""
        with writing(self._engine) as connection:
            return connection.execute(delete(COUNTERS)).rowcount

    @storage_errors
    def clear(self, key: str) -> None:
        """Remove a counter."""
        with writing(self._engine) as connection:
            connection.execute(delete(COUNTERS).where(COUNTERS.c.key == key))
