"""Seeing ahead: what the position leads to as things stand. What would happen is played out by the real rules."""

from dataclasses import dataclass

from .forecast_bidding import Bidding, bidding
from .forecast_converting import Converting, converting
from .forecast_travelling import Travelling, travelling
from .position_view import PositionView
from .score_preview import Standing

IN_THE_CITY = ("bid", "take", "block")
ON_THE_ROAD = ("travel", "displace")


@dataclass(frozen=True)
class Ahead:
    """What can be foreseen: of the city, the road or the income, whichever it is time for, and the points."""

    bidding: Bidding | None
    travelling: Travelling | None
    converting: Converting | None
    standings: tuple[Standing, ...]


def ahead(view: PositionView) -> Ahead:
    """Look ahead from a position."""
    return Ahead(
        bidding(view) if view.phase in IN_THE_CITY else None,
        travelling(view) if view.phase in ON_THE_ROAD else None,
        converting(view) if view.phase == "convert" else None,
        view.standings,
    )
