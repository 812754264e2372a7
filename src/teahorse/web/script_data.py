"""The data that the page of a table holds for its scripts, as JSON."""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ..errors import N_
from ..server.history.history import GameHistory
from .drawing.ghosts import ghosts
from .presenters.answers import doors
from .presenters.conversion_scale import BID_WORDS
from .presenters.edition_tables import SOURCE_WORDS
from .presenters.offered_moves import Offer, as_json
from .presenters.position_view import PositionView
from .presenters.spot_cards import spots

WORDS = {
    "rule": N_("rule {rule}"),
    "pick up": N_("Drag it to where it goes, or choose it and then the place."),
    "cannot drop": N_("It can't go there. Where it can go, the map glows."),
    "picked up": N_("Now choose where it goes."),
    "nowhere": N_("You can't build it anywhere yet."),
    "copied": N_("The link is copied."),
    "copy": N_("Copy this link:"),
    "saved picture": N_("The picture is saved with your downloads."),
    "thinking": N_("The master is thinking …"),
    "reconstructed": N_("reconstructed"),
    "why reconstructed": SOURCE_WORDS["reconstructed"],
    **BID_WORDS,
}
MOST_LINES = 8192  # that are kept written out
COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def script_data(history: GameHistory, view: PositionView, offered: Sequence[Offer]) -> str:
    """Offers, cards and ghosts of a position. `<` is written so that no text can end the element it stands in."""
    data = as_json(offered)
    data["abouts"] = spots(view)
    data["doors"] = doors(view) if offered else []
    data["ghosts"] = {
        kind: {spot: [*map(round, (*wide, *narrow))] for spot, (wide, narrow) in places.items()}
        for kind, places in ghosts(history, view, offered).items()
    }
    data["words"] = {name: view.say(text) for name, text in WORDS.items()}
    return _json_in_lines(data).replace("<", "\\u003c")


def _json_in_lines(data: dict[str, Any]) -> str:
    """JSON with each entry on a line of its own: then only those that changed are sent again (`page_versions`)."""
    parts = []
    for name, value in data.items():
        entries = value.items() if isinstance(value, dict) else ((None, entry) for entry in value)
        write = _written if name == "ghosts" else _kept_line
        lines = [write(key, entry) for key, entry in entries]
        first, last = "{}" if isinstance(value, dict) else "[]"
        parts.append(f"{COMPACT.encode(name)}:{first}" + ",\n".join(lines) + last)
    return "{" + ",\n".join(parts) + "}"


def _written(key: str | None, entry: Any) -> str:
    return (f"{COMPACT.encode(key)}:" if key else "") + COMPACT.encode(entry)


_kept_line = lru_cache(maxsize=MOST_LINES)(_written)
"""Most entries stay as they are from one position to the next. They are texts and tuples."""
