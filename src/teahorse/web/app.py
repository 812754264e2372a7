"""The server: all its parts, put together."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from os import PathLike, stat_result
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Scope

from .. import __version__
from ..errors import IllegalMove, TeahorseError
from .guards import Guards
from .learning.lessons import referee, scripted_move
from .routes import api, bell, hint, home, learn, new, review, rulebook, settings, table
from .routes.rendering import error_page, say_of
from .settings import Settings
from .tables.storage import Storage, StorageError
from .tables.tables import NoSuchTable, NotYourSeat, Table, Tables, TooLate
from .thinking.hosting import Hosting
from .thinking.review import Reviews
from .thinking.thinkers import ThinkerDied, Thinkers

STATIC = Path(__file__).parent / "static"
SMALLEST_TO_COMPRESS = 1000  # bytes
FOR_GOOD = "public, max-age=31536000, immutable"  # the address has a hash of the content in it
FOR_A_WEEK = "public, max-age=604800"
ASK_EACH_TIME = "no-cache"
FONTS = ".woff2"

STATUS: dict[type[TeahorseError], int] = {
    NoSuchTable: 404,
    NotYourSeat: 403,
    TooLate: 409,
    StorageError: 503,
    ThinkerDied: 503,
}
UNPROCESSABLE = 422
SENTENCES = {
    400: "This can't be understood.",
    404: "There is nothing at this address.",
    405: "This address can't be used that way.",
    413: "That is too much at once.",
    422: "This can't be understood.",
    500: "Something went wrong here. The game is kept as it was.",
}

log = logging.getLogger(__name__)


def make_app(chosen: Settings) -> FastAPI:
    """A server with these settings; a database that can't be used is told at once."""
    app = FastAPI(
        title="Yunnan",
        summary="Tables of the board game Yunnan, for programs.",
        version=__version__,
        docs_url=None,  # the usual page of operations loads scripts from elsewhere; ours is in routes/api.py
        redoc_url=None,
        lifespan=_open_house,
    )
    _furnish(app, chosen)
    app.add_middleware(GZipMiddleware, minimum_size=SMALLEST_TO_COMPRESS, compresslevel=4)
    app.add_middleware(Guards)
    app.mount("/static", Static(directory=STATIC), "static")
    for room in (api, bell, home, new, table, hint, review, learn, rulebook, settings):
        app.include_router(room.router)
    app.include_router(api.docs)
    app.add_exception_handler(TeahorseError, _refuse)
    app.add_exception_handler(RequestValidationError, _misunderstand)
    app.add_exception_handler(HTTPException, _point_out)
    app.add_exception_handler(Exception, _apologise)
    return app


def _furnish(app: FastAPI, chosen: Settings) -> None:
    """Everything that routes ask for, in `app.state`."""
    storage = Storage(chosen.database)
    tables = Tables(storage, chosen.open_tables, referee)
    thinkers = Thinkers(chosen.thinkers)
    app.state.settings = chosen
    app.state.storage = storage
    app.state.tables = tables
    app.state.thinkers = thinkers
    app.state.hosting = Hosting(tables, thinkers, chosen.bot_pause, _script)
    app.state.reviews = Reviews(storage, thinkers, chosen.review_simulations)
    app.state.bell = bell.Bell(tables, chosen.heartbeat)


def _script(at: Table) -> str | None:
    return scripted_move(at.lesson, at.played)


@asynccontextmanager
async def _open_house(app: FastAPI) -> AsyncIterator[None]:
    """From start to stop: the processes that think, the host who lets bots move, the reviews."""
    state = app.state
    parts = (state.thinkers, state.hosting, state.reviews)
    for part in parts:
        await part.start()
    try:
        yield
    finally:
        state.bell.stop()
        for part in reversed(parts):
            await part.stop()
        state.storage.close()


class Static(StaticFiles):
    """Static files; one whose address changes with its content is kept by browsers for good."""

    def file_response(
        self, full_path: str | PathLike[str], stat_result: stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """One file, with how long it may be kept."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        versioned = scope["query_string"].startswith(b"v=")
        unversioned = FOR_A_WEEK if Path(full_path).suffix == FONTS else ASK_EACH_TIME
        response.headers["Cache-Control"] = FOR_GOOD if versioned else unversioned
        return response


# --- What went wrong, in a sentence -------------------------------------------------------------------


def status_of(error: TeahorseError) -> int:
    """The status that an answer has with this error."""
    return next((status for kind, status in STATUS.items() if isinstance(error, kind)), UNPROCESSABLE)


async def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, TeahorseError)
    status = status_of(error)
    if status >= 500:
        log.error("%s", error)
    rule = error.rule if isinstance(error, IllegalMove) else None
    return _answer(request, status, error.said(say_of(request)), rule)


async def _misunderstand(request: Request, error: Exception) -> Response:
    """Say what of a request can't be read; to a program with the field."""
    assert isinstance(error, RequestValidationError)
    say = say_of(request)
    if request.url.path.startswith("/api/"):
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"][1:])
        return _answer(request, UNPROCESSABLE, f"{field}: {first['msg']}." if field else f"{first['msg']}.")
    return _answer(request, UNPROCESSABLE, say(SENTENCES[UNPROCESSABLE]))


async def _point_out(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    say = say_of(request)
    sentence = say(SENTENCES[error.status_code]) if error.status_code in SENTENCES else error.detail
    response = _answer(request, error.status_code, sentence)
    response.headers.update(error.headers or {})
    return response


async def _apologise(request: Request, error: Exception) -> Response:
    """An error of ours: the server's log has it all, the reader a sentence."""
    say = say_of(request)
    return _answer(request, 500, say(SENTENCES[500]))


def _answer(request: Request, status: int, sentence: str, rule: str | None = None) -> Response:
    if _is_for_programs(request):
        return JSONResponse({"sentence": sentence, "rule": rule}, status)
    return error_page(request, status, sentence)


def _is_for_programs(request: Request) -> bool:
    """Whether a program asks, or a script of a page, rather than someone who reads the answer."""
    headers = request.headers
    return request.url.path.startswith("/api/") or "x-table" in headers or headers.get("accept") == "application/json"
