"""What the network expects of a game, for people: final points by source, the last round, and bids that are outbid."""

import numpy as np
import numpy.typing as npt

from ...game import Game
from ...rules import names
from ...rules.jit import as_records
from ...rules.state import BID, BUILDINGS, MAX_PLAYERS, SCORES
from ..bot import Expectation
from .shape import POINTS_SCALE, ROUNDS_SCALE, TEMPERS, facts_slices
from .weights import Weights, shipped_weights

_AT = facts_slices()


def expectation(game: Game, player: int, weights: Weights | None = None) -> Expectation | None:
    """What the network expects for a player; None when nobody decides any more."""
    if game.to_move in (None, "chance"):
        return None
    _, facts = (weights or shipped_weights()).evaluate(as_records(game.table), game.rules, TEMPERS[0])
    mover = names.PLAYER.index(str(game.to_move))
    seat = (player - mover) % game.rules.players  # the network counts from the player to move
    outbid: npt.NDArray[np.float64] = np.zeros(0)
    if game.position.phase == BID:
        logits = facts[0, _AT["outbid"]].reshape(MAX_PLAYERS, BUILDINGS)[seat].astype(np.float64)
        outbid = 1 / (1 + np.exp(-logits))
    return Expectation(
        points=tuple(
            float(value) * POINTS_SCALE for value in facts[0, _AT["points"]].reshape(MAX_PLAYERS, SCORES)[seat]
        ),
        last_round=float(facts[0, _AT["rounds"]][0]) * ROUNDS_SCALE,
        outbid=tuple(float(chance) for chance in outbid),
    )
