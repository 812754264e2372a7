"""Stores the events of tables. They are only appended."""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import JSON, ColumnElement, Integer, String, bindparam, cast, insert, literal, null, select, union_all
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import IntegrityError

from ..history.history import Row
from .access import KeyChange
from .driver import Driver
from .engine import storage_errors, writing
from .news import announce
from .receipts import write_receipt
from .schema import EVENTS, ROWS
from .stored import Event, RowTaken, StoredRow

_NEWS = union_all(  # one query for both, because every request asks
    select(
        literal(False).label("is_event"),
        ROWS.c.number,
        ROWS.c.kind,
        ROWS.c.text,
        cast(null(), Integer).label("seat"),
        cast(null(), JSON).label("data"),
        cast(null(), Integer).label("after_row"),
        ROWS.c.made_at,
    ).where(ROWS.c.table == bindparam("table"), ROWS.c.number > bindparam("row")),
    select(
        literal(True),
        EVENTS.c.number,
        EVENTS.c.kind,
        cast(null(), String),
        EVENTS.c.seat,
        EVENTS.c.data,
        EVENTS.c.after_row,
        EVENTS.c.made_at,
    ).where(EVENTS.c.table == bindparam("table"), EVENTS.c.number > bindparam("event")),
).order_by("is_event", "number")


class EventStore:
    """The events of all tables."""

    def __init__(self, engine: Engine, driver: Driver, process: str) -> None:
        self._engine = engine
        self._process = process
        self._driver = driver

    @storage_errors
    def append(self, table_id: str, events: Sequence[Event], changes: Sequence[KeyChange] = ()) -> None:
        """Append events and change keys in one transaction. Raises `RowTaken` if a number is used."""
        try:
            with writing(self._engine) as connection:
                write_receipt(connection, table_id, events[-1].after_row, events[-1].number)
                add_events(connection, table_id, events)
                for change in changes:
                    change(connection, table_id)
                announce(connection, self._process, table_id, events[-1].after_row, events[-1].number)
        except IntegrityError:
            raise RowTaken("Someone else was faster. Look at the table again.") from None

    @storage_errors
    def news(self, table_id: str, row: int, event: int) -> tuple[list[StoredRow], list[Event]]:
        """The rows and the events of a table after these numbers, in order."""
        rows: list[StoredRow] = []
        events: list[Event] = []
        for is_event, number, kind, text, seat, data, after_row, made_at in self._driver.fetch(
            _NEWS, {"table": table_id, "row": row, "event": event}
        ):
            if is_event:
                events.append(Event(number, kind, seat, data, after_row, made_at))
            else:
                rows.append(StoredRow(Row(number, kind, text), made_at))
        return rows, events


def add_events(connection: Connection, table_id: str, events: Sequence[Event]) -> None:
    """Insert events in a transaction of the caller."""
    if events:
        connection.execute(insert(EVENTS), [{"table": table_id, **vars(event)} for event in events])


def events_by_table(connection: Connection, ids: Collection[str], kinds: Collection[str]) -> dict[str, list[Event]]:
    """The events of some kinds at these tables, in order."""
    return events_of(connection, EVENTS.c.table.in_(ids), kinds)


def events_of(connection: Connection, which: ColumnElement[bool], kinds: Collection[str]) -> dict[str, list[Event]]:
    """The events of some kinds at the tables of a condition, in order."""
    query = select(EVENTS).where(which, EVENTS.c.kind.in_(kinds)).order_by(EVENTS.c.number)
    found: dict[str, list[Event]] = {}
    for event in connection.execute(query):
        found.setdefault(event.table, []).append(_event(event))
    return found


def _event(found: Any) -> Event:
    return Event(found.number, found.kind, found.seat, found.data, found.after_row, found.made_at)
