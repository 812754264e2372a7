"""The opponents of a single learner: a bot's name, a `Bot`, or a function."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ..bots import Bot, bot_named
from ..bulk.game_loop import POLICIES
from ..errors import TeahorseError
from ..notation import read_move
from .single_game import SingleGame

ChooseAction = Callable[[npt.NDArray[np.float32], npt.NDArray[np.int8]], Any]
OpponentSpec = str | Bot | ChooseAction


class Opponents:
    """Plays everyone but the learner, until the learner is to move or the game is over.

    `random`, `busy` and `greedy` play in compiled code. Other names are bots, as in the arena. A function gets an
    observation and a mask, and returns the id of a move.
    """

    def __init__(self, opponents: OpponentSpec) -> None:
        self._policy: int | None = None
        if isinstance(opponents, str) and opponents in POLICIES:
            self._policy = POLICIES.index(opponents)
        elif isinstance(opponents, str):
            self._player: Bot | ChooseAction = bot_named(opponents)
        elif isinstance(opponents, Bot) or callable(opponents):
            self._player = opponents
        else:
            raise TeahorseError(f"Opponents are a bot's name, a Bot or a function, not {opponents!r}.")

    def play(self, game: SingleGame, person: int) -> None:
        """Play until the person is to move or the game is over."""
        if self._policy is not None:
            game.play_opponents(person, self._policy)
            return
        while not game.is_over and game.rules.record.person[game.mover] != person:
            game.make(self._choose(game))

    def _choose(self, game: SingleGame) -> object:
        if isinstance(self._player, Bot):
            move = self._player.choose(game.as_game())
            return read_move(move, game.rules)
        return self._player(game.observe(game.mover), game.mask())
