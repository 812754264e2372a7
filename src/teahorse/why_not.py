"""Why a move is not allowed: the verdict of the rules with its sentence."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from .errors import Say, WhyNot
from .rules import engine, moves
from .rules.ruleset import Ruleset
from .rules.state import GAME
from .rules.verdicts import LEGAL, NO_CARDS_NEEDED, REFUSALS
from .text import refusals as sentences


@dataclass(frozen=True)
class RefusalMessage:
    """The sentence of a refusal, which can be translated."""

    why: WhyNot
    rules: Ruleset

    def translated(self, say: Say) -> str:
        """The sentence in the reader's language."""
        return sentences.refusal_told(self.why.code, self.why.parameters, self.rules, {}, say)

    def __str__(self) -> str:
        return self.why.sentence


def explain_verdict(position: Any, rules: Ruleset, move: int, verdict: int) -> WhyNot | None:
    """Explain the verdict on a move of the table; None if the move is legal."""
    if verdict == LEGAL:
        return None
    refusal = REFUSALS[verdict]
    parameters = {} if verdict == NO_CARDS_NEEDED else sentences.parameters_of(position, rules, move)
    sentence = sentences.refusal_told(refusal.code, parameters, rules, {})
    return WhyNot(refusal.rule, refusal.code, parameters, sentence)


def refusal_of(position: Any, rules: Ruleset, move: int) -> WhyNot | None:
    """Say why a move of the table is not allowed in a position; None if it is."""
    verdicts = np.zeros(moves.MOVES, np.uint8)
    table = np.zeros(1, GAME)
    table[0] = position
    engine.judge(table, rules.table, verdicts)
    return explain_verdict(position, rules, move, int(verdicts[move]))
