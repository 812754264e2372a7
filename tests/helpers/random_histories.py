"""Random games as rows of a table, and all texts in a presenter's result."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from teahorse import Game
from teahorse.notation import move_text
from teahorse.rules import moves
from teahorse.rules.ruleset import Ruleset
from teahorse.server.history.history import MOVE, GameHistory, Row
from teahorse.server.tables.seats import COLOURS, Seat
from teahorse.text.translation import Say, as_written
from teahorse.text.words import Names
from teahorse.web.presenters.position_view import PositionView
from variants import Table, steps

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve")
PLAYER = r"p[1-5]|duli"
SPOT = re.compile(
    r"(school|customs|horse|guild|yard|temple)-[1-9][0-9]*|bank-[01]|market|province-[YSKTQ]|gorge-[YSKTQ]{2}"
    rf"|camp-({PLAYER})|traders-[PYSKTQ]-({PLAYER})|piece-(post|bridge|teahouse|guards)"
    rf"|house-(school|customs|horse|guild|yard|temple|bank)|inspector|blocker|goal|order-(blue|gray)|(points|income)-({PLAYER})"
)


def seats_for(rules: Ruleset) -> list[Seat]:
    """A person on every seat, with two colours where two people play four."""
    return [Seat(NAMES[number], COLOURS[number :: rules.people][: _hands(rules)]) for number in range(rules.people)]


def position_view(game: Game, names: Names | None = None, say: Say = as_written) -> PositionView:
    """A position as a reader sees it."""
    return PositionView(game, names or {}, say)


def _hands(rules: Ruleset) -> int:
    return rules.players // rules.people


def positions(table: Table, seed: int, policy: str, every: int = 11) -> Iterator[Game]:
    """Every eleventh position of a random game, so that all parts of a round occur."""
    for number, step in enumerate(steps(table.rules, seed, policy)):
        if number % every == 0:
            yield Game(table.rules, step.before)


def history(table: Table, seed: int, policy: str, rows: int = 150) -> GameHistory:
    """The first rows of a random game."""
    game = GameHistory(table.rules)
    for number, step in enumerate(steps(table.rules, seed, policy), 1):
        move = tuple(step.after.deck.tolist()) if step.move == moves.DECK else step.move
        game.add(Row(number, MOVE, move_text(move, table.rules)))
        if number == rows:
            break
    return game


def texts_in(value: object) -> Iterator[str]:
    """All strings in a nested result of a presenter."""
    if isinstance(value, str):
        yield value
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from texts_in(getattr(value, field.name))
    elif isinstance(value, dict):
        for part in value.values():
            yield from texts_in(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from texts_in(part)
