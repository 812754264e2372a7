"""Random: any legal move, all equally likely."""

import random

from ..game import Game
from .bot import UNWATCHED, Bot, Budget, Considered, Watch, require_decision


class RandomBot(Bot):
    """Knows the rules and nothing else."""

    def __init__(self, seed: int = 0, name: str = "random") -> None:
        self.name = name
        self._rng = random.Random(seed)

    def consider(self, game: Game, budget: Budget | None = None, watch: Watch = UNWATCHED) -> list[Considered]:
        """All legal moves in a random order; everyone has the same chance to win."""
        require_decision(game, watch)
        legal = game.legal_moves()
        self._rng.shuffle(legal)
        even = (1 / game.rules.people,) * game.rules.people
        return [Considered(move, 1, even) for move in legal]
