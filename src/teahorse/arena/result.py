"""What is kept of a finished game: enough for every figure, and all its moves."""

from dataclasses import dataclass
from typing import Any

from ..game import Game
from ..notation import read_move
from ..rules import names
from .settings import Settings

BETWEEN_MOVES = "; "


@dataclass(frozen=True)
class Forfeit:
    """A move that a bot did not make, so that greedy made it: the number of the move in the game, and why."""

    person: int
    bot: str
    move: int
    why: str


@dataclass(frozen=True)
class Result:
    """A finished game. Persons are numbered from 0, in the order of the seats."""

    number: int
    seats: list[str]  # the bot of each person
    ranking: list[int]  # the persons, the winner first
    totals: list[int]
    points: list[dict[str, int]]  # each person's, by their source
    rounds: int
    reason: str
    decisions: int  # chance included
    seconds: float
    forfeits: list[Forfeit]
    moves: str

    def as_data(self) -> dict[str, Any]:
        """The result as a line of the file."""
        fields = dict(vars(self))
        fields["forfeits"] = [dict(vars(forfeit)) for forfeit in self.forfeits]
        return {"game": fields.pop("number"), **fields}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Result":
        """Read a line of the file."""
        fields = dict(data)
        fields["number"] = int(fields.pop("game"))
        fields["forfeits"] = [Forfeit(**forfeit) for forfeit in fields["forfeits"]]
        return cls(**fields)


def game_of(settings: Settings, result: Result) -> Game:
    """The whole game again, move by move: to look at, to study, or to write as a record."""
    rules = settings.rules
    game = Game.before_dealing(rules)
    game.headers = {"Event": f"Arena, seed {settings.seed}, game {result.number}"} | {
        f"Player.{names.PLAYER[player]}": result.seats[rules.record.person[player]] for player in range(rules.players)
    }
    for move in result.moves.split(BETWEEN_MOVES):
        game.make(read_move(move, rules))
    return game
