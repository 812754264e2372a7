"""Stores tables, keys, rows, reviews and default boards. Rows are only appended.

The same code works with SQLite and PostgreSQL.
"""

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import IntegrityError

from ..history.history import Row
from ..history.latest_position import LatestDrawing, LatestPosition
from .access import HOST, PLAYER, WATCHER, AccessStore
from .accounts import OPENED, AccountStore, opened_by
from .departures import DepartureStore
from .driver import Driver, Parameters
from .engine import close, connect_to, storage_errors, writing
from .events import EventStore, add_events, events_by_table
from .game_lists import GameLists
from .group_commit import GroupCommit
from .migration import prepare
from .news import ANNOUNCE, announce, news
from .presence import PresenceStore
from .rate_counters import RateCounters
from .ratings import RatingStore
from .receipts import ReceiptStore, write_receipt
from .rows import ROWS_AFTER, Addition, add_rows, row_writes, upsert
from .schema import BOARDS, DRAWINGS, KEYS, POSITIONS, REVIEWS, ROWS, TABLES, StorageError
from .stored import Event, NewRow, RowTaken, StoredRow, StoredTable, now
from .thinking_results import ThinkingResults
from .timing import ClockStore, UptimeStore
from .turn_messages import TurnMessageStore

A_DAY = 24 * 3600
AT_A_TIME = 500  # tables per query; every version of SQLite allows this many parameters
SEATS_OPENED = select(KEYS.c.seats).where(KEYS.c.table == bindparam("table"), OPENED)

__all__ = ["Database", "NewRow", "RowTaken", "StorageError", "StoredRow", "StoredTable", "now"]


@dataclass(frozen=True)
class Overview:
    """The data of a table that a list of games needs."""

    table: StoredTable
    keys: dict[str, tuple[int, ...]]  # which seats each key opens, by its hash
    hosts: list[str]  # the hashes of the host's keys
    last: StoredRow | None
    position: LatestPosition | None
    events: list[Event]  # of the kinds that were asked for


class Database:
    """The database of a server. Several servers can use the same one."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.process = secrets.token_hex(4)  # by which others know who has sent a message
        self._engine = connect_to(database)
        self._driver = Driver(self._engine)
        self._group_commit = GroupCommit(self._driver)
        self.events = EventStore(self._engine, self._driver, self.process)
        self.receipts = ReceiptStore(self._engine)
        self.thinking_results = ThinkingResults(self._engine)
        self.game_lists = GameLists(self._engine)
        self.presence = PresenceStore(self._engine)
        self.turn_messages = TurnMessageStore(self._engine)
        self.access = AccessStore(self._engine)
        self.accounts = AccountStore(self._engine)
        self.ratings = RatingStore(self._engine)
        self.departures = DepartureStore(self._engine)
        self.rate_counters = RateCounters(self._engine)
        self.clocks = ClockStore(self._engine)
        self.uptimes = UptimeStore(self._engine)
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close all connections."""
        self._driver.close()
        close(self._engine)

    @storage_errors
    def _prepare(self) -> None:
        with writing(self._engine) as connection:
            prepare(connection, self._name)

    @storage_errors
    def check(self) -> None:
        """Ask the database something. Raises `StorageError` if it doesn't answer."""
        with self._engine.connect() as connection:
            connection.execute(select(1))

    @property
    def is_shared(self) -> bool:
        """Whether servers and workers on several machines can use it."""
        return self._engine.dialect.name == "postgresql"

    @property
    def _name(self) -> str:
        return make_url(self.database).render_as_string(hide_password=True)

    # --- Tables ---------------------------------------------------------------------------------------

    @storage_errors
    def add_table(
        self,
        table: StoredTable,
        keys: Mapping[str, Sequence[int]],
        rows: Sequence[NewRow],
        position: LatestPosition,
        hosts: Collection[str] = (),
        events: Sequence[Event] = (),
    ) -> None:
        """Store a new table with its keys (hashes, and the seats they open) and its first rows and events.

        `hosts` are the hashes of the host's keys.
        """
        with writing(self._engine) as connection:
            write_receipt(connection, table.id, len(rows), 0)
            connection.execute(insert(TABLES).values(**vars(table)))
            for hashed, seats in keys.items():
                role = HOST if hashed in hosts else PLAYER if seats else WATCHER
                connection.execute(insert(KEYS).values(table=table.id, hash=hashed, seats=list(seats), role=role))
            add_rows(connection, table.id, rows)
            upsert(connection, POSITIONS, table.id, position)
            add_events(connection, table.id, events)
            announce(connection, self.process, table.id, len(rows), len(events))

    @storage_errors
    def table(self, table_id: str) -> StoredTable | None:
        """A table by its id."""
        with self._engine.connect() as connection:
            found = connection.execute(select(TABLES).where(TABLES.c.id == table_id)).mappings().first()
        return None if found is None else StoredTable(**found)

    @storage_errors
    def overviews(self, ids: Sequence[str], kinds: Collection[str] = ()) -> list[Overview]:
        """The data of these tables for a list, with few queries; deleted tables are left out.

        `kinds` are the kinds of events that the list needs.
        """
        found: list[Overview] = []
        with self._engine.connect() as connection:
            for first in range(0, len(ids), AT_A_TIME):
                found += _overviews(connection, ids[first : first + AT_A_TIME], kinds)
        return found

    @storage_errors
    def recent(self, days: int, most: int) -> list[str]:
        """The tables that were played or created in the last days, latest first."""
        latest = func.max(ROWS.c.made_at)
        since = now() - days * A_DAY
        touched = select(ROWS.c.table).group_by(ROWS.c.table).having(latest >= since).order_by(latest.desc())
        untouched = (
            select(TABLES.c.id)
            .where(TABLES.c.created_at >= since, ~select(ROWS).where(ROWS.c.table == TABLES.c.id).exists())
            .order_by(TABLES.c.created_at.desc())
        )
        with self._engine.connect() as connection:
            ids = [
                str(table) for query in (touched, untouched) for table in connection.scalars(query.limit(most)).all()
            ]
        return ids[:most]

    # --- Keys -----------------------------------------------------------------------------------------

    @storage_errors
    def seats_opened(self, table_id: str, hashes: Collection[str]) -> frozenset[int]:
        """The seats of a table that keys with these hashes open. One of them may be that of a session."""
        found = self._driver.fetch(SEATS_OPENED, {"table": table_id, **opened_by(hashes)})
        return frozenset(seat for (seats,) in found for seat in seats)

    @storage_errors
    def seats_by_hash(self, tables: Mapping[str, str]) -> dict[str, frozenset[int]]:
        """The seats that keys open, by table. `tables` maps each key's hash to its table."""
        opened: dict[str, frozenset[int]] = {}
        with self._engine.connect() as connection:
            for key in connection.execute(select(KEYS).where(KEYS.c.hash.in_(tables))):
                if tables[key.hash] == key.table:
                    opened[key.table] = opened.get(key.table, frozenset()) | frozenset(key.seats)
        return opened

    @storage_errors
    def add_key(self, hashed: str, opened: Mapping[str, Collection[int]], most: int) -> Collection[str]:
        """Let a key open more seats, given by table. Returns the tables where this worked.

        A table that already has `most` keys gets no new one.
        """
        taken = set()
        with writing(self._engine) as connection:
            for table_id, seats in opened.items():
                found = connection.execute(select(KEYS.c.hash, KEYS.c.seats).where(KEYS.c.table == table_id))
                had = {key.hash: key.seats for key in found}
                if hashed in had:
                    at = (KEYS.c.table == table_id) & (KEYS.c.hash == hashed)
                    connection.execute(update(KEYS).where(at).values(seats=sorted({*had[hashed], *seats})))
                elif len(had) < most:
                    connection.execute(insert(KEYS).values(table=table_id, hash=hashed, seats=sorted(seats)))
                else:
                    continue
                taken.add(table_id)
        return taken

    @storage_errors
    def remove_key(self, table_id: str, hashed: str) -> None:
        """Remove a key from a table."""
        with writing(self._engine) as connection:
            connection.execute(delete(KEYS).where(KEYS.c.table == table_id, KEYS.c.hash == hashed))

    @storage_errors
    def count_tables_of(self, hashed: str) -> int:
        """How many tables a key opens."""
        with self._engine.connect() as connection:
            query = select(func.count()).select_from(KEYS).where(KEYS.c.hash == hashed, KEYS.c.role != WATCHER)
            return connection.scalar(query) or 0

    @storage_errors
    def tables_of(self, hashed: str, most: int, after: int = 0) -> list[str]:
        """A page of the tables that a key opens, latest first: at most `most`, after skipping `after`."""
        last = select(ROWS.c.made_at).where(ROWS.c.table == TABLES.c.id).order_by(ROWS.c.number.desc()).limit(1)
        touched = func.coalesce(last.correlate(TABLES).scalar_subquery(), TABLES.c.created_at)
        query = select(TABLES.c.id).join(KEYS, KEYS.c.table == TABLES.c.id)
        query = query.where(KEYS.c.hash == hashed, KEYS.c.role != WATCHER)
        query = query.order_by(touched.desc(), TABLES.c.id).limit(most).offset(after)
        with self._engine.connect() as connection:
            return list(connection.scalars(query))

    # --- Rows -----------------------------------------------------------------------------------------

    @storage_errors
    def add_rows(self, table_id: str, rows: Sequence[NewRow], position: LatestPosition | None = None) -> int:
        """Append rows and the position after them, all or nothing. Raises `RowTaken` if a number is used.

        Returns their time when they are on disk.
        """
        made_at = now()
        writes = self._row_writes([Addition(table_id, rows, position)], made_at)
        try:
            with self.receipts.written_with(writes, table_id, rows[-1].row.number):
                self._group_commit.write(table_id, writes)
        except IntegrityError:
            raise RowTaken("Someone else was faster. Look at the table again.") from None
        return made_at

    @storage_errors
    def add_together(self, additions: Sequence[Addition]) -> int | None:
        """Append rows at several tables, all or nothing. None if a number or a receipt is there already."""
        made_at = now()
        writes = self._row_writes(additions, made_at)
        for each in additions:
            if each.request is not None:
                self.receipts.add_to(writes, each.request, each.table_id, each.rows[-1].row.number)
        try:
            self._group_commit.write(additions[0].table_id, writes)
        except IntegrityError:
            return None
        return made_at

    def _row_writes(self, additions: Sequence[Addition], made_at: int) -> dict[Any, list[Parameters]]:
        writes = row_writes(additions, made_at, self._engine.dialect.name)
        if self.is_shared:
            writes[ANNOUNCE] = [news(self.process, each.table_id, each.rows[-1].row.number, 0) for each in additions]
        return writes

    @storage_errors
    def save_position(self, table_id: str, position: LatestPosition) -> None:
        """Store the position of a table that has none, or one of another version."""
        with writing(self._engine) as connection:
            upsert(connection, POSITIONS, table_id, position)

    @storage_errors
    def drawing(self, table_id: str) -> LatestDrawing | None:
        """The stored state of a table's drawing."""
        with self._engine.connect() as connection:
            found = connection.execute(select(DRAWINGS).where(DRAWINGS.c.table == table_id)).first()
        return None if found is None else LatestDrawing(found.number, found.data)

    @storage_errors
    def save_drawing(self, table_id: str, drawing: LatestDrawing) -> None:
        """Store the state of a drawing, unless a newer one is stored."""
        with writing(self._engine) as connection:
            upsert(connection, DRAWINGS, table_id, drawing)

    @storage_errors
    def rows_after(self, table_id: str, number: int) -> list[StoredRow]:
        """The rows after a number, in order."""
        found = self._driver.fetch(ROWS_AFTER, {"table": table_id, "after": number})
        return [StoredRow(Row(number, kind, text), made_at) for number, kind, text, made_at in found]

    # --- Reviews --------------------------------------------------------------------------------------

    @storage_errors
    def review(self, table_id: str, rows_count: int) -> dict[str, Any] | None:
        """The review of a game when it had this many rows."""
        with self._engine.connect() as connection:
            data: dict[str, Any] | None = connection.scalar(
                select(REVIEWS.c.data).where(REVIEWS.c.table == table_id, REVIEWS.c.rows_count == rows_count)
            )
        return data

    @storage_errors
    def save_review(self, table_id: str, rows_count: int, data: Mapping[str, Any]) -> None:
        """Store a review, unless there already is one."""
        try:
            with writing(self._engine) as connection:
                connection.execute(insert(REVIEWS).values(table=table_id, rows_count=rows_count, data=data))
        except IntegrityError:
            return  # another server has reviewed the same game

    # --- The default board ----------------------------------------------------------------------------

    @storage_errors
    def default_board(self, edition: str) -> dict[str, Any] | None:
        """The default board of an edition; None for our tables."""
        with self._engine.connect() as connection:
            board: dict[str, Any] | None = connection.scalar(select(BOARDS.c.board).where(BOARDS.c.edition == edition))
        return board

    @storage_errors
    def save_default_board(self, edition: str, board: Mapping[str, Any] | None) -> None:
        """Set the default board of an edition; None for our tables."""
        with writing(self._engine) as connection:
            if not board:
                connection.execute(delete(BOARDS).where(BOARDS.c.edition == edition))
                return
            new: Any = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(BOARDS)
            new = new.values(edition=edition, board=dict(board))
            columns = {"board": new.excluded.board}
            connection.execute(new.on_conflict_do_update(index_elements=[BOARDS.c.edition], set_=columns))


def _overviews(connection: Connection, ids: Sequence[str], kinds: Collection[str]) -> list[Overview]:
    keys: dict[str, dict[str, tuple[int, ...]]] = {}
    hosts: dict[str, list[str]] = {}
    for key in connection.execute(select(KEYS).where(KEYS.c.table.in_(ids))):
        keys.setdefault(key.table, {})[key.hash] = tuple(key.seats)
        if key.role == HOST:
            hosts.setdefault(key.table, []).append(key.hash)
    each = ROWS.alias()
    latest = select(func.max(each.c.number)).where(each.c.table == TABLES.c.id).scalar_subquery()
    of_table = (ROWS.c.table == TABLES.c.id) & (ROWS.c.number == latest)
    rows = connection.execute(select(ROWS).select_from(TABLES).join(ROWS, of_table).where(TABLES.c.id.in_(ids)))
    last = {row.table: StoredRow(Row(row.number, row.kind, row.text), row.made_at) for row in rows}
    kept = {
        row.table: LatestPosition(row.number, row.seal, row.data)
        for row in connection.execute(select(POSITIONS).where(POSITIONS.c.table.in_(ids)))
    }
    tables = connection.execute(select(TABLES).where(TABLES.c.id.in_(ids))).mappings()
    events = events_by_table(connection, ids, kinds) if kinds else {}
    found = {table["id"]: StoredTable(**table) for table in tables}
    return [
        Overview(table, keys.get(id_, {}), hosts.get(id_, []), last.get(id_), kept.get(id_), events.get(id_, []))
        for id_, table in found.items()
    ]
