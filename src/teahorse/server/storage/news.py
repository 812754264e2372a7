"""Tells other processes of new rows and events, in the transaction that stores them.

PostgreSQL sends the message when it commits, so there are both or neither, even if the process is killed. A database of
SQLite has one process only.
"""

from sqlalchemy import text
from sqlalchemy.engine import Connection

from .driver import Parameters
from .notifications import CHANNEL

NEWS = "news"  # the kind of message
ANNOUNCE = text(f"SELECT pg_notify('{CHANNEL} ' || current_schema(), CAST(:message AS TEXT))")


def news(process: str, table_id: str, row: int, event: int) -> Parameters:
    """The parameters of `ANNOUNCE`. `process` is the sender; `row` and `event` are the numbers of the last ones."""
    return {"message": f"{process} {NEWS} {table_id} {row} {event}"}


def announce(connection: Connection, process: str, table_id: str, row: int, event: int) -> None:
    """Tell other processes of a table's last row and event when the caller's transaction is committed."""
    if connection.dialect.name == "postgresql":
        connection.execute(ANNOUNCE, dict(news(process, table_id, row, event)))
