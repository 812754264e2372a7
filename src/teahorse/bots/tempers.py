"""Tempers by name, from `tempers.toml`."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import TeahorseError
from ..rules.jit import as_records
from ..rules.state import MAX_PLAYERS
from .compiled.temper_record import TEMPER, WEIGHTS

FILE = Path(__file__).with_suffix(".toml")
BALANCED = "balanced"


@dataclass(frozen=True)
class Temper:
    """What a bot likes: a description for people, and weights for compiled code."""

    name: str
    word: str
    weights: dict[str, int]

    def with_bank(self, percent: int) -> "Temper":
        """The same temper with this percentage of its weight of the bank."""
        return replace(self, weights=self.weights | {"bank": self.weights["bank"] * percent // 100})

    @cached_property
    def table(self) -> Any:
        """The weights as an array of one TEMPER."""
        return tempers_of([self], 1)


@cache
def tempers() -> dict[str, Temper]:
    """All tempers, `balanced` first."""
    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    found = {}
    for name, settings in data.items():
        weights = data[BALANCED] | settings
        word = str(weights.pop("word"))
        found[name] = Temper(name, word, weights)
    return found


def tempers_of(people: Sequence[Temper] = (), count: int = MAX_PLAYERS) -> Any:
    """The tempers of `count` people as an array for compiled code; those not given are balanced."""
    table = np.zeros(count, TEMPER)
    for number in range(count):
        temper = people[number] if number < len(people) else temper_named()
        table[number] = tuple(temper.weights[weight] for weight in WEIGHTS)
    return as_records(table)


def temper_named(name: str = BALANCED) -> Temper:
    """The temper with a name."""
    if name not in tempers():
        raise TeahorseError(f"There is no temper {name!r}; the tempers are {', '.join(tempers())}.")
    return tempers()[name]
