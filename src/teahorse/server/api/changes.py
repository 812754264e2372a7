"""Which events of a table a reader may see, and what of their data. Kinds that aren't listed here are not sent."""

from collections.abc import Mapping
from typing import Any

from ..storage.stored import Event
from ..tables.events.chat import CHAT, MESSAGE, REACTION, REMOVED
from ..tables.events.requests import AGREED, ASKED, PAUSED, REFUSED, RESUMED, TAKEN_BACK, WITHDRAWN
from ..tables.events.seating import CLOSED, HOST, SEAT_FREED, SEAT_TAKEN, SEAT_TO_BOT, STARTED
from ..tables.events.timing import RETURNED, TIME_CONTROL, TIMED_OUT
from ..tables.table import Table

PUBLIC: Mapping[str, tuple[str, ...]] = {
    SEAT_TAKEN: ("name",),
    SEAT_FREED: ("was",),
    SEAT_TO_BOT: ("name", "bot", "was"),
    HOST: ("name",),
    STARTED: (),
    CLOSED: (),
    TIME_CONTROL: ("kind", "seconds", "increment", "bot"),
    TIMED_OUT: (),
    RETURNED: (),
    ASKED: ("what", "needed", "steps"),
    AGREED: ("what",),
    REFUSED: ("what",),
    WITHDRAWN: ("what",),
    PAUSED: (),
    RESUMED: (),
    TAKEN_BACK: ("moves",),
}
TALK: Mapping[str, tuple[str, ...]] = {
    MESSAGE: ("name", "text"),
    REACTION: ("name", "reaction"),
    REMOVED: ("message",),
}


def data_for(event: Event, table: Table, seats: frozenset[int]) -> dict[str, Any] | None:
    """The data of an event that someone with these seats may see; None if it is not for them."""
    fields = PUBLIC.get(event.kind)
    if event.kind in TALK and _reads(event, table, seats):
        fields = TALK[event.kind]
    return None if fields is None else {name: event.data[name] for name in fields if name in event.data}


def _reads(event: Event, table: Table, seats: frozenset[int]) -> bool:
    """Whether a reader sees a message: not if it was removed, or if they have muted the writer."""
    chat = table.state[CHAT]
    if not seats and not chat.spectators_read:
        return False
    if event.kind == REMOVED:
        return True
    message = chat.message(event.number)
    is_removed = message is None or message.is_removed
    return not is_removed and not any(event.seat in chat.muted.get(seat, ()) for seat in seats)
