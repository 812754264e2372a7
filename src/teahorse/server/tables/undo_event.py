"""The event that tells the others of an undo."""

from collections.abc import Sequence

from ..storage.database import NewRow
from .events.requests import TAKEN_BACK
from .events.subject import NewEvent
from .table import Table
from .timing.turns import seat_number


def taken_back(table: Table, undone: Sequence[NewRow]) -> NewEvent:
    """Whose undo these rows are: it goes back to a move of the player who wanted it, and no further."""
    player = undone[-1].player
    data = {"name": table.seat_of(player).name, "moves": len(undone)}
    return NewEvent(TAKEN_BACK, seat_number(player, table.rules), data)
