"""The list of a browser's games on the home page, in pages so that it stays quick."""

import math
from dataclasses import dataclass

from ...server.storage.database import Database
from ...server.tables.browsers import Browser
from ...server.tables.errors import OtherRules
from ...server.tables.game_config import KIND_LESSON
from ...server.tables.seats import Seat, seat_of
from ...server.tables.summary import TableSummary, summaries
from ...server.tables.table import Table
from ...text.language import Language
from ...text.translation import Say

GAMES_ON_A_PAGE = 20


@dataclass(frozen=True)
class MyGame:
    """One line of the list."""

    id: str
    title: str
    seats: tuple[Seat, ...]
    state: str  # whose turn it is, or who has won, in a sentence
    is_mine: bool  # whether a seat of this browser is to move
    is_over: bool
    round: int
    touched: str


@dataclass(frozen=True)
class MyGames:
    """One page of the list."""

    games: list[MyGame]
    page: int  # from 1
    pages: int


def my_games(storage: Database, browser: Browser, language: Language, page: int = 1) -> MyGames:
    """One page of a browser's games, latest first."""
    pages = max(1, math.ceil(browser.count() / GAMES_ON_A_PAGE))
    page = max(1, min(page, pages))
    ids = browser.tables(GAMES_ON_A_PAGE, (page - 1) * GAMES_ON_A_PAGE)
    keys = [] if browser.id is None else [browser.id]
    found = {glance.id: glance for glance in summaries(storage, dict.fromkeys(ids, keys))}
    return MyGames([_line(found[table_id], language) for table_id in ids if table_id in found], page, pages)


def _line(glance: TableSummary, language: Language) -> MyGame:
    return MyGame(
        id=glance.id,
        title=title_of(glance, language.say),
        seats=glance.seats,
        state=_state(glance, language.say),
        is_mine=glance.mover in glance.own,
        is_over=glance.game is not None and glance.game.is_over,
        round=0 if glance.game is None else glance.game.round,
        touched=language.moment(glance.touched_at.astimezone()),
    )


def title_of(table: Table | TableSummary, say: Say) -> str:
    """The title of a table; by default its edition and people."""
    if table.title:
        return table.title
    if table.kind == KIND_LESSON:
        return say("The guided first game")
    if table.rules is None:
        return say("Yunnan {edition}").format(edition=table.edition)
    switches, options = table.rules.switches, table.rules.options
    if switches["double_bidding"] and switches["guards"]:
        title = say("Yunnan {edition}, Expert")
    elif switches["debt"]:
        title = say("Yunnan {edition}, Profi")
    else:
        title = say("Yunnan {edition}, house rules") if options or table.has_own_board else say("Yunnan {edition}")
    return title.format(edition=table.edition)


def _state(glance: TableSummary, say: Say) -> str:
    if glance.rules is None:
        return OtherRules().translated(say)
    if glance.game is None:
        return ""  # until the rules are compiled
    if glance.is_stopped:
        return say("It was played by other rules and can't go on.")
    if glance.mover is None:
        winner = glance.game.standings()[0]["player"].split("+")[0]
        return say("{name} has won.").format(name=seat_of(winner, glance.rules, glance.seats).name)
    if glance.own == (glance.mover,):
        return say("It is your turn.")
    return say("{name} is to move.").format(name=glance.mover.name)
