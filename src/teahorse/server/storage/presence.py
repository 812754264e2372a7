"""Stores who is at which table, for all server processes of a database.

Each process writes the counts of its own open pages, and increases `beats` every now and then. A process whose number
stays the same has ended, and its rows don't count. No times are compared, so clocks needn't agree.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.engine import Connection, Engine

from .engine import storage_errors, writing
from .schema import PRESENCE, PROCESSES

SPECTATORS = -1  # instead of the number of a seat


class Place(NamedTuple):
    """A seat of a table, or its spectators."""

    table: str
    seat: int


class Beat(NamedTuple):
    """The numbers of a process: of its signs of life, and of the changes that it wrote."""

    beats: int
    changes: int


class PresenceStore:
    """Who is at which table."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @storage_errors
    def write(self, process: str, beat: Beat, changes: Mapping[Place, int], known: Mapping[Place, int]) -> None:
        """Store a sign of life of a process, and the counts that changed.

        If another process took this one for dead and removed it, all its counts are stored again.
        """
        with writing(self._engine) as connection:
            alive = connection.execute(update(PROCESSES).where(PROCESSES.c.id == process).values(**beat._asdict()))
            if alive.rowcount == 0:
                connection.execute(insert(PROCESSES).values(id=process, **beat._asdict()))
                _add(connection, process, known)
                return
            for table, seat in changes:
                at = (PRESENCE.c.table == table) & (PRESENCE.c.seat == seat)
                connection.execute(delete(PRESENCE).where(PRESENCE.c.process == process, at))
            _add(connection, process, changes)

    @storage_errors
    def beats(self) -> dict[str, Beat]:
        """The numbers of all processes."""
        with self._engine.connect() as connection:
            return {row.id: Beat(row.beats, row.changes) for row in connection.execute(select(PROCESSES))}

    @storage_errors
    def counts(self, processes: Collection[str]) -> dict[str, dict[Place, int]]:
        """What these processes have written: how many are where."""
        found: dict[str, dict[Place, int]] = {process: {} for process in processes}
        with self._engine.connect() as connection:
            for process, table, seat, count in connection.execute(
                select(PRESENCE).where(PRESENCE.c.process.in_(processes))
            ):
                found[process][Place(table, seat)] = count
        return found

    @storage_errors
    def remove(self, process: str, beats: int | None = None) -> None:
        """Remove a process that has ended; with `beats` only if it has given no sign of life since."""
        with writing(self._engine) as connection:
            is_it = PROCESSES.c.id == process
            if beats is not None:
                is_it &= PROCESSES.c.beats == beats
            if connection.execute(select(PROCESSES.c.id).where(is_it).with_for_update()).first():
                connection.execute(delete(PRESENCE).where(PRESENCE.c.process == process))
                connection.execute(delete(PROCESSES).where(PROCESSES.c.id == process))


def _add(connection: Connection, process: str, counts: Mapping[Place, int]) -> None:
    rows = [{"process": process, **place._asdict(), "count": count} for place, count in counts.items() if count]
    if rows:
        connection.execute(insert(PRESENCE), rows)
