"""Random: any legal move, each as likely as the others."""

import random

from ..game import Game
from .bot import UNWATCHED, Bot, Budget, Considered, Watch, require_decision


class RandomBot(Bot):
    """Knows the rules and nothing else."""

    def __init__(self, seed: int = 0, name: str = "random") -> None:
        self.name = name
        self._luck = random.Random(seed)

    def consider(self, game: Game, budget: Budget | None = None, watch: Watch = UNWATCHED) -> list[Considered]:
        """All legal moves in a random order; a guess at who wins is worth nothing here, so all are even."""
        require_decision(game, watch)
        legal = game.legal_moves()
        self._luck.shuffle(legal)
        even = (1 / game.rules.people,) * game.rules.people
        return [Considered(move, 1, even) for move in legal]
