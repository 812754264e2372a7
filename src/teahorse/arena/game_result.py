"""The result of a finished game: all figures, and all moves."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from ..errors import TeahorseError
from ..game import Game
from ..notation import read_move
from ..rules import names
from .settings import Settings, is_text

BETWEEN_MOVES = "; "
LARGEST_NUMBER = 1_000_000_000  # of a game, a move or points; far beyond any series


class ResultError(TeahorseError):
    """A line that can't be read as the result of a game."""


@dataclass(frozen=True)
class Forfeit:
    """A move that greedy made in place of a bot: its number in the game, and the reason."""

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
    def from_data(cls, data: object, people: int) -> "Result":
        """Read a line of the file as the result of a game of `people` people, or raise `ResultError`."""
        names_of_fields = [field.name for field in fields(cls)]
        line = _mapping(data, "the line", ["game", *names_of_fields[1:]])
        seats = [_text(bot, "seats") for bot in _list(line["seats"], "seats", people)]
        ranking = [_number(person, "ranking") for person in _list(line["ranking"], "ranking", people)]
        if sorted(ranking) != list(range(people)):
            raise _wrong("ranking", ranking)
        if line["reason"] not in names.REASON:
            raise _wrong("reason", line["reason"])
        return cls(
            number=_number(line["game"], "game"),
            seats=seats,
            ranking=ranking,
            totals=[_number(vp, "totals", -LARGEST_NUMBER) for vp in _list(line["totals"], "totals", people)],
            points=[_points(points) for points in _list(line["points"], "points", people)],
            rounds=_number(line["rounds"], "rounds"),
            reason=line["reason"],
            decisions=_number(line["decisions"], "decisions"),
            seconds=_seconds(line["seconds"]),
            forfeits=[_forfeit(forfeit, people) for forfeit in _list(line["forfeits"], "forfeits")],
            moves=_text(line["moves"], "moves"),
        )


# --- Reading a line -----------------------------------------------------------------------------------


def _wrong(name: str, value: object) -> ResultError:
    return ResultError("`{name}` can't be {value!r}", name=name, value=value)


def _mapping(value: object, name: str, keys: Iterable[str]) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise _wrong(name, value)
    for key in keys:
        if key not in value:
            raise ResultError("`{key}` is missing", key=key)
    return value


def _list(value: object, name: str, length: int | None = None) -> list[Any]:
    if not isinstance(value, list) or length not in (None, len(value)):
        raise _wrong(name, value)
    return value


def _number(value: object, name: str, least: int = 0, most: int = LARGEST_NUMBER) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise _wrong(name, value)
    return value


def _seconds(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= LARGEST_NUMBER:
        raise _wrong("seconds", value)  # NaN fails the comparison, too
    return value


def _text(value: object, name: str) -> str:
    if not is_text(value):
        raise _wrong(name, value)
    return value


def _points(value: object) -> dict[str, int]:
    points = _mapping(value, "points", names.SCORE)
    return {score: _number(points[score], "points", -LARGEST_NUMBER) for score in names.SCORE}


def _forfeit(value: object, people: int) -> Forfeit:
    forfeit = _mapping(value, "forfeits", [field.name for field in fields(Forfeit)])
    return Forfeit(
        person=_number(forfeit["person"], "person", most=people - 1),
        bot=_text(forfeit["bot"], "bot"),
        move=_number(forfeit["move"], "move"),
        why=_text(forfeit["why"], "why"),
    )


def game_of(settings: Settings, result: Result) -> Game:
    """The whole game, replayed from its moves."""
    rules = settings.rules
    game = Game.before_dealing(rules)
    game.headers = {"Event": f"Arena, seed {settings.seed}, game {result.number}"} | {
        f"Player.{names.PLAYER[player]}": result.seats[rules.record.person[player]] for player in range(rules.players)
    }
    for move in result.moves.split(BETWEEN_MOVES):
        game.make(read_move(move, rules))
    return game
