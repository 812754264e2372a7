"""The bare network as a bot: one look at the position, no search."""

from typing import Any

import numpy as np
import numpy.typing as npt

from ...errors import TeahorseError
from ...game import Game
from ...notation import move_text
from ...rules.jit import as_records
from ...rules.ruleset import Ruleset
from ...rules.state import MAX_PLAYERS
from ...rules.verdicts import LEGAL
from ..bot import UNWATCHED, Bot, Budget, Considered, Watch, require_decision
from .shape import TEMPERS, facts_slices
from .weights import Weights, shipped_weights

_WIN = facts_slices()["win"]


class NetworkBot(Bot):
    """Plays the move that the network likes best, or draws one by its policy."""

    def __init__(
        self,
        seed: int = 0,
        temper: str = TEMPERS[0],
        temperature: float = 0.0,
        name: str = "network",
        weights: Weights | None = None,
    ) -> None:
        if temper not in TEMPERS:
            raise TeahorseError(f"The network has no temper {temper!r}; its tempers are {', '.join(TEMPERS)}.")
        self.name = name
        self._temper = temper
        self._temperature = temperature
        self._weights = weights or shipped_weights()
        self._rng = np.random.default_rng(seed)

    def choose(self, game: Game, budget: Budget | None = None, watch: Watch = UNWATCHED) -> str:
        """The best move, or one drawn where there is a temperature."""
        require_decision(game, watch)
        legal = np.flatnonzero(game.verdicts() == LEGAL)
        logits, _ = self._weights.evaluate(as_records(game.table), game.rules, self._temper)
        rated = logits[0, legal].astype(np.float64)
        if self._temperature > 0:  # draws from the softmax (Gumbel's trick)
            rated = rated / self._temperature + self._rng.gumbel(size=len(rated))
        return move_text(int(legal[np.argmax(rated)]), game.rules)

    def consider(self, game: Game, budget: Budget | None = None, watch: Watch = UNWATCHED) -> list[Considered]:
        """All legal moves, the likeliest first; `visits` are thousandths of the policy."""
        require_decision(game, watch)
        legal = np.flatnonzero(game.verdicts() == LEGAL)
        positions = as_records(game.table)
        logits, facts = self._weights.evaluate(positions, game.rules, self._temper)
        policy = softmax(logits[0, legal])
        players = np.array([int(positions["blue"][0, positions["turn"][0]])])
        chances = tuple(float(chance) for chance in win_chances(facts, players, game.rules)[0])
        order = np.argsort(-policy, kind="stable")
        return [
            Considered(move_text(int(legal[at]), game.rules), max(1, round(1000 * policy[at])), chances) for at in order
        ]


def softmax(logits: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Chances from logits, along the last axis."""
    powers = np.exp(logits.astype(np.float64) - logits.max(-1, keepdims=True))
    return np.asarray(powers / powers.sum(-1, keepdims=True))


def win_chances(
    facts: npt.NDArray[np.float32], to_move: npt.NDArray[np.int64], rules: Ruleset
) -> npt.NDArray[np.float64]:
    """Each person's chance to win, by position and person."""
    players = int(rules.record.players)
    seats = softmax(facts[:, _WIN][:, :players])
    chances = np.zeros((len(facts), rules.people))
    for seat in range(min(players, MAX_PLAYERS)):
        person = rules.record.person[(to_move + seat) % players]
        np.add.at(chances, (np.arange(len(facts)), person), seats[:, seat])
    return chances
