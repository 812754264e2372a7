"""Stores when servers were running, and when the clock of each table has to be looked at."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import delete, desc, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Engine
from sqlalchemy.exc import IntegrityError

from .engine import storage_errors, writing
from .schema import CLOCKS, UPTIMES

LONGEST_SILENCE = 15  # seconds between two signs of life within one uptime
MOST_UPTIMES = 200  # of the past; older outages concern no running game


class Uptime(NamedTuple):
    """A period in which servers were running, in seconds since 1970."""

    began_at: int
    seen_at: int  # the last sign of life


class UptimeStore:
    """The uptimes of all servers on this database together."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @storage_errors
    def latest(self) -> list[Uptime]:
        """The latest uptimes, in the order in which they were stored."""
        query = select(UPTIMES.c.began_at, UPTIMES.c.seen_at).order_by(desc(UPTIMES.c.number)).limit(MOST_UPTIMES)
        with self._engine.connect() as connection:
            return [Uptime(*found) for found in reversed(connection.execute(query).all())]

    @storage_errors
    def last_seen(self) -> int:
        """The last sign of life; 0 if there was none."""
        query = select(UPTIMES.c.seen_at).order_by(desc(UPTIMES.c.number)).limit(1)
        with self._engine.connect() as connection:
            return connection.scalar(query) or 0

    @storage_errors
    def beat(self, now: int) -> bool:
        """Note a sign of life. Returns whether a new uptime began: after an outage, or because the clock jumped."""
        try:
            with writing(self._engine) as connection:
                last = connection.execute(select(UPTIMES).order_by(desc(UPTIMES.c.number)).limit(1)).first()
                if last is not None and abs(now - last.seen_at) <= LONGEST_SILENCE:
                    if now > last.seen_at:
                        at = UPTIMES.c.number == last.number
                        connection.execute(update(UPTIMES).where(at).values(seen_at=now))
                    return False
                number = 1 if last is None else last.number + 1
                connection.execute(insert(UPTIMES).values(number=number, began_at=now, seen_at=now))
                return True
        except IntegrityError:
            return True  # another server noticed it at the same moment


class ClockStore:
    """When to look at the clock of each table that has one and goes on."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @storage_errors
    def set_due(self, table_id: str, due_at: int) -> None:
        """Look at a table's clock at this time."""
        with writing(self._engine) as connection:
            new: Any = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(CLOCKS)
            new = new.values(table=table_id, due_at=due_at)
            columns = {"due_at": new.excluded.due_at}
            connection.execute(new.on_conflict_do_update(index_elements=[CLOCKS.c.table], set_=columns))

    @storage_errors
    def look_at_all(self, now: int) -> None:
        """Look at all clocks now, because the machine's own was set back."""
        with writing(self._engine) as connection:
            connection.execute(update(CLOCKS).where(CLOCKS.c.due_at > now).values(due_at=now))

    @storage_errors
    def remove(self, table_id: str) -> None:
        """The game is over: its clock needs no more looks."""
        with writing(self._engine) as connection:
            connection.execute(delete(CLOCKS).where(CLOCKS.c.table == table_id))

    @storage_errors
    def due(self, now: int, most: int) -> Sequence[str]:
        """The tables to look at now, the longest due first."""
        query = select(CLOCKS.c.table).where(CLOCKS.c.due_at <= now).order_by(CLOCKS.c.due_at).limit(most)
        with self._engine.connect() as connection:
            return list(connection.scalars(query))

    @storage_errors
    def count(self) -> int:
        """How many tables have a clock and go on."""
        with self._engine.connect() as connection:
            return connection.scalar(select(func.count()).select_from(CLOCKS)) or 0
