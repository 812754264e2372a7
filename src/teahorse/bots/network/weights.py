"""Weights of a network: read from a file, and ready for inference."""

import json
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ...errors import TeahorseError
from ...observation import VERSION, rules_row
from ...rules.jit import as_records
from ...rules.moves import MOVES
from ...rules.ruleset import Ruleset
from .about import ABOUT
from .inference import Layers, evaluate_positions, new_batch
from .shape import FACTS_SIZE, TEMPERS
from .strengths import with_strengths

FILE = Path(__file__).with_name("weights.npz")
AT_A_TIME = 64  # positions


class Weights:
    """A network that can be asked about positions."""

    def __init__(self, arrays: dict[str, npt.NDArray[np.float32]], about: dict[str, Any]) -> None:
        self.about = about
        blocks = sum(name.endswith(".0.weight") for name in arrays)
        names = [[f"blocks.{block}.{layer}" for layer in (0, 1)] for block in range(blocks)]
        self.layers = Layers(
            arrays["position.weight"],
            np.ascontiguousarray([[arrays[f"{name}.weight"] for name in block] for block in names]),
            np.ascontiguousarray([[arrays[f"{name}.bias"] for name in block] for block in names]),
            arrays["moves.weight"],
            arrays["moves.bias"],
            arrays["facts.weight"],
            arrays["facts.bias"],
        )
        self._first_bias, self._rules, self._temper = (
            arrays["position.bias"],
            arrays["rules.weight"],
            with_strengths(arrays["temper.weight"], about),
        )
        self.width = len(self._first_bias)
        self.base = lru_cache(64)(self._base)

    def _base(self, rules: Ruleset, temper: str) -> npt.NDArray[np.float32]:
        """What rules and temper add to the first layer. They are the same for a whole game."""
        total = self._first_bias.copy()
        for value, weights in zip(rules_row(rules), self._rules, strict=True):
            total += value * weights
        total += self._temper[TEMPERS.index(temper)]
        return total

    def evaluate(
        self, positions: Any, rules: Ruleset, temper: str
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Logits of all moves, and the facts, for the player who decides in each position."""
        logits = np.zeros((len(positions), MOVES), np.float32)
        facts = np.zeros((len(positions), FACTS_SIZE), np.float32)
        batch = new_batch(min(len(positions), AT_A_TIME), self.width)
        bases = np.repeat(self.base(rules, temper)[None], len(batch.rows), 0)
        for first in range(0, len(positions), AT_A_TIME):
            some = positions[first : first + AT_A_TIME]
            evaluate_positions(some, as_records(rules.table), self.layers, bases, batch)
            logits[first : first + len(some)] = batch.logits[: len(some)]
            facts[first : first + len(some)] = batch.facts[: len(some)]
        return logits, facts


def read_weights(file: Path) -> Weights:
    """Read the weights of a network; those for other observations raise an error."""
    with np.load(file) as stored:
        about = json.loads(str(stored[ABOUT]))
        if about["observation"] != VERSION:
            raise TeahorseError(
                f"{file.name} reads version {about['observation']} of observations, and this is version {VERSION}."
            )
        arrays = {name: stored[name].astype(np.float32) for name in stored.files if name != ABOUT}
    return Weights(arrays, about)


@cache
def shipped_weights() -> Weights:
    """The network that comes with the package."""
    return read_weights(FILE)
