"""Ghosts: where a piece would come to stand if the reader made a move."""

from collections.abc import Iterable
from itertools import count

from ...server.history.history import GameHistory
from ..presenters.offered_moves import Offer
from ..presenters.position_view import PositionView
from ..presenters.spot_names import BLOCKER
from .layout import Layout, layout_for
from .narrow import Narrow
from .piece_ids import SUPPLY, Station, cast_of, seats_of
from .pieces import place_of
from .shapes import Point
from .wide import Wide

Ghosts = dict[str, dict[str, tuple[Point, Point]]]
"""By the kind of piece and the spot where a move ends: the places on wide and on narrow screens."""


def ghosts(history: GameHistory, view: PositionView, offered: Iterable[Offer]) -> Ghosts:
    """The places of all pieces that legal moves would put somewhere in the latest position."""
    placing = {
        (kind_of(offer), offer.target)
        for offer in offered
        if offer.why is None and offer.target is not None and not offer.move.startswith("displace")
    }
    found: Ghosts = {}
    if placing:
        wide, narrow = _Ghosts(history, view, Wide), _Ghosts(history, view, Narrow)
        for kind, spot in sorted(placing):
            found.setdefault(kind, {})[spot] = wide.at(kind, spot), narrow.at(kind, spot)
    return found


def kind_of(offer: Offer) -> str:
    """The kind of piece that a move puts somewhere."""
    source = str(offer.source)
    return source.removeprefix("piece-") if source.startswith(("piece-", BLOCKER)) else "trader"


class _Ghosts:
    def __init__(self, history: GameHistory, view: PositionView, layout: type[Layout]) -> None:
        self._mover = str(view.to_move)
        self._pools = cast_of(history).pools
        self._rules, self._places = view.rules, layout_for(layout, len(seats_of(view.rules)))

    def at(self, kind: str, spot: str) -> Point:
        """Where a piece would stand at a spot."""
        what, _, where = spot.partition("-")
        if kind == "blocker":
            return self._places.blocker(where)
        place = {"market": "P", "province": where, "gorge": where, "camp": SUPPLY}.get(what, spot)
        station = Station(place, self._free_slot(kind, place))
        return place_of(kind, self._mover, station, self._rules, self._places)

    def _free_slot(self, kind: str, place: str) -> int:
        stations = self._pools[f"{kind}-{self._mover}"].stations.values()
        taken = {station.slot for station in stations if station.place == place}
        return next(slot for slot in count() if slot not in taken)
