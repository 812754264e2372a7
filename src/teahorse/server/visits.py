"""Who looks at a table: the players of a browser, and visits, so that bots at watched tables think first."""

from collections.abc import Collection

from fastapi import Request

from .tables.keys import keys_at
from .tables.table import Table


def players_here(request: Request, table: Table) -> frozenset[str]:
    """The players at a table that this browser may move for. The database is asked once per request."""
    known: dict[str, frozenset[str]] = request.scope.setdefault("players_here", {})
    if table.id not in known:
        known[table.id] = table.players_of(keys_at(request, table.id))
    return known[table.id]


def note_visit(request: Request, table: Table, players: Collection[str]) -> None:
    """Note a visit of someone who has these players, so that the table's bots think first."""
    if not players:
        return
    state = request.app.state
    state.viewers.record_visit(table.id)
    if table.bot_of(table.to_move) is not None:
        state.bot_host.check_table(table.id)  # it may have been waiting for a visit
