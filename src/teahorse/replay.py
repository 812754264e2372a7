"""Replay a stored game fast: every move is judged, but no events are made.

`Game` makes the events of each move and stores every position separately. Here all positions are in one array without
events, which is more than ten times as fast. `Replay.game` then gives the game with its whole history.
"""

from typing import Any

import numpy as np

from .errors import TeahorseError
from .game import Game
from .notation import Move, read_move
from .rules import engine, moves
from .rules.events import NO_EVENTS
from .rules.ruleset import Ruleset
from .rules.state import GAME
from .rules.verdicts import LEGAL

_READABLE = np.dtype((np.record, GAME))


class Replay:
    """A game from its beginning, with space for `most_moves` moves."""

    def __init__(self, rules: Ruleset, most_moves: int) -> None:
        self.rules = rules
        self.made: list[Move] = []
        self._positions = np.zeros(most_moves + 1, GAME)
        self._verdicts = np.zeros(moves.MOVES, np.uint8)
        engine.setup(self._positions[:1], rules.table)

    def make(self, text: str) -> None:
        """Make a move; an unreadable or illegal one raises the same error as in `Game`, and changes nothing."""
        number = len(self.made)
        move = read_move(text, self.rules)
        engine.judge(self._positions[number : number + 1], self.rules.table, self._verdicts)
        if self._verdicts[engine.move_id(move)] != LEGAL:
            Game(self.rules, self._positions[number]).make(move)
        self._positions[number + 1] = self._positions[number]
        after = self._positions[number + 1 : number + 2]
        engine.apply_with_cards(after, self.rules.table, move, NO_EVENTS)
        self.made.append(move)

    def undo(self) -> None:
        """Take back the last move."""
        if not self.made:
            raise TeahorseError("There is no move to take back.")
        self.made.pop()

    @property
    def positions(self) -> list[Any]:
        """The first position, and the one after each move: GAME records, for reading only."""
        return list(self._positions[: len(self.made) + 1].view(_READABLE))

    @property
    def latest(self) -> Any:
        """The position after the last move: a GAME record, for reading only."""
        return self._positions.view(_READABLE)[len(self.made)]

    def game(self) -> Game:
        """The game as it stands, with its history."""
        *before, now = self.positions
        return Game.with_history(self.rules, list(zip(self.made, before, strict=True)), now)
