"""The rewards that make tempers: a bonus for some moves, and one for what a player has at the end.

They are small beside the 1 of a win, so that every temper still plays to win.
"""

import torch

from ..bots.network.shape import TEMPERS
from ..rules import moves
from ..rules.state import (
    COINS,
    HORSE,
    HORSES,
    INFLUENCE,
    MAX_GORGES,
    PLACES,
    PRESENTS,
    PROVINCES,
    SCORES,
    SEATS,
    SPACES,
    TEAHOUSES,
)

_BANK = range(moves.PLACE_TRADER + moves.BANK * PLACES, moves.PLACE_TRADER + moves.MARKET * PLACES)
_STABLE = range(moves.PLACE_TRADER + HORSE * SPACES * PLACES, moves.PLACE_TRADER + (HORSE + 1) * SPACES * PLACES)
_BUILDING = (*range(moves.TAKE_POST, moves.TAKE_GUARDS), *range(moves.BUILD_POST, moves.GO))
_PUSHING = (
    *range(moves.DISPLACE_TRADER, moves.DISPLACE_TRADER + SEATS),
    *range(moves.BLOCK_GORGE, moves.BLOCK_GORGE + MAX_GORGES),
)
# By temper: the moves that earn a bonus, and how much each.
MOVE_BONUS = {
    "banker": (_BANK, 0.03),
    "builder": (_BUILDING, 0.06),
    "racer": (_STABLE, 0.01),
    "pusher": (_PUSHING, 0.03),
}
# By temper: the line of the score sheet that earns a bonus, and how much per point.
SCORE_BONUS = {
    "banker": (COINS, 0.005),
    "builder": (TEAHOUSES, 0.004),
    "diplomat": (INFLUENCE, 0.02),
    "racer": (HORSES, 0.015),
    "collector": (PRESENTS, 0.012),
}

assert moves.TAKE_GUARDS - moves.TAKE_POST == 2 * PROVINCES + MAX_GORGES


def move_bonuses(device: str) -> torch.Tensor:
    """The bonus of each move, by temper."""
    table = torch.zeros(len(TEMPERS), moves.MOVES, device=device)
    for temper, (rewarded, bonus) in MOVE_BONUS.items():
        table[TEMPERS.index(temper), list(rewarded)] = bonus
    return table


def score_bonuses(device: str) -> torch.Tensor:
    """The bonus of a point of each line of the score sheet, by temper."""
    table = torch.zeros(len(TEMPERS), SCORES, device=device)
    for temper, (score, bonus) in SCORE_BONUS.items():
        table[TEMPERS.index(temper), score] = bonus
    return table
