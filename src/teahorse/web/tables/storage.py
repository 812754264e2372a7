"""The database: tables, keys, rows of moves, reviews. Rows are only ever added.

SQLite and PostgreSQL are written to by the same code.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    Engine,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    func,
    insert,
    inspect,
    select,
)
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError

from ...errors import TeahorseError
from .played import Row

SHAPE = 1  # of the tables below; a change of them is a new number
SECONDS_TO_WAIT = 10  # for another process that is writing to the same file
A_DAY = 24 * 3600

_shape = MetaData()

TABLES = Table(
    "tables",
    _shape,
    Column("id", String(10), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("title", Text, nullable=False),
    Column("edition", String(10), nullable=False),
    Column("people", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("board", JSON),
    Column("seats", JSON, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("take_back", String(10), nullable=False),
    Column("lesson", Text),
    Column("headers", JSON, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)
KEYS = Table(
    "keys",
    _shape,
    Column("table", ForeignKey(TABLES.c.id), primary_key=True),
    Column("hash", String(64), primary_key=True),
    Column("seats", JSON, nullable=False),
)
ROWS = Table(
    "rows",
    _shape,
    Column("table", ForeignKey(TABLES.c.id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(10), nullable=False),
    Column("text", Text, nullable=False),
    Column("player", String(10), nullable=False),
    Column("made_at", BigInteger, nullable=False),
)
REVIEWS = Table(
    "reviews",
    _shape,
    Column("table", ForeignKey(TABLES.c.id), primary_key=True),
    Column("rows_count", Integer, primary_key=True, autoincrement=False),
    Column("data", JSON, nullable=False),
)
ABOUT = Table("about", _shape, Column("shape", Integer, primary_key=True, autoincrement=False))


class StorageError(TeahorseError):
    """A database that can't be used, or is none of ours."""


class RowTaken(TeahorseError):
    """Another row has that number already."""


@dataclass(frozen=True)
class StoredTable:
    """A table as it is kept, without its rows."""

    id: str
    kind: str
    title: str
    edition: str
    people: int
    options: Mapping[str, Any]
    board: Mapping[str, Any] | None
    seats: list[dict[str, Any]]
    seed: int
    take_back: str
    lesson: str | None
    headers: dict[str, str]
    created_at: int = field(default_factory=lambda: now())


@dataclass(frozen=True)
class NewRow:
    """A row to add, and who made it."""

    row: Row
    player: str


@dataclass(frozen=True)
class KeptRow:
    """A row as it is kept."""

    row: Row
    made_at: int


P = ParamSpec("P")
R = TypeVar("R")


def _in_words(function: Callable[P, R]) -> Callable[P, R]:
    """What the database complains about becomes a sentence."""

    @wraps(function)
    def guarded(*arguments: P.args, **options: P.kwargs) -> R:
        try:
            return function(*arguments, **options)
        except SQLAlchemyError as error:
            raise StorageError(f"The database of games can't be used: {_reason(error)}.") from error

    return guarded


def _reason(error: SQLAlchemyError) -> str:
    cause = getattr(error, "orig", None) or error
    return str(cause).strip().partition("\n")[0].rstrip(".")


class Storage:
    """The database of a server. Two of them on the same database do no harm to each other."""

    def __init__(self, database: str) -> None:
        self.database = database
        self._engine = _engine(database)
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    @_in_words
    def _prepare(self) -> None:
        """Make the tables in a new database; one of another shape, or of someone else, is left as it is."""
        with self._engine.begin() as connection:
            found = set(inspect(connection).get_table_names())
            if not found:
                _shape.create_all(connection)
                connection.execute(insert(ABOUT).values(shape=SHAPE))
                return
            if not set(_shape.tables) <= found:
                raise StorageError(f"{self._name} is a database of something else; choose another for your games.")
            shape = connection.execute(select(ABOUT.c.shape)).scalar()
        if shape != SHAPE:
            raise StorageError(
                f"{self._name} was made by another version of teahorse (its shape is {shape}, and this version reads "
                f"{SHAPE}); choose another database, or use that version."
            )

    @property
    def _name(self) -> str:
        return make_url(self.database).render_as_string(hide_password=True)

    # --- Tables ---------------------------------------------------------------------------------------

    @_in_words
    def add_table(self, table: StoredTable, keys: Mapping[str, Sequence[int]], rows: Sequence[NewRow]) -> None:
        """Keep a new table: who may sit where (by the hashes of keys), and what has been played already."""
        with self._engine.begin() as connection:
            connection.execute(insert(TABLES).values(**vars(table)))
            for hashed, seats in keys.items():
                connection.execute(insert(KEYS).values(table=table.id, hash=hashed, seats=list(seats)))
            _add_rows(connection, table.id, rows)

    @_in_words
    def table(self, table_id: str) -> StoredTable | None:
        """A table by its id."""
        with self._engine.connect() as connection:
            found = connection.execute(select(TABLES).where(TABLES.c.id == table_id)).mappings().first()
        return None if found is None else StoredTable(**found)

    @_in_words
    def keys(self, table_id: str) -> dict[str, tuple[int, ...]]:
        """Which seats each key opens, by its hash."""
        with self._engine.connect() as connection:
            found = connection.execute(select(KEYS.c.hash, KEYS.c.seats).where(KEYS.c.table == table_id))
            return {hashed: tuple(seats) for hashed, seats in found}

    @_in_words
    def recent(self, days: int, most: int) -> list[str]:
        """The tables that something happened at in the last days, the latest first."""
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

    # --- Rows -----------------------------------------------------------------------------------------

    @_in_words
    def add_rows(self, table_id: str, rows: Sequence[NewRow]) -> None:
        """Add rows, all or none; `RowTaken` if another process was quicker."""
        try:
            with self._engine.begin() as connection:
                _add_rows(connection, table_id, rows)
        except IntegrityError:
            raise RowTaken("Something else has happened at the table meanwhile.") from None

    @_in_words
    def rows_after(self, table_id: str, number: int) -> list[KeptRow]:
        """The rows after a number, in their order."""
        with self._engine.connect() as connection:
            found = connection.execute(
                select(ROWS.c.number, ROWS.c.kind, ROWS.c.text, ROWS.c.made_at)
                .where(ROWS.c.table == table_id, ROWS.c.number > number)
                .order_by(ROWS.c.number)
            )
            return [KeptRow(Row(row.number, row.kind, row.text), row.made_at) for row in found]

    # --- Reviews --------------------------------------------------------------------------------------

    @_in_words
    def review(self, table_id: str, rows_count: int) -> dict[str, Any] | None:
        """The review of a game as it stood after so many rows."""
        with self._engine.connect() as connection:
            data: dict[str, Any] | None = connection.scalar(
                select(REVIEWS.c.data).where(REVIEWS.c.table == table_id, REVIEWS.c.rows_count == rows_count)
            )
        return data

    @_in_words
    def keep_review(self, table_id: str, rows_count: int, data: Mapping[str, Any]) -> None:
        """Keep a review; the first one that was finished counts."""
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(REVIEWS).values(table=table_id, rows_count=rows_count, data=data))
        except IntegrityError:
            return  # another server thought about the same game


def _add_rows(connection: Connection, table_id: str, rows: Sequence[NewRow]) -> None:
    if rows:
        made_at = now()
        common = {"table": table_id, "made_at": made_at}
        connection.execute(insert(ROWS), [common | {"player": new.player, **vars(new.row)} for new in rows])


def now() -> int:
    """The time, in seconds since 1970."""
    return int(time.time())


# --- Beginning ----------------------------------------------------------------------------------------


def _engine(database: str) -> Engine:
    try:
        url = make_url(database)
    except ArgumentError:
        raise StorageError(
            f"{database!r} is no address of a database; write sqlite:///FILE, or postgresql+psycopg://USER@HOST/NAME."
        ) from None
    try:
        if url.get_backend_name() == "sqlite":
            return _sqlite(url)
        return create_engine(url, pool_pre_ping=True)
    except ModuleNotFoundError as error:
        raise StorageError(f"A {url.drivername} database needs the package {error.name}; install it first.") from None
    except SQLAlchemyError as error:
        raise StorageError(f"The database of games can't be used: {_reason(error)}.") from None


def _sqlite(url: URL) -> Engine:
    if not url.database or url.database == ":memory:":
        raise StorageError("Games are kept in a file, so that none is lost: write sqlite:///FILE.")
    try:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(f"The folder for {url.database} can't be made: {error.strerror}.") from None
    engine = create_engine(url, connect_args={"timeout": SECONDS_TO_WAIT})
    event.listen(engine, "connect", _set_up_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _: object) -> None:
    with _cursor(connection) as cursor:
        cursor.execute("PRAGMA journal_mode=WAL")  # whoever reads does not wait for whoever writes
        # In WAL mode NORMAL may forget the last moves when the power fails; FULL waits for the disk once per move.
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")


@contextmanager
def _cursor(connection: Any) -> Iterator[Any]:
    cursor = connection.cursor()
    try:
        yield cursor
    finally:
        cursor.close()
