"""The home page: your games, a game at once, a file to open."""

import secrets

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from starlette.datastructures import UploadFile

from ..beginning.form import MOST_SEED
from ..beginning.opening import MOST_BYTES, Opened, Unreadable, read_file
from ..languages.language import Say
from ..tables.keys import A_YEAR, COOKIE, held_by, remember, write_cookie
from ..tables.mygames import my_games
from .rendering import language_of, page, say_of

router = APIRouter(include_in_schema=False)
SEE_OTHER, UNPROCESSABLE = 303, 422


@router.get("/")
def home(request: Request) -> HTMLResponse:
    """The home page."""
    return _home(request)


def _home(request: Request, problem: str = "", status: int = 200) -> HTMLResponse:
    games = my_games(request.app.state.tables.storage, held_by(request), language_of(request))
    return page(request, "home.html", status, games=games, problem=problem)


@router.post("/forget")
async def forget(request: Request) -> Response:
    """Let go of a table's keys in this browser; the table itself stays."""
    async with request.form() as form:
        table_id = form.get("table")
    response = RedirectResponse("/", SEE_OTHER)
    kept = [held for held in held_by(request) if held.table != table_id]
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, write_cookie(kept), max_age=A_YEAR, httponly=True, samesite="lax", secure=secure)
    return response


@router.post("/open")
async def open_file(request: Request) -> Response:
    """A `.yunnan` file becomes a table. A script that asks for JSON is told where to go, or what is wrong."""
    say = say_of(request)
    for_script = "application/json" in request.headers.get("accept", "")
    try:
        opened = await _read(request, say)
    except Unreadable as error:
        if for_script:
            return JSONResponse({"problem": error.said(say)}, UNPROCESSABLE)
        return await run_in_threadpool(_home, request, error.said(say), UNPROCESSABLE)
    table_id, key = await run_in_threadpool(request.app.state.new_tables.create, request, opened.wish)
    # A finished game opens at its beginning, to be replayed; any other where it goes on.
    address = f"/t/{table_id}/at/0" if opened.is_over else f"/t/{table_id}"
    response: Response = JSONResponse({"to": address}) if for_script else RedirectResponse(address, SEE_OTHER)
    remember(request, response, table_id, key)
    return response


async def _read(request: Request, say: Say) -> Opened:
    """The game in the file that was sent."""
    async with request.form() as form:
        file = form.get("file")
        if not isinstance(file, UploadFile) or not file.filename:
            raise Unreadable("Choose a file first: a record of a game, with the ending .yunnan.")
        data, name = await file.read(MOST_BYTES + 1), file.filename
    return await run_in_threadpool(read_file, data, name, secrets.randbelow(MOST_SEED), say)
