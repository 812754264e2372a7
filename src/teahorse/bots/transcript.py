"""A game as it is sent to another process."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..game import Game
from ..notation import Move
from ..rules.ruleset import Ruleset


@dataclass(frozen=True)
class GameTranscript:
    """The rules of a game and all its moves; another process replays them, without our random seed."""

    edition: str
    people: int
    options: Mapping[str, object]
    board: Mapping[str, Any] | None
    moves: list[Move]

    @classmethod
    def of(cls, game: Game) -> "GameTranscript":
        """The transcript of a game that was played from its beginning."""
        rules = game.rules
        return cls(rules.edition, rules.people, dict(rules.options), rules.board, game.history)

    @property
    def rules(self) -> Ruleset:
        """The rules of the game."""
        return Ruleset.of(self.edition, self.people, self.options, self.board)

    def catch_up(self, game: Game | None, seed: int) -> Game:
        """Bring an earlier position of this game up to date; if `game` is another game, replay from the start."""
        rules = self.rules
        if game is None or game.rules is not rules or game.history != self.moves[: len(game.history)]:
            game = Game.before_dealing(rules, seed)
        for move in self.moves[len(game.history) :]:
            game.make(move)
        return game
