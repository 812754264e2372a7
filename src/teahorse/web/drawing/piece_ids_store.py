"""Saves and restores the ids of pieces, so that a drawing needn't follow a game from its beginning.

The ids matter only for animations. They are used only if every piece stands where the position says.
"""

import json
from collections import Counter

from ...server.history.history import GameHistory
from ...server.history.latest_position import LatestDrawing
from .piece_ids import Cast, Pool, Station, whereabouts


def save(history: GameHistory) -> LatestDrawing | None:
    """The latest known cast of a game as text; None if it was never drawn."""
    for step in reversed(history.steps):
        cast = history.drawing_states.get(step.row)
        if cast is not None:
            pieces = {name: pool.stations for name, pool in cast.pools.items()}
            data = {"pieces": pieces, "travelled": sorted(cast.travelled)}
            return LatestDrawing(step.row, json.dumps(data, separators=(",", ":")))
    return None


def restore(history: GameHistory, kept: LatestDrawing) -> None:
    """Restore a saved cast. If it doesn't fit the game it is ignored, and computed again when needed."""
    step = next((step for step in reversed(history.steps) if step.row == kept.number), None)
    if step is None:
        return
    wanted = whereabouts(step.after, history.rules)
    try:
        data = json.loads(kept.data)
        stations = {
            name: {str(piece): Station(str(place), int(slot)) for piece, (place, slot) in pieces.items()}
            for name, pieces in data["pieces"].items()
        }
        travelled = frozenset(map(str, data["travelled"]))
    except (ValueError, KeyError, TypeError, AttributeError):
        return
    if {name: Counter(station.place for station in pieces.values()) for name, pieces in stations.items()} != wanted:
        return
    pools = {name: Pool(counts, stations[name]) for name, counts in wanted.items()}
    history.drawing_states[kept.number] = Cast(pools, travelled)
