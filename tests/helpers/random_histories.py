"""Random games of all kinds as the pages see them, and what all sights have in common."""

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
    """Positions of a random game, some way apart; never in step with the rounds."""
    for number, step in enumerate(steps(table.rules, seed, policy)):
        if number % every == 0:
            yield Game(table.rules, step.before)


def history(table: Table, seed: int, policy: str, rows: int = 150) -> GameHistory:
    """The beginning of a random game, as rows of a table."""
    game = GameHistory(table.rules)
    for number, step in enumerate(steps(table.rules, seed, policy), 1):
        move = tuple(step.after.deck.tolist()) if step.move == moves.DECK else step.move
        game.add(Row(number, MOVE, move_text(move, table.rules)))
        if number == rows:
            break
    return game


def texts_in(sight: object) -> Iterator[str]:
    """Every text in what is seen, however deep."""
    if isinstance(sight, str):
        yield sight
    elif is_dataclass(sight) and not isinstance(sight, type):
        for field in fields(sight):
            yield from texts_in(getattr(sight, field.name))
    elif isinstance(sight, dict):
        for value in sight.values():
            yield from texts_in(value)
    elif isinstance(sight, list | tuple):
        for value in sight:
            yield from texts_in(value)
