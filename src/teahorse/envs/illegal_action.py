"""The error for an illegal action in a vector of games."""

from typing import Any

from ..errors import TeahorseError
from ..notation import move_text
from ..rules import moves
from ..rules.ruleset import Ruleset
from ..why_not import refusal_of


def illegal_action_error(lane: int, action: int, game: Any, rules: Ruleset) -> TeahorseError:
    """The error for an action: it is no move at all, or a rule forbids it."""
    if not 0 <= action < moves.MOVES:
        return TeahorseError(f"Lane {lane}: {action} is not a move; moves are 0 to {moves.MOVES - 1}.")
    refusal = refusal_of(game, rules, action)
    return TeahorseError(f"Lane {lane}: `{move_text(action, rules)}` is not allowed: {refusal}")
