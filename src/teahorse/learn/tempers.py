"""The rewards that make tempers: a bonus for some moves, and one for what a player gets.

They are small beside the 1 of a win, so that every temper still plays to win. Each comes at the move that earns it. At
the end of the game it would reach only the last moves: the network knows the temper of the player to move, no other.
"""

import torch

from ..bots.network.shape import TEMPERS
from ..observation import layout
from ..observation.fields import PLAYER_SIZE
from ..rules import moves
from ..rules.state import MAX_GORGES, MAX_PLAYERS, PLACES, SEATS
from .network import by_number

_BANK = range(moves.PLACE_TRADER + moves.BANK * PLACES, moves.PLACE_TRADER + moves.MARKET * PLACES)
_PUSHING = (
    *range(moves.DISPLACE_TRADER, moves.DISPLACE_TRADER + SEATS),
    *range(moves.BLOCK_GORGE, moves.BLOCK_GORGE + MAX_GORGES),
)
# By temper: the moves that earn a bonus, and how much each.
MOVE_BONUS = {"banker": (_BANK, 0.06), "pusher": (_PUSHING, 0.06)}
# By temper: the fields of a player that earn a bonus as they grow, and how much for each unit in the observation.
PROGRESS_BONUS = {
    "builder": {"posts": 0.24, "bridges": 0.12, "teahouses": 0.12},  # 0.12 for each structure
    "diplomat": {"influence": 0.4},  # 0.1 for each
    "racer": {"horse": 0.08},  # for each province
    "collector": {"presents": 1.12},  # 0.08 for each
}


def move_bonuses(device: str) -> torch.Tensor:
    """The bonus of each move, by temper."""
    table = torch.zeros(len(TEMPERS), moves.MOVES, device=device)
    for temper, (rewarded, bonus) in MOVE_BONUS.items():
        table[TEMPERS.index(temper), list(rewarded)] = bonus
    return table


def progress_bonuses(device: str) -> torch.Tensor:
    """The bonus of each number of a player in the observation, by number and temper."""
    table = torch.zeros(PLAYER_SIZE, len(TEMPERS), device=device)
    fields = layout(rules=False)
    for temper, bonuses in PROGRESS_BONUS.items():
        for name, bonus in bonuses.items():
            table[fields[f"me.{name}"], TEMPERS.index(temper)] = bonus
    return table


def progress(
    observations: torch.Tensor, to_move: torch.Tensor, players: torch.Tensor, bonuses: torch.Tensor
) -> torch.Tensor:
    """What every player has, by player number and as each temper values it."""
    seats = observations[:, : MAX_PLAYERS * PLAYER_SIZE].unflatten(1, (MAX_PLAYERS, PLAYER_SIZE))
    return by_number(seats @ bonuses, to_move, players)
