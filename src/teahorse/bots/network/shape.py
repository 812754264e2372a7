"""What goes into the network and what comes out, for training and for play.

Players are counted from the one who decides: 0 is the player to move, 1 the next by number, and so on.
"""

from dataclasses import dataclass

from ...observation.fields import POSITION_SIZE, RULES_SIZE
from ...rules.moves import MOVES
from ...rules.state import BUILDINGS, MAX_PLAYERS, SCORES

# A network is told how it should play. New tempers go to the end: weights belong to the order.
TEMPERS = ("balanced", "banker", "builder", "diplomat", "racer", "pusher", "collector")

POINTS_SCALE = 50  # a score of 50 points is 1 in the network's output
ROUNDS_SCALE = 20

# The outputs beside the moves ("facts"): by name, the count of numbers.
FACTS = {
    "utility": MAX_PLAYERS,  # the expected reward, which training needs
    "win": MAX_PLAYERS,  # logits of each player's chance to win
    "points": MAX_PLAYERS * SCORES,  # final points by player and line of the score sheet
    "rounds": 1,  # the last round of the game
    "outbid": MAX_PLAYERS * BUILDINGS,  # logits of the chance that a player's bid in a building will be outbid
}
FACTS_SIZE = sum(FACTS.values())


def facts_slices() -> dict[str, slice]:
    """Where each fact is in the output."""
    slices, begin = {}, 0
    for name, size in FACTS.items():
        slices[name] = slice(begin, begin + size)
        begin += size
    return slices


@dataclass(frozen=True)
class NetworkShape:
    """The size of a network: a first layer, residual blocks of two layers each, and two output layers."""

    width: int = 512
    blocks: int = 3

    def layers(self) -> dict[str, tuple[int, int]]:
        """Inputs and outputs of every layer, by name."""
        width = self.width
        layers = {"position": (POSITION_SIZE, width), "rules": (RULES_SIZE, width), "temper": (len(TEMPERS), width)}
        for block in range(self.blocks):
            layers[f"blocks.{block}.0"] = layers[f"blocks.{block}.1"] = (width, width)
        return layers | {"moves": (width, MOVES), "facts": (width, FACTS_SIZE)}
