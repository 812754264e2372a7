"""Who looks at a table: the players of a browser, and visits, so that bots at watched tables move first."""

from collections.abc import Collection

from fastapi import Request

from .tables.errors import NoSuchTable
from .tables.keys import KeysOfRequest, hash_of, keys_at
from .tables.service import TableService
from .tables.table import Table


def keys_of(request: Request, table_id: str) -> frozenset[str]:
    """The keys that a request carries for a table: those of the browser's cookies, and a program's token."""
    kind, _, key = request.headers.get("authorization", "").partition(" ")
    return keys_at(request, table_id) | ({key.strip()} if kind.lower() == "bearer" else frozenset())


def open_table(request: Request, table_id: str) -> Table:
    """A table as this browser or program may see it. A private table does not exist for strangers."""
    service: TableService = request.app.state.table_service
    table = service.open(table_id)
    if table.is_private:
        hashes = {hash_of(key) for key in keys_of(request, table_id)}
        if not service.storage.access.rights(table_id, hashes).may_watch:
            raise NoSuchTable
    return table


def players_here(request: Request, table: Table, keys: KeysOfRequest | None = None) -> frozenset[str]:
    """The players at a table that this browser may move for. The database is asked once per request.

    `keys` are those of the request, if the database was asked about them already.
    """
    known: dict[str, frozenset[str]] = request.scope.setdefault("players_here", {})
    if table.id not in known:
        known[table.id] = table.players_of(keys_at(request, table.id) if keys is None else keys)
    return known[table.id]


def note_visit(request: Request, table: Table, players: Collection[str]) -> None:
    """Note a visit of someone who has these players, so that the table's bots think first."""
    if not players:
        return
    state = request.app.state
    state.viewers.record_visit(table.id)
    if table.bot_of(table.to_move) is not None:
        state.bot_host.check_table(table.id)  # it may have been waiting for a visit
