"""The rematch that someone has started after the end of a game."""

from collections.abc import Set
from typing import NamedTuple

from ...server.tables.rematch import rematch_event
from ...server.tables.table import Table
from ...text.translation import Say


class Rematch(NamedTuple):
    """The table of a rematch, and who has started it, in a sentence."""

    id: str
    told: str


def rematch_of(table: Table, own: Set[int], say: Say) -> Rematch | None:
    """The rematch of a table, for a reader with these seats; None if nobody has started one."""
    event = rematch_event(table)
    if event is None or "table" not in event.data:  # an early version noted no table
        return None
    if own == {event.seat}:
        told = say("You have started a rematch.")
    else:
        name = table.seats[event.seat].name if event.seat is not None else ""
        told = say("{player} has started a rematch.").format(player=name)
    return Rematch(str(event.data["table"]), told)
