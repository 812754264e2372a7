"""Evaluating the leaves of a search from outside: a network, for example, gives priors and values.

An evaluator is any function from a `LeafBatch` to an `Evaluation`:

>>> import numpy as np
>>> from teahorse import Game
>>> from teahorse.bots import Evaluation, LeafBatch, SearchBot
>>> def even(leaves: LeafBatch) -> Evaluation:
...     chances = np.full((len(leaves), leaves.rules.people), 1 / leaves.rules.people)
...     return Evaluation(priors=leaves.legal.astype(np.float32), values=chances)
>>> game = Game.new(players=3)
>>> bot = SearchBot(seed=7, evaluator=even, batch_size=16)
>>> bot.choose(game) in game.legal_moves()
True
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import TeahorseError
from ..observation import blank_rows
from ..observation.position import observe_game
from ..rules import moves
from ..rules.jit import as_records
from ..rules.ruleset import Ruleset

BATCH_SIZE = 16


@dataclass(frozen=True)
class LeafBatch:
    """Positions that a search wants evaluated together; somebody decides in each of them."""

    rules: Ruleset
    positions: Any  # an array of GAME; cards that nobody has seen are in a random order
    legal: npt.NDArray[np.bool_]  # by leaf and move of the move table

    def __len__(self) -> int:
        return len(self.positions)

    @property
    def players(self) -> npt.NDArray[np.int64]:
        """The player who decides in each position, from 0."""
        return np.asarray(self.positions["blue"][np.arange(len(self)), self.positions["turn"]], np.int64)

    @property
    def persons(self) -> npt.NDArray[np.int64]:
        """The person who decides in each position, from 0; in two-colours games a person has two players."""
        return np.asarray(self.rules.record.person[self.players], np.int64)

    def observe(self, rules: bool = True) -> npt.NDArray[np.float32]:
        """What the player who decides sees in each position, a row each, as `Game.observe` has it."""
        rows: npt.NDArray[np.float32] = blank_rows(len(self), self.rules, rules)
        positions, table = as_records(self.positions), as_records(self.rules.table)
        for leaf, player in enumerate(self.players):
            observe_game(positions[leaf : leaf + 1], table, int(player), rows[leaf])
        return rows


@dataclass(frozen=True)
class Evaluation:
    """What an evaluator says of a batch.

    `priors` has a number from 0 on for every leaf and move of the move table: how likely the move is to be the best.
    Those of illegal moves are ignored, and the rest need not sum up to 1. `values` has every person's chance to win, by
    leaf and person. The persons are in the order of the seats; it does not matter who is to move.
    """

    priors: npt.ArrayLike
    values: npt.ArrayLike


Evaluator = Callable[[LeafBatch], Evaluation]


def evaluate(evaluator: Evaluator, leaves: LeafBatch) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float64]]:
    """Call an evaluator and check its answer."""
    evaluation = evaluator(leaves)
    priors = np.ascontiguousarray(evaluation.priors, np.float32)
    values = np.ascontiguousarray(evaluation.values, np.float64)
    for name, given, shape in (
        ("priors", priors, (len(leaves), moves.MOVES)),
        ("values", values, (len(leaves), leaves.rules.people)),
    ):
        if given.shape != shape:
            raise TeahorseError(f"The {name} of an evaluator have the shape {shape} here, not {given.shape}.")
    if not (np.isfinite(priors[leaves.legal]).all() and (priors[leaves.legal] >= 0).all()):
        raise TeahorseError("The priors of an evaluator are finite numbers from 0 on.")
    if not np.isfinite(values).all():
        raise TeahorseError("The values of an evaluator are finite numbers.")
    return priors, values
