"""Which data of a table's events everyone may see. What isn't listed here is not sent."""

from collections.abc import Mapping
from typing import Any

from ..storage.stored import Event
from ..tables.events.seating import SEAT_TAKEN, SEAT_TO_BOT

PUBLIC: Mapping[str, tuple[str, ...]] = {
    SEAT_TAKEN: ("name",),
    SEAT_TO_BOT: ("name", "bot"),
}


def public_data(event: Event) -> dict[str, Any]:
    """The data of an event that everyone may see."""
    return {name: event.data[name] for name in PUBLIC.get(event.kind, ()) if name in event.data}
