"""Odd habits of opponents: each likes some kinds of moves and dislikes others, for a whole game.

In plain self-play everyone soon plays like the network, and it learns nothing about other games: for example, what to
do when the second player goes to the bank at once.
"""

import torch

from ..rules import moves
from ..rules.state import BUILDINGS, PLACES, SPACES

COUNT = 1024  # different habits; number 0 is to have none
KIND_SPREAD, MOVE_SPREAD = 2.0, 0.75  # of the likings, added to logits
FLATNESS = (2.0, 5.0, 12.0)  # temperatures: a trained policy is sharp, so likings have a say only where it is flatter

# The first move of each kind.
KINDS = (
    *(moves.PLACE_TRADER + building * SPACES * PLACES for building in range(BUILDINGS)),
    moves.PLACE_TRADER + moves.BANK * PLACES,
    moves.PLACE_TRADER + moves.MARKET * PLACES,
    moves.PASS,
    moves.BLOCK_GORGE,
    moves.TAKE_TO_SUPPLY,
    moves.TAKE_POST,
    moves.TAKE_BRIDGE,
    moves.TAKE_TEAHOUSE,
    moves.TAKE_GUARDS,
    moves.BUILD_POST,
    moves.BUILD_BRIDGE,
    moves.BUILD_TEAHOUSE,
    moves.GO,
    moves.DONE,
    moves.DISPLACE_TRADER,
    moves.SPARE,
    moves.CONVERT_INCOME,
)


class Habits:
    """Likings of moves, by number of the habit."""

    def __init__(self, device: str, generator: torch.Generator) -> None:
        def normal(*shape: int) -> torch.Tensor:
            return torch.randn(shape, device=device, generator=generator)

        kinds = torch.bucketize(
            torch.arange(moves.MOVES, device=device), torch.tensor(KINDS, device=device), right=True
        )
        likings = KIND_SPREAD * normal(COUNT, len(KINDS) + 1)[:, kinds] + MOVE_SPREAD * normal(COUNT, moves.MOVES)
        likings[0] = 0
        self.likings = likings
        self.flatness = torch.tensor(FLATNESS, device=device)[torch.arange(COUNT, device=device) % len(FLATNESS)]
        self.flatness[0] = 1

    def change(self, logits: torch.Tensor, habits: torch.Tensor) -> torch.Tensor:
        """The logits of players with these habits."""
        return logits / self.flatness[habits][..., None] + self.likings[habits]
