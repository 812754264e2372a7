"""Chances to win as people are shown them: those of the search, corrected by how often players won after it said so.

The search assumes that everybody plays on as greedy does and sees only three rounds ahead, so it is too sure of itself
early in a game. The correction mixes a doubt into its chances and raises them to a power, which grows as the game goes
on. Moves are chosen without it.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from ..game import Game
from ..rules.ruleset import Ruleset
from ..rules.state import OVER, PLACES, YUNNAN
from .network.tables import network_advises

FILE = Path(__file__).with_name("chances.toml")


@dataclass(frozen=True)
class Correction:
    """How to correct the chances of the search."""

    doubt: float  # the share of cases in which the search knows nothing
    early: float  # the power when the game begins; 0 would give everybody the same chance, 1 changes nothing
    late: float  # the power when the game ends

    def __call__(self, values: Sequence[float], over: float) -> tuple[float, ...]:
        """Everyone's chance to win, from that of the search and the share of the game that is over."""
        power = self.early + (self.late - self.early) * over
        total = sum(values) or 1.0
        doubted = [(1 - self.doubt) * value / total + self.doubt / len(values) for value in values]
        weights = [value**power for value in doubted]
        return tuple(weight / sum(weights) for weight in weights)


@cache
def correction() -> Correction:
    """The correction that `teahorse learn calibrate search:1000 --fit FILE` wrote."""
    return read_correction(FILE)


def read_correction(file: Path) -> Correction:
    """Read a correction from a file."""
    return Correction(**tomllib.loads(file.read_text(encoding="utf-8")))


def shown_chances(values: Sequence[float], position: Any, rules: Ruleset) -> tuple[float, ...]:
    """Everyone's chance to win in a position, from what hints and reviews found out about it.

    The result of a game is certain, and the network says its own chances where its weights name the table.
    """
    if position["phase"] == OVER or network_advises(rules):
        return tuple(values)
    return correction()(values, share_over(position, rules))


def share_over(position: Any, rules: Ruleset) -> float:
    """The share of the game that is over, by VP or presents (11.1): 0 at the beginning, 1 when it ends."""
    record = rules.record
    by_vp = max(position["vp"][: rules.people]) / record.vp_end if record.vp_end else 0.0
    all_presents, last = _presents_at_start(rules), int(record.presents_end)
    by_presents = (all_presents - _presents(position)) / max(1, all_presents - last)
    return min(1.0, max(0.0, float(by_vp), by_presents))


@lru_cache(64)
def _presents_at_start(rules: Ruleset) -> int:
    return _presents(Game.before_dealing(rules).position)


def _presents(position: Any) -> int:
    return int(position["presents"][YUNNAN:PLACES].sum())
