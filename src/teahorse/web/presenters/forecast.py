"""The forecast: what happens if nobody changes anything. It is played out by the real rules."""

from dataclasses import dataclass

from ...rules.names import BLUE_PARTS, PART_OF_ROUND
from .forecast_bidding import Bidding, bidding
from .forecast_converting import Converting, converting
from .forecast_travelling import Travelling, travelling
from .position_view import PositionView
from .score_preview import Standing


@dataclass(frozen=True)
class Ahead:
    """The forecast for the current phase (bidding, travelling or converting), and the ranking."""

    bidding: Bidding | None
    travelling: Travelling | None
    converting: Converting | None
    standings: tuple[Standing, ...]


def ahead(view: PositionView) -> Ahead:
    """The forecast of a position."""
    return Ahead(
        bidding(view) if PART_OF_ROUND[view.phase] in BLUE_PARTS else None,
        travelling(view) if PART_OF_ROUND[view.phase] == "travel" else None,
        converting(view) if view.phase == "convert" else None,
        view.standings,
    )
