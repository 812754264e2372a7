"""What a review says about a move, beside the position in which it was made."""

from collections.abc import Iterable
from dataclasses import dataclass

from .offered_moves import offers
from .position_view import PositionView
from .review_page import CostlyMove


@dataclass(frozen=True)
class Remark:
    """A costly move, and the spots of the board that only it or only the better one is about."""

    move: CostlyMove
    played: str  # spots with spaces between them
    better: str


def remark(costly: Iterable[CostlyMove], row: int, view: PositionView) -> Remark | None:
    """The remark about the move that was made after this row, in the position `view`; None if there is none."""
    move = next((each for each in costly if each.row == row), None)
    if move is None:
        return None
    spots: dict[str, list[str]] = {move.played_move: [], move.best_move: []}
    for offer in offers(view):
        if offer.move in spots:
            spots[offer.move] = [spot for spot in (offer.target, offer.source) if spot]
    played, better = spots[move.played_move], spots[move.best_move]
    return Remark(
        move,
        " ".join(spot for spot in played if spot not in better),
        " ".join(spot for spot in better if spot not in played),
    )
