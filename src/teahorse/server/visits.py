"""Notes who looks at a table, so that bots at watched tables think first."""

from fastapi import Request

from .tables.keys import keys_at
from .tables.table import Table


def note_visit(request: Request, table: Table, keys: frozenset[str] | None = None) -> None:
    """Note a visit of someone with a seat, so that the table's bots think first."""
    if not table.players_of(keys_at(request, table.id) if keys is None else keys):
        return
    state = request.app.state
    state.viewers.record_visit(table.id)
    if table.bot_of(table.to_move) is not None:
        state.bot_host.check_table(table.id)  # it may have been waiting for a visit
