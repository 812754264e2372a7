"""The server: all its parts, put together."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from os import PathLike, stat_result
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Scope

from .. import __version__
from ..background_compilation import Compilation
from .drawing import memory
from .guards import Guards
from .learning.lessons import referee, scripted_move
from .new_tables import NewTables
from .problems import add_problem_handlers
from .routes import api, bell, box, hint, home, learn, new, review, rulebook, settings, table, waiting
from .settings import Settings
from .tables.storage import Storage
from .tables.tables import Memory, Table, Tables
from .thinking.hints import Hints
from .thinking.hosting import Hosting
from .thinking.review import Reviews
from .thinking.thinkers import Thinkers
from .thinking.watching import Watchers

STATIC = Path(__file__).parent / "static"
SMALLEST_TO_COMPRESS = 1000  # bytes
FOR_GOOD = "public, max-age=31536000, immutable"  # the address has a hash of the content in it
FOR_A_WEEK = "public, max-age=604800"
ASK_EACH_TIME = "no-cache"
FONTS = ".woff2"
SECONDS_BETWEEN_LOOKS = 0.1  # at the compilation


class App(FastAPI):
    """A FastAPI app whose security middleware is outermost, around its own error pages."""

    def build_middleware_stack(self) -> ASGIApp:
        """All layers of the server."""
        return Guards(super().build_middleware_stack(), self.state.settings.names)


def make_app(chosen: Settings) -> FastAPI:
    """A server with these settings; a database that can't be used is told at once."""
    app = App(
        title="Yunnan",
        summary="Tables of the board game Yunnan, for programs.",
        version=__version__,
        docs_url=None,  # the usual page of operations loads scripts from elsewhere; ours is in routes/api.py
        redoc_url=None,
        lifespan=_open_house,
    )
    _furnish(app, chosen)
    app.add_middleware(GZipMiddleware, minimum_size=SMALLEST_TO_COMPRESS, compresslevel=4)
    app.mount("/static", Static(directory=STATIC), "static")
    for room in (api, bell, home, new, box, table, hint, review, learn, rulebook, settings, waiting):
        app.include_router(room.router)
    app.include_router(api.docs)
    add_problem_handlers(app)
    return app


def _furnish(app: FastAPI, chosen: Settings) -> None:
    """Everything that routes ask for, in `app.state`."""
    storage = Storage(chosen.database)
    tables = Tables(storage, chosen.open_tables, referee, Memory(memory.remember, memory.recall))
    watchers = Watchers()
    compilation = Compilation()
    thinkers = Thinkers(chosen.thinkers, watchers, partial(_compiled, compilation, "bots"))
    app.state.settings = chosen
    app.state.compilation = compilation
    app.state.storage = storage
    app.state.tables = tables
    app.state.new_tables = NewTables(tables, chosen.tables_per_hour)
    app.state.watchers = watchers
    app.state.thinkers = thinkers
    app.state.hints = Hints(thinkers.consider)
    app.state.hosting = Hosting(tables, thinkers, chosen.bot_pause, _script)
    app.state.reviews = Reviews(storage, thinkers, chosen.review_simulations)
    app.state.bell = bell.Bell(tables, chosen.heartbeat)


def _script(at: Table) -> str | None:
    return scripted_move(at.lesson, at.played)


@asynccontextmanager
async def _open_house(app: FastAPI) -> AsyncIterator[None]:
    """From start to stop: the compilation, the processes that think, the host who lets bots move, the reviews."""
    state = app.state
    parts = (state.thinkers, state.hosting, state.reviews)
    state.compilation.start()
    starting = asyncio.create_task(_start_when_compiled(app))
    try:
        yield
    finally:
        state.compilation.stop()
        starting.cancel()
        await asyncio.gather(starting, return_exceptions=True)
        state.bell.stop()
        for part in reversed(parts):
            await part.stop()
        state.storage.close()


async def _start_when_compiled(app: FastAPI) -> None:
    """Start what plays: tables once the rules are compiled, bots once theirs is; pages are answered meanwhile."""
    state = app.state
    await _compiled(state.compilation, "rules")
    await state.hosting.start()
    await state.reviews.start()
    await _compiled(state.compilation, "bots")
    await state.thinkers.start()


async def _compiled(compilation: Compilation, room: str) -> None:
    while not compilation.is_ready(room):
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS)


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
