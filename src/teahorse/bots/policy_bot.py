"""A network as a bot: a function from an observation and a mask to one logit per move."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import TeahorseError
from ..game import Game
from ..notation import move_text
from ..rules import moves
from .bot import UNWATCHED, Bot, Budget, Considered, Watch, require_decision

Policy = Callable[[npt.NDArray[np.float32], npt.NDArray[np.bool_]], Any]


class PolicyBot(Bot):
    """Plays the legal move with the highest logit.

    In a program, `PolicyBot(function)` is a bot. In a file, for `teahorse arena` and `teahorse play`, or in an
    installed package, for the browser too, three lines make one:

        class Mine(PolicyBot):
            def logits(self, observation, mask):
                return network(observation)

    With a `temperature` above 0 the move is drawn, by a softmax over logits / temperature. `observe_rules=False` is for
    networks trained without the rules in their observations.
    """

    name = "policy"

    def __init__(
        self,
        policy: Policy | None = None,
        seed: int = 0,
        temperature: float = 0.0,
        name: str | None = None,
        observe_rules: bool = True,
    ) -> None:
        if not 0 <= temperature < np.inf:
            raise TeahorseError(f"A temperature is a number from 0 on, not {temperature!r}.")
        self.name = name or (type(self).__name__ if type(self) is not PolicyBot else PolicyBot.name)
        self._policy = policy
        self._temperature = temperature
        self._observe_rules = observe_rules
        self._rng = np.random.default_rng(seed)

    def logits(self, observation: npt.NDArray[np.float32], mask: npt.NDArray[np.bool_]) -> Any:
        """One number per move of the move table; those of illegal moves are ignored."""
        if self._policy is None:
            raise TeahorseError("A PolicyBot needs a function, or a method `logits`.")
        return self._policy(observation, mask)

    def consider(self, game: Game, budget: Budget | None = None, watch: Watch = UNWATCHED) -> list[Considered]:
        """All legal moves, the one with the highest logit first."""
        require_decision(game, watch)
        mask = game.legal_mask()
        legal = np.flatnonzero(mask)
        logits = np.asarray(self.logits(game.observe(rules=self._observe_rules), mask), np.float64)
        if logits.shape != mask.shape:
            raise TeahorseError(f"A policy gives {moves.MOVES} numbers, one per move, not an array of {logits.shape}.")
        chosen = logits[legal]
        if np.isnan(chosen).any():
            raise TeahorseError("A policy gave a legal move a logit that is not a number.")
        if self._temperature > 0:  # the order of a softmax sample (Gumbel's trick)
            chosen = chosen / self._temperature + self._rng.gumbel(size=len(chosen))
        even = (1 / game.rules.people,) * game.rules.people
        order = legal[np.argsort(-chosen, kind="stable")]
        return [Considered(move_text(int(move), game.rules), 1, even) for move in order]
