"""Greedy: takes the move with the best rating."""

import random

import numpy as np

from ..game import Game
from ..notation import move_text
from ..rules import moves
from ..rules.events import NO_EVENTS
from ..rules.jit import as_records
from ..rules.rng import STREAM_WORDS, begin_stream
from ..rules.state import GAME
from .bot import UNWATCHED, Bot, Budget, Considered, Watch, require_decision
from .compiled import greedy
from .compiled.proposals import MOST_PROPOSALS, PROPOSAL
from .tempers import BALANCED, temper_named


class GreedyBot(Bot):
    """Fast, sensible, beatable."""

    def __init__(
        self, seed: int = 0, temper: str = BALANCED, name: str = "greedy", whim: int = 0, bank: int = 100
    ) -> None:
        self.name = name
        self._temper = temper_named(temper).with_bank(bank)
        self._whim = max(1, whim, self._temper.weights["whim"])
        self._rng = random.Random(seed)
        self._stream = np.zeros(STREAM_WORDS, np.int64)
        begin_stream(self._stream, seed, 0)
        self._proposals = as_records(np.zeros(MOST_PROPOSALS, PROPOSAL))
        self._verdicts = np.zeros(moves.MOVES, np.uint8)
        self._scratch = as_records(np.zeros(1, GAME))

    def consider(self, game: Game, budget: Budget | None = None, watch: Watch = UNWATCHED) -> list[Considered]:
        """The moves worth considering, by their rating plus a random whim."""
        require_decision(game, watch)
        count = greedy.rate(
            as_records(game.table),
            as_records(game.rules.table),
            self._temper.table,
            self._stream,
            self._proposals,
            self._verdicts,
            self._scratch,
            NO_EVENTS,
        )
        rated = [
            (int(rating) + self._rng.randrange(self._whim), int(move))
            for rating, move, _ in self._proposals[:count].tolist()
        ]
        rated.sort(key=lambda pair: -pair[0])
        even = (1 / game.rules.people,) * game.rules.people
        return [Considered(move_text(move, game.rules), 1, even) for _, move in rated]
