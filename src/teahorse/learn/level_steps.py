"""The steps between levels: how far apart neighbours are, and whether all are in order in mixed company."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ..bots.levels import Level
from .level_search import LEAST_GAP, MOST_GAP, PLAYERS, Gap, LevelGames


@dataclass(frozen=True)
class Step:
    """How far a level is above the next one, with some number of players."""

    players: int
    above: str
    below: str
    gap: Gap

    @property
    def is_even(self) -> bool:
        """Whether the levels are neither too close nor too far apart."""
        return LEAST_GAP <= self.gap.points <= MOST_GAP


@dataclass(frozen=True)
class Steps:
    """All steps of some levels, and the ratings in mixed company by number of players."""

    levels: Sequence[Level]  # from weakest to strongest
    neighbours: Sequence[Step]
    mixed: dict[int, dict[str, tuple[float, float]]]

    def in_order(self, players: int) -> bool:
        """Whether each level is rated above the one below it in mixed company."""
        return list(self.mixed[players]) == [level.name for level in self.levels][::-1]

    def as_data(self) -> dict[str, Any]:
        """The figures, for a file."""
        return {
            "levels": [vars(level) for level in self.levels],
            "neighbours": [
                {"players": step.players, "level": step.above, "above": step.below, "even": step.is_even}
                | step.gap.as_data()
                for step in self.neighbours
            ],
            "mixed": [
                {
                    "players": players,
                    "in_order": self.in_order(players),
                    "ratings": {name: {"rating": points, "margin": margin} for name, (points, margin) in found.items()},
                }
                for players, found in self.mixed.items()
            ],
        }


def measure_steps(levels: Sequence[Level], playing: LevelGames) -> Steps:
    """Measure all steps, for each number of players."""
    neighbours = [
        Step(players, above.name, below.name, playing.gap(above, below, (players,)))
        for players in PLAYERS
        for below, above in pairwise(levels)
    ]
    return Steps(levels, neighbours, {players: playing.mixed(levels, players) for players in PLAYERS})
