"""Games for tests of the drawing, and the board as the page writes it."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
from jinja2 import Environment, FileSystemLoader, StrictUndefined

import teahorse.web
from teahorse.notation import Move, move_text
from teahorse.rules import moves
from teahorse.rules.ruleset import Ruleset
from teahorse.server.history.history import MOVE, GameHistory, Row
from teahorse.server.tables.events.state import TableState
from teahorse.server.tables.game_config import KIND_GAME
from teahorse.server.tables.seats import COLOURS, Seat
from teahorse.server.tables.table import Table as TableOnServer
from teahorse.text.translation import as_written
from teahorse.web.drawing import svg
from teahorse.web.drawing.board import Board, Boards
from teahorse.web.table_page import View
from variants import Chooser, Table

WEB = Path(teahorse.web.__file__).parent
PAGE = """
{% from "board.html" import board, marks, picture %}
<page>{{ marks() }}{{ board(it) }}{{ picture(it.wide, "The same") }}</page>
""".strip()


def played_moves(table: Table, texts: Sequence[str]) -> GameHistory:
    """A game with these moves."""
    return GameHistory(table.rules, [Row(number, MOVE, text) for number, text in enumerate(texts, 1)])


def played_at_random(table: Table, seed: int, most: int) -> GameHistory:
    """A busy random game, to its end or until it has `most` rows."""
    history, chooser = GameHistory(table.rules), Chooser(seed, "busy")
    while not history.game.is_over and len(history.rows) < most:
        position = history.game.table.view(np.recarray)[0]
        move: Move = chooser.choose(position, history.game.verdicts())
        if move == moves.DECK:
            move = tuple(int(card) for card in position.deck)
        history.add(Row(len(history.rows) + 1, MOVE, move_text(move, table.rules)))
    return history


def seats_for(rules: Ruleset) -> tuple[Seat, ...]:
    """A person on every seat; two people have two colours each where they play four."""
    pairs = [(0, 2), (1, 3)] if rules.players > rules.people else [(number,) for number in range(rules.people)]
    return tuple(Seat(f"Person {number}", tuple(COLOURS[c] for c in pair)) for number, pair in enumerate(pairs, 1))


def view_of(history: GameHistory, mine: frozenset[str] = frozenset()) -> View:
    """A game as the page of its table shows it, in English."""
    rules, now = history.rules, datetime.now(UTC)
    table = TableOnServer(
        id="board",
        kind=KIND_GAME,
        title="",
        rules=rules,
        has_own_board=rules.board is not None,
        state=TableState.of(seats_for(rules)),
        seed=0,
        take_back="turn",
        lesson=None,
        headers={},
        created_at=now,
        touched_at=now,
        seats_opened=lambda _: (),
        history=history,
    )
    return View(table, history, mine, as_written)


def board_of(history: GameHistory, mine: frozenset[str] = frozenset()) -> Board:
    """The board in English, as the page draws it for a spectator or for these players."""
    return view_of(history, mine).boards.wide


def boards_of(history: GameHistory) -> Boards:
    """The board for wide and for narrow screens."""
    return view_of(history).boards


def page_of(boards: Boards) -> ElementTree.Element:
    """The board as it is written into a page, with all its symbols."""
    pages = Environment(
        loader=FileSystemLoader(WEB / "templates"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    pages.globals |= {"static": lambda name: f"/static/{name}", "svg": svg}
    template = pages.from_string(PAGE)
    return ElementTree.fromstring(template.render(it=boards))
