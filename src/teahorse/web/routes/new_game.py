"""The page for a new game, and the table that it creates."""

import secrets
from dataclasses import dataclass, replace
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.datastructures import FormData, UploadFile

from ...bots.levels import GRANDMASTER, levels_at
from ...bots.plugins import plugin_named, plugins
from ...bots.tempers import tempers
from ...rules.code_cache import StillCompiling
from ...rules.edition_files import EDITIONS
from ...server.tables.browsers import Browser
from ...server.tables.default_board import default_board
from ...server.tables.seats import COLOURS
from ...text.translation import Say
from ...text.words import COLOUR_NAMES
from ..new_game.box_tables import list_tables
from ..new_game.config_from_form import FormError, Problems, config_from_form, problem_of_board
from ..new_game.form import BY_LINK, LONGEST_NAME, MOST_SEED, PERSON, TWO_PLAYERS, NewGame, SeatForm, read_form
from ..new_game.house_rules import HouseRule, house_rules, word_of
from ..new_game.play_modes import (
    ORDERS,
    TAKE_BACKS,
    TWO_PLAYERS_TITLES,
    TWO_PLAYERS_WORDS,
    VARIANT_TITLES,
    VARIANT_WORDS,
    edition_summary,
    edition_title,
    variants_of,
)
from ..new_game.time_form import TIME_KINDS
from ..rendering import page, say_of
from ..waiting_page import waiting_page

router = APIRouter(include_in_schema=False)
SEE_OTHER, UNPROCESSABLE = 303, 422
MOST_BYTES_OF_BOARD = 100_000
MOST_SHOWN_SEED = 1_000_000  # random seeds are short, so that people can pass them on


@dataclass(frozen=True)
class Choice:
    """One option of a choice: its title and a short description."""

    value: str
    title: str
    word: str = ""


@dataclass(frozen=True)
class SeatLine:
    """A seat as the page shows it."""

    number: int
    form: SeatForm
    default_name: str
    level_word: str
    temper_word: str
    default_temper: str
    is_empty: bool  # not used, because fewer people play


@dataclass(frozen=True)
class HouseLine:
    """A house rule as the page shows it."""

    rule: HouseRule
    word: str
    takes: str
    default: str
    choices: tuple[Choice, ...]
    value: str


@router.get("/new")
def show(request: Request) -> HTMLResponse:
    """The page of a new game, filled in with the parameters of its address."""
    return _show(request, read_form(request.query_params, secrets.randbelow(MOST_SHOWN_SEED)).adapted(), {})


@router.post("/new")
async def start(request: Request) -> Response:
    """Create the table, or show the form again: with its errors, or adapted to the choices."""
    say = say_of(request)
    async with request.form() as fields:
        written = read_form(_texts(fields), secrets.randbelow(MOST_SHOWN_SEED))
        form, problems = await _with_board(written, fields, say)
    try:
        return await run_in_threadpool(_adapt if "update" in fields else _start, request, form, problems)
    except StillCompiling:
        board = {"board_text": form.board, "board_name": form.board_name} if form.board else {}
        return await run_in_threadpool(waiting_page, request, _texts(fields) | board)


def _of_reader(request: Request, form: NewGame) -> NewGame:
    """The form of a reader who may have an account."""
    return replace(form, reader=Browser(request, request.app.state.table_service.storage).name or "")


def _adapt(request: Request, form: NewGame, problems: Problems) -> Response:
    """The form adapted to the choices."""
    return _show(request, form.adapted(), problems or problem_of_board(form, say_of(request)))


def _start(request: Request, form: NewGame, problems: Problems) -> Response:
    """Create the table, or show the form with its errors."""
    try:
        if problems:
            raise FormError(problems)
        config = config_from_form(_of_reader(request, form), say_of(request), _default_board(request, form))
    except FormError as unclear:
        return _show(request, form, unclear.problems, UNPROCESSABLE)
    table_id, key = request.app.state.new_table_limit.create(request, config)
    return RedirectResponse(f"/t/{table_id}/sit/{key}", SEE_OTHER)


def _texts(fields: FormData) -> dict[str, str]:
    return {name: value for name, value in fields.items() if isinstance(value, str)}


async def _with_board(form: NewGame, fields: FormData, say: Say) -> tuple[NewGame, Problems]:
    """The form with the text of an uploaded board, so that the page can show it again."""
    file = fields.get("board")
    if "no_board" in fields:
        form = replace(form, board="", board_name="")
    if not isinstance(file, UploadFile) or not file.filename:
        return form, {}
    data = await file.read(MOST_BYTES_OF_BOARD + 1)
    if len(data) > MOST_BYTES_OF_BOARD:
        return form, {"board": say("{file} is too large for a board: more than 100 KB.").format(file=file.filename)}
    try:
        return replace(form, board=data.decode("utf-8"), board_name=file.filename), {}
    except UnicodeDecodeError:
        return form, {"board": say("{file} isn't UTF-8 text.").format(file=file.filename)}


def _show(request: Request, form: NewGame, problems: Problems, status: int = 200) -> HTMLResponse:
    is_part = request.headers.get("hx-request") == "true"
    template = "parts/new_form.html" if is_part else "new.html"
    form = _of_reader(request, form)
    default, say = _default_board(request, form), say_of(request)
    return page(
        request, template, status, problems=problems, default=list_tables(default or (), say), **_context(form, say)
    )


def _default_board(request: Request, form: NewGame) -> dict[str, Any] | None:
    return default_board(request.app.state.table_service.storage, form.rules.edition)


def _context(form: NewGame, say: Say) -> dict[str, Any]:
    """All choices, in the reader's language."""
    in_words = {
        "editions": [Choice(each, edition_title(each, say), edition_summary(each, say)) for each in EDITIONS],
        "variants": [
            Choice(each, say(VARIANT_TITLES[each]), say(VARIANT_WORDS[each]))
            for each in variants_of(form.rules.edition)
        ],
        "ways_for_two": [
            Choice(each, say(TWO_PLAYERS_TITLES[each]), say(TWO_PLAYERS_WORDS[each])) for each in TWO_PLAYERS_TITLES
        ],
        "orders": [Choice(each, say(ORDERS[each])) for each in ORDERS],
        "take_backs": [Choice(each, say(TAKE_BACKS[each])) for each in TAKE_BACKS],
        "time_kinds": [Choice(each, say(TIME_KINDS[each])) for each in TIME_KINDS],
        "colours": [Choice(each, say(COLOUR_NAMES[each])) for each in COLOURS],
    }
    return in_words | {
        "form": form,
        "person": PERSON,
        "by_link": BY_LINK,
        "first_person": next((n for n, seat in enumerate(form.seats, 1) if seat.who == PERSON), 0),
        "levels": levels_at(form.rules).values(),
        "grandmaster_plays": GRANDMASTER in levels_at(form.rules),
        "plugins": plugins().values(),
        "tempers": tempers().values(),
        "way_for_two": form.rules.switches[TWO_PLAYERS],
        "seats": [_seat(form, number, say) for number in range(len(form.seats))],
        "house": [_line(rule, form, say) for rule in _house_rules(form) if rule.name != TWO_PLAYERS],
        "longest_name": LONGEST_NAME,
        "most_seed": MOST_SEED,
    }


def _seat(form: NewGame, number: int, say: Say) -> SeatLine:
    seat = form.seats[number]
    level, plugin, temper = levels_at(form.rules).get(seat.who), plugin_named(seat.who), tempers().get(seat.temper)
    level_word = say(level.word) if level else ""
    if seat.is_for_grandmaster:
        level_word = say("No grandmaster plays by these rules, so a {level} sits here.").format(level=say(seat.who))
    if plugin is not None:
        level_word = say("from the package {package}").format(package=plugin.package)
    return SeatLine(
        number=number + 1,
        form=seat,
        default_name=form.default_name(number, say),
        level_word=level_word,
        temper_word=say(temper.word) if temper else "",
        default_temper=level.temper if level else "",
        is_empty=number >= form.people_count,
    )


def _house_rules(form: NewGame) -> list[HouseRule]:
    return house_rules(form.rules.edition, form.people_count, form.options)


def _line(rule: HouseRule, form: NewGame, say: Say) -> HouseLine:
    return HouseLine(
        rule=rule,
        word=say(rule.word),
        takes=say(rule.takes),
        default=word_of(rule.default, say),
        choices=tuple(Choice(each, word_of(each, say)) for each in rule.choices),
        value=form.house.get(rule.name, ""),
    )
