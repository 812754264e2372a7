"""A move that the coach talks about, with the facts that its sentences need."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ....bots.bot import Expectation
from ....game_events import Event
from ....notation import read_move
from ....rules import engine
from ....rules import names as notation
from ....text.words import listed
from ..position_view import PositionView
from ..what_if import Tried, events_along, tried


@dataclass(frozen=True, eq=False)
class Thought:
    """A legal move in a position, how the search expects the game to go on after it, and the next best lines."""

    view: PositionView
    move: str
    line: Sequence[str] = ()
    others: Sequence[Sequence[str]] = ()  # other moves, each with the line expected after it
    expects: Expectation | None = None  # of the network, after the move
    expects_otherwise: Expectation | None = None  # after the first of the other moves

    @cached_property
    def words(self) -> list[str]:
        """The words of the notation."""
        return self.move.split(" ")

    @property
    def mover(self) -> str:
        """Who decides."""
        return str(self.view.to_move)

    @cached_property
    def player(self) -> int:
        """The same as a number."""
        return notation.PLAYER.index(self.mover)

    @cached_property
    def after(self) -> Tried:
        """The position after the move, and its events."""
        return tried(self.view.game, self.id_of(self.move))

    @cached_property
    def position_after(self) -> Any:
        """The record of the position after the move."""
        return self.after.table.view(np.recarray)[0]

    @cached_property
    def rivals(self) -> tuple[int, ...]:
        """All players of other people; Dúli is none."""
        person = self.view.rules.fields.person
        return tuple(each for each in range(self.view.rules.players) if person[each] != person[self.player])

    @cached_property
    def expected(self) -> list[Event]:
        """What the search expects to happen after the move."""
        return events_along(self.view.game, [self.id_of(move) for move in (self.move, *self.line)])

    def expected_otherwise(self, number: int = 0) -> list[Event]:
        """What the search expects after another move; nothing if it looked at none."""
        if number >= len(self.others):
            return []
        return events_along(self.view.game, [self.id_of(move) for move in self.others[number]])

    def id_of(self, move: str) -> int:
        """The id of a move in the move table."""
        return engine.move_id(read_move(move, self.view.rules))

    def is_rival(self, player: str) -> bool:
        """Whether somebody else plays this colour."""
        return player in notation.PLAYER and notation.PLAYER.index(player) in self.rivals

    def named(self, players: Sequence[int]) -> str:
        """Players by their names, as a list in a sentence."""
        return listed([self.view.player(notation.PLAYER[player]) for player in players], self.view.say)
