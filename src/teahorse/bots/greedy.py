"""Greedy: looks one move ahead and takes what is worth most."""

import threading

import numpy as np

from ..game import Game
from ..notation import move_text
from ..rules.compiling import named
from ..rules.events import NO_EVENTS
from ..rules.luck import STREAM_WORDS, begin_stream
from ..rules.state import GAME
from .bot import Bot, Budget, Considered, Report, asked
from .thinking import greedy


class GreedyBot(Bot):
    """Fast, sensible, beatable."""

    def __init__(self, seed: int = 0, name: str = "greedy") -> None:
        self.name = name
        self._stream = np.zeros(STREAM_WORDS, np.int64)
        begin_stream(self._stream, seed, 0)
        self._scratch = named(np.zeros(1, GAME))

    def consider(
        self,
        game: Game,
        budget: Budget | None = None,
        *,
        report: Report | None = None,
        cancel: threading.Event | None = None,
    ) -> list[Considered]:
        """The one move it would make."""
        asked(game)
        move = greedy.choose_at(
            named(game.table), game.rules.table, game.verdicts(), self._stream, self._scratch, NO_EVENTS
        )
        even = (1 / game.rules.people,) * game.rules.people
        return [Considered(move_text(int(move), game.rules), 1, even)]
