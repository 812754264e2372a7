"""Runs the few statements of every move on the driver's own connections.

SQLAlchemy takes longer for each execution than the database does: it makes a connection object, a context and a result.
Here a statement is compiled to text once, and the driver gets that text. All other statements go through SQLAlchemy.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import Any, NamedTuple

from sqlalchemy import CompoundSelect, Executable, Select
from sqlalchemy.engine import Engine, create_engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import PoolProxiedConnection

from .engine import close, with_own_connections

MOST_CONNECTIONS = 8  # to PostgreSQL, for moves; each is busy for about a millisecond

Query = Select[Any] | CompoundSelect[Any]
Parameters = Mapping[str, Any]
Writes = Mapping[Executable, Sequence[Parameters]]
"""Statements, each with the parameters of every row that it writes."""


class _Compiled(NamedTuple):
    """A statement as text for one database."""

    text: str
    constants: Parameters  # of the statement itself
    readers: Sequence[tuple[int, Callable[[Any], Any]]]  # turn values of the driver into Python's, by column


class Driver:
    """Prepared statements on connections without a transaction of their own. Can be used from any thread."""

    def __init__(self, engine: Engine) -> None:
        self._is_sqlite = engine.dialect.name == "sqlite"
        # SQLite's connections begin no transaction by themselves; for PostgreSQL this takes another setting.
        self._engine = with_own_connections(engine) if self._is_sqlite else _autocommitting(engine)
        self._error = engine.dialect.loaded_dbapi.Error
        self._compiled: dict[tuple[object, ...], _Compiled] = {}
        self._idle: list[PoolProxiedConnection] = []  # of SQLite, at most as many as threads that were busy at once
        self._is_closed = False

    def close(self) -> None:
        """Close all connections: those that a thread still uses as soon as it gives them back."""
        self._is_closed = True
        close(self._engine)
        while self._idle:
            self._idle.pop().close()

    def fetch(self, query: Query, parameters: Parameters) -> list[Sequence[Any]]:
        """The rows that a query finds. A parameter that is a list stands for all its values."""
        try:
            return self._fetch(query, parameters)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
            return self._fetch(query, parameters)  # the database was restarted since the connection was opened

    def write(self, writes: Writes) -> None:
        """Execute statements in one transaction, and commit it."""
        with self._cursor() as cursor:
            cursor.execute("BEGIN IMMEDIATE" if self._is_sqlite else "BEGIN")
            try:
                for statement, rows in writes.items():
                    cursor.executemany(self._compile(statement, {}).text, rows)
                cursor.execute("COMMIT")
            except BaseException:
                cursor.connection.rollback()
                raise

    def _fetch(self, query: Query, parameters: Parameters) -> list[Sequence[Any]]:
        lists = {name: value for name, value in parameters.items() if isinstance(value, list)}
        text, constants, readers = self._compile(query, lists)
        given = {**constants, **parameters}
        for name, values in lists.items():
            del given[name]
            given.update((f"{name}_{number}", value) for number, value in enumerate(values, 1))
        with self._cursor() as cursor:
            cursor.execute(text, given)
            found: list[Sequence[Any]] = cursor.fetchall()
        return [_read(row, readers) for row in found] if readers else found

    def _compile(self, statement: Executable, lists: Mapping[str, Sequence[Any]]) -> _Compiled:
        key = (statement, *(len(values) for values in lists.values()))
        if key not in self._compiled:
            self._compiled[key] = _compile(statement, self._engine.dialect, lists)
        return self._compiled[key]

    @contextmanager
    def _cursor(self) -> Iterator[Any]:
        """A cursor. Errors of the driver are raised as SQLAlchemy's."""
        connection = None
        try:
            connection = self._connection()
            with closing(connection.cursor()) as cursor:
                yield cursor
        except self._error as error:
            is_lost = connection is not None and self._engine.dialect.is_disconnect(
                error, connection.dbapi_connection, None
            )
            if connection is not None and is_lost:
                connection.invalidate(error)
                self._engine.dispose()  # the others are lost, too
            raise DBAPIError.instance(
                None,
                None,
                error,
                self._error,
                hide_parameters=True,
                connection_invalidated=is_lost,
                dialect=self._engine.dialect,
            ) from error
        finally:
            if connection is not None:
                self._give_back(connection)

    def _connection(self) -> PoolProxiedConnection:
        # SQLAlchemy's pool takes longer than a query of SQLite, and a file has no limit on connections.
        try:
            return self._idle.pop()
        except IndexError:
            return self._engine.raw_connection()

    def _give_back(self, connection: PoolProxiedConnection) -> None:
        if self._is_sqlite and connection.is_valid and not self._is_closed:
            self._idle.append(connection)
        else:
            connection.close()


def _autocommitting(engine: Engine) -> Engine:
    return create_engine(
        engine.url, isolation_level="AUTOCOMMIT", pool_size=MOST_CONNECTIONS, max_overflow=0, pool_use_lifo=True
    )


def _compile(statement: Any, dialect: Any, lists: Mapping[str, Sequence[Any]]) -> _Compiled:
    named = type(dialect)(paramstyle="named") if dialect.name == "sqlite" else dialect
    if lists:  # the text has a place for each of their values
        own = statement.compile(dialect=named).params
        statement = statement.params({name: 0 for name in own if own[name] is None} | dict(lists))
    compiled = statement.compile(dialect=named, compile_kwargs={"render_postcompile": bool(lists)})
    constants = {name: value for name, value in compiled.params.items() if value is not None} if not lists else {}
    columns = statement.selected_columns if isinstance(statement, Query) else ()
    readers = [
        (number, reader)
        for number, column in enumerate(columns)
        if (reader := column.type.dialect_impl(dialect).result_processor(dialect, None)) is not None
    ]
    return _Compiled(str(compiled), constants, readers)


def _read(row: Sequence[Any], readers: Sequence[tuple[int, Callable[[Any], Any]]]) -> Sequence[Any]:
    values = list(row)
    for number, reader in readers:
        values[number] = reader(values[number])
    return values
