"""Seeing ahead: what the position leads to as things stand. What would happen is played out by the real rules."""

from dataclasses import dataclass

from ...rules.names import BLUE_PARTS, PART_OF_ROUND
from .forecast_bidding import Bidding, bidding
from .forecast_converting import Converting, converting
from .forecast_travelling import Travelling, travelling
from .position_view import PositionView
from .score_preview import Standing


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
        bidding(view) if PART_OF_ROUND[view.phase] in BLUE_PARTS else None,
        travelling(view) if PART_OF_ROUND[view.phase] == "travel" else None,
        converting(view) if view.phase == "convert" else None,
        view.standings,
    )
