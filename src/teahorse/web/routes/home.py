"""The home page: your games, a quick start, opening a file."""

import secrets

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from starlette.datastructures import UploadFile

from ...server.storage.database import Database
from ...server.tables.browsers import Browser
from ...server.tables.my_turns import TableStatus
from ...server.tables.results import results_of
from ...server.tables.summary import summaries
from ...text.translation import Say
from ..new_game.form import MOST_SEED
from ..new_game.open_record import MOST_BYTES, OpenedRecord, RecordFileError, read_file
from ..new_game.play_now import QuickGame, quick_game
from ..presenters.my_games import ALL, MyGames, my_games
from ..rendering import language_of, say_of
from ..rendering import page as render_page

router = APIRouter(include_in_schema=False)
SEE_OTHER, UNPROCESSABLE = 303, 422
LATEST_GAMES = 10  # of which one may tell how strong the reader is


@router.get("/")
def home(request: Request, page: int = 1, show: str = ALL, done: str = "") -> HTMLResponse:
    """The home page, with a page of the list of games, and a word about what was done before."""
    return _home(request, page_number=page, show=show, done=done)


@router.get("/games")
def games(request: Request, page: int = 1, show: str = ALL) -> HTMLResponse:
    """The list of games alone, for a page that is open for long."""
    storage = request.app.state.table_service.storage
    mine = my_games(storage, Browser(request, storage), language_of(request), page, show)
    return render_page(request, "parts/home_games.html", mine=mine)


def _home(
    request: Request, problem: str = "", status: int = 200, page_number: int = 1, show: str = ALL, done: str = ""
) -> HTMLResponse:
    storage = request.app.state.table_service.storage
    browser = Browser(request, storage)
    browser.get_id()  # now, so that two tabs that start a game at the same time share one id
    mine = my_games(storage, browser, language_of(request), page_number, show)
    shown = {
        "mine": mine,
        "problem": problem,
        "done": done,
        "quick_game": _quick_game(storage, browser, mine),
        "account_name": browser.name,
    }
    response = render_page(request, "home.html", status, **shown)
    response.headers["Cache-Control"] = "no-store"  # else Back shows the games of before
    browser.remember_in(response)
    return response


def _quick_game(storage: Database, browser: Browser, mine: MyGames) -> QuickGame:
    has_finished = bool(mine.counts.get(TableStatus.FINISHED.value))
    return quick_game(results_of(storage, browser, LATEST_GAMES) if has_finished else [])


@router.post("/forget")
async def forget(request: Request) -> Response:
    """Give up this browser's seats at a table; the table stays. Where others play on, show its seats instead."""
    async with request.form() as form:
        table_id = str(form.get("table"))
    return await run_in_threadpool(_forget, request, table_id)


def _forget(request: Request, table_id: str) -> Response:
    storage = request.app.state.table_service.storage
    browser = Browser(request, storage)
    found = [] if browser.hash is None else summaries(storage, {table_id: [browser.hash]})
    is_shared = any(table.goes_on_with_others for table in found)
    if not is_shared:
        browser.leave(table_id)
    response = RedirectResponse(f"/t/{table_id}/seats" if is_shared else "/", SEE_OTHER)
    browser.remember_in(response)
    return response


@router.post("/open")
async def open_file(request: Request) -> Response:
    """Create a table from a `.yunnan` file. A script gets the table's address or the error as JSON."""
    say = say_of(request)
    for_script = "application/json" in request.headers.get("accept", "")
    try:
        opened = await _read(request, say)
    except RecordFileError as error:
        if for_script:
            return JSONResponse({"problem": error.translated(say)}, UNPROCESSABLE)
        return await run_in_threadpool(_home, request, error.translated(say), UNPROCESSABLE)
    return await run_in_threadpool(_open, request, opened, for_script)


def _open(request: Request, opened: OpenedRecord, for_script: bool) -> Response:
    """Create the table of an opened game; this browser takes the seats."""
    table_id, key = request.app.state.new_table_limit.create(request, opened.config)
    # A finished game opens at its beginning, for replay; a running one at its latest position.
    address = f"/t/{table_id}/at/0" if opened.is_over else f"/t/{table_id}"
    response: Response = JSONResponse({"to": address}) if for_script else RedirectResponse(address, SEE_OTHER)
    browser = Browser(request, request.app.state.table_service.storage)
    browser.sit(table_id, key)
    browser.remember_in(response)
    return response


async def _read(request: Request, say: Say) -> OpenedRecord:
    """Read the uploaded file."""
    async with request.form() as form:
        file = form.get("file")
        if not isinstance(file, UploadFile) or not file.filename:
            raise RecordFileError("Choose a file first: a record of a game, with the ending .yunnan.")
        data, name = await file.read(MOST_BYTES + 1), file.filename
    return await run_in_threadpool(read_file, data, name, secrets.randbelow(MOST_SEED), say)
