"""Who plays the other seats of an environment with one learner: a bot's name, a `Bot`, or a function."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ..bots import Bot, bot_named
from ..bulk.game_loop import POLICIES
from ..errors import TeahorseError
from ..notation import read_move
from .table import Table

Choice = Callable[[npt.NDArray[np.float32], npt.NDArray[np.int8]], Any]
Opponents = str | Bot | Choice


class Others:
    """Plays everyone but the learner, until the learner is to decide or the game is over.

    `random`, `busy` and `greedy` play in compiled code. Any other name is that of a bot, as in the arena. A function
    gets an observation and a mask, and gives the id of a move.
    """

    def __init__(self, opponents: Opponents) -> None:
        self._policy: int | None = None
        if isinstance(opponents, str) and opponents in POLICIES:
            self._policy = POLICIES.index(opponents)
        elif isinstance(opponents, str):
            self._player: Bot | Choice = bot_named(opponents)
        elif isinstance(opponents, Bot) or callable(opponents):
            self._player = opponents
        else:
            raise TeahorseError(f"Opponents are a bot's name, a Bot or a function, not {opponents!r}.")

    def play(self, table: Table, person: int) -> None:
        """Play on."""
        if self._policy is not None:
            table.play_others(person, self._policy)
            return
        while not table.is_over and table.rules.record.person[table.mover] != person:
            table.make(self._choose(table))

    def _choose(self, table: Table) -> object:
        if isinstance(self._player, Bot):
            move = self._player.choose(table.as_game())
            return read_move(move, table.rules)
        return self._player(table.observe(table.mover), table.mask())
