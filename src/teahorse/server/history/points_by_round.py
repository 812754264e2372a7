"""Everyone's points at the end of each round, as the final scoring would count them then."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...rules.ruleset import Ruleset
from ...snapshot import ranking_of
from .history import Step


@dataclass(frozen=True)
class RoundPoints:
    """The points at the end of a round, by person as the ranking names them, the leader first."""

    round: int
    row: int  # of the move that ended the round
    points: dict[str, int]


def points_by_round(steps: Sequence[Step], rules: Ruleset) -> list[RoundPoints]:
    """The points after each round, also after one that is still being played."""
    last = {step.round: step for step in steps}
    return [
        RoundPoints(number, step.row, {line["player"]: line["vp"] for line in ranking_of(step.after, rules)})
        for number, step in last.items()
    ]
