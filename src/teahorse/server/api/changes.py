"""Which data of a table's events everyone may see. What isn't listed here is not sent."""

from collections.abc import Mapping
from typing import Any

from ..storage.stored import Event
from ..tables.events.chat import MUTED, REPORTED, UNMUTED
from ..tables.events.requests import AGREED, ASKED, REFUSED, WITHDRAWN
from ..tables.events.seating import SEAT_TAKEN, SEAT_TO_BOT
from ..tables.events.timing import TIME_CONTROL

PUBLIC: Mapping[str, tuple[str, ...]] = {
    SEAT_TAKEN: ("name",),
    SEAT_TO_BOT: ("name", "bot"),
    TIME_CONTROL: ("kind", "seconds", "increment", "bot"),
    ASKED: ("what", "needed", "steps"),
    AGREED: ("what",),
    REFUSED: ("what",),
    WITHDRAWN: ("what",),
}
PRIVATE = (MUTED, UNMUTED, REPORTED)  # nobody is told who mutes or reports whom


def public_data(event: Event) -> dict[str, Any]:
    """The data of an event that everyone may see."""
    return {name: event.data[name] for name in PUBLIC.get(event.kind, ()) if name in event.data}
