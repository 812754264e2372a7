"""Full disks that need no special rights, for machines where nothing may be mounted.

They refuse what a server writes, with the errors of a full disk or ones that are treated alike.
"""

import resource
from typing import Protocol

import psycopg
from fault_server import FaultServer

from teahorse.server.storage.notifications import address_of

ALMOST_NOTHING = 4096  # bytes that a file may have
WRITTEN_WITH_A_MOVE = ("rows", "events", "positions")
# What PostgreSQL itself raises when a file can't grow: SQLSTATE 53100.
REFUSE = """
CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
END $$
"""


class FullDisk(Protocol):
    """A disk that can be filled up."""

    def fill(self, server: FaultServer) -> None:
        """Leave no room for a server."""

    def make_room(self, server: FaultServer) -> None:
        """Give it back."""


class FileSizeLimit:
    """No file of the server may grow, by a limit of its process: for SQLite, which writes in that process."""

    def fill(self, server: FaultServer) -> None:
        """Leave no room."""
        self._limit(server, ALMOST_NOTHING)

    def make_room(self, server: FaultServer) -> None:
        """Give it back."""
        self._limit(server, resource.RLIM_INFINITY)

    def _limit(self, server: FaultServer, soft: int) -> None:
        hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)[1]
        wanted = hard if soft == resource.RLIM_INFINITY else soft
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (wanted, hard))


class RefusingTables:
    """PostgreSQL refuses new rows with its error for a full disk."""

    def fill(self, server: FaultServer) -> None:
        """Leave no room."""
        with psycopg.connect(address_of(server.database), autocommit=True) as connection:
            connection.execute(REFUSE)
            for table in WRITTEN_WITH_A_MOVE:
                connection.execute(
                    f"CREATE TRIGGER no_space BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION no_space()"
                )

    def make_room(self, server: FaultServer) -> None:
        """Give it back."""
        with psycopg.connect(address_of(server.database), autocommit=True) as connection:
            connection.execute("DROP FUNCTION no_space() CASCADE")
