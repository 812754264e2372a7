"""What a player could do if it were their turn."""

from typing import Any

import numpy as np

from .rules import engine, moves
from .rules.ruleset import Ruleset
from .rules.state import PLACES, SPACES
from .rules.verdicts import LEGAL


def may_move_next(table: Any, rules: Ruleset, player: int) -> Any:
    """The verdicts on a player's moves if it were their turn in this position."""
    table, verdicts = table.copy(), np.zeros(moves.MOVES, np.uint8)
    table["turn"][0] = table["blue"][0].tolist().index(player)
    engine.judge(table, rules.table, verdicts)
    return verdicts


def may_bid_above(table: Any, rules: Ruleset, player: int, building: int, price: int) -> bool:
    """Whether a player may bid more than a price in a building, if it were their turn."""
    spaces = [space for space in range(SPACES) if rules.fields.prices[building][space] > price]
    higher = [moves.placement_id(source, building * SPACES + space) for space in spaces for source in range(PLACES)]
    return bool((may_move_next(table, rules, player)[higher] == LEGAL).any())
