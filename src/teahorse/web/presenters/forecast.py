"""Seeing ahead: what the position leads to as things stand. What would happen is played out by the real rules."""

from dataclasses import dataclass

from ...game import Game
from ...text.events import Names, Say
from .forecast_bidding import Bidding, bidding
from .forecast_converting import Converting, converting
from .forecast_travelling import Travelling, travelling
from .score_preview import Standing, standings

IN_THE_CITY = ("bid", "take", "block")
ON_THE_ROAD = ("travel", "displace")


@dataclass(frozen=True)
class Ahead:
    """What can be foreseen: of the city, the road or the income, whichever it is time for, and the points."""

    bidding: Bidding | None
    travelling: Travelling | None
    converting: Converting | None
    standings: tuple[Standing, ...]


def ahead(game: Game, names: Names, say: Say) -> Ahead:
    """Look ahead from a position."""
    return Ahead(
        bidding(game, names, say) if game.phase in IN_THE_CITY else None,
        travelling(game, names, say) if game.phase in ON_THE_ROAD else None,
        converting(game, say) if game.phase == "convert" else None,
        standings(game, names, say),
    )
