"""Connections and transactions of SQLite and PostgreSQL."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import wraps
from pathlib import Path
from sqlite3 import OperationalError
from typing import Any, ParamSpec, TypeVar

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from .schema import StorageError

SECONDS_TO_WAIT = 10  # for another process that writes to the same file
SECONDS_BETWEEN_TRIES = 0.02
FILE_CONNECTIONS = {"pool_size": 20, "max_overflow": 20}  # as many as threads that answer requests
# PostgreSQL has few in all, and all processes share them; more threads than these wait for one another.
CONNECTIONS = {"pool_size": 10, "max_overflow": 0}
_WRITES = "teahorse_writes"  # our own option of a connection
OWNER_ONLY = 0o600

P = ParamSpec("P")
R = TypeVar("R")


def connect_to(database: str) -> Engine:
    """The engine for a URL. Raises `StorageError` if it can't be used."""
    try:
        url = make_url(database)
    except ArgumentError:
        raise StorageError(
            f"Can't read the database URL {database!r}; expected sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME."
        ) from None
    try:
        if url.get_backend_name() == "sqlite":
            return _sqlite(url)
        return create_engine(url, pool_pre_ping=True, **CONNECTIONS)
    except ModuleNotFoundError as error:
        how = "`pip install 'teahorse[postgres]'`" if url.get_driver_name() == "psycopg" else "install it first"
        raise StorageError(f"A {url.drivername} database needs the package {error.name}: {how}.") from None
    except SQLAlchemyError as error:
        raise StorageError(f"The database of games can't be used: {reason(error)}.") from None


def close(engine: Engine) -> None:
    """Close all connections: those that a thread still uses as soon as it returns them."""
    event.listen(engine.pool, "checkin", lambda _, entry: entry.close())
    engine.dispose()


def reason(error: SQLAlchemyError) -> str:
    """The database's own error message, in one line."""
    cause = getattr(error, "orig", None) or error
    return str(cause).strip().partition("\n")[0].rstrip(".")


def storage_errors(function: Callable[P, R]) -> Callable[P, R]:
    """Turn errors of the database into a `StorageError`."""

    @wraps(function)
    def guarded(*arguments: P.args, **options: P.kwargs) -> R:
        try:
            return function(*arguments, **options)
        except SQLAlchemyError as error:
            raise StorageError(f"The database of games can't be used: {reason(error)}.") from error

    return guarded


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that writes: everything in it is stored, or nothing."""
    with engine.connect().execution_options(**{_WRITES: True}) as connection, connection.begin():
        yield connection


# --- SQLite -------------------------------------------------------------------------------------------


def _sqlite(url: URL) -> Engine:
    if not url.database or url.database == ":memory:":
        raise StorageError("Games need a database file, so that none is lost; write sqlite:///FILE.")
    try:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(f"Can't create the folder of {url.database}: {error.strerror}.") from None
    with suppress(OSError):  # SQLite itself says what is wrong
        # It holds hidden cards and who has which seat, so a new one is for its owner only.
        Path(url.database).touch(mode=OWNER_ONLY)
    return _sqlite_engine(url, **FILE_CONNECTIONS)


def with_own_connections(engine: Engine) -> Engine:
    """An engine for the same file without a pool: each call opens a new connection, and the caller keeps it."""
    return _sqlite_engine(engine.url, poolclass=NullPool)


def _sqlite_engine(url: URL, **pool: Any) -> Engine:
    engine = create_engine(url, connect_args={"timeout": SECONDS_TO_WAIT, "check_same_thread": False}, **pool)
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin)
    return engine


def _set_up_sqlite(connection: Any, _: object) -> None:
    # By default Python's driver begins a transaction only before the first INSERT, so CREATE TABLE would be outside.
    connection.isolation_level = None
    _execute_patiently(connection, "PRAGMA journal_mode=WAL")  # readers don't wait for a writer
    # In WAL mode, NORMAL may lose the last moves in a power failure. FULL waits for the disk at each commit.
    _execute_patiently(connection, "PRAGMA synchronous=FULL")
    _execute_patiently(connection, "PRAGMA foreign_keys=ON")


def _execute_patiently(connection: Any, statement: str) -> None:
    """Retry while another process locks the file: SQLite itself doesn't wait when the journal mode changes."""
    deadline = time.monotonic() + SECONDS_TO_WAIT
    while True:
        try:
            with closing(connection.cursor()) as cursor:
                cursor.execute(statement)
            return
        except OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(SECONDS_BETWEEN_TRIES)


def _begin(connection: Connection) -> None:
    # SQLite may refuse a transaction that reads first and writes later; with IMMEDIATE it waits for the lock.
    writes = connection.get_execution_options().get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
