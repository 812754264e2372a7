"""Puts the parts of the server together into one app."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from fastapi import FastAPI
from starlette.types import ASGIApp

from .. import __version__
from ..background_compilation import Compilation, until_compiled
from ..server import api, live_updates
from ..server.accounts.passwords import Passwords
from ..server.accounts.ratings import Ratings
from ..server.accounts.service import AccountService
from ..server.http.event_streams import EventStreams
from ..server.http.rate_limits import RateLimits
from ..server.metrics import Metrics
from ..server.presence import Presence
from ..server.settings import Settings
from ..server.storage.database import Database
from ..server.storage.notifications import notifications_of
from ..server.tables import other_processes
from ..server.tables.new_table_limit import NewTableLimit
from ..server.tables.service import DrawingHooks, TableService
from ..server.tables.table import Table
from ..server.tables.timing.keeper import ClockKeeper
from ..server.thinking.measured import watch_thinking
from ..server.thinking.thinking import make_thinking
from ..server.thinking.viewers import Viewers
from ..server.turn_messages.messenger import Messenger
from .compression import Compression
from .drawing import piece_ids_store
from .error_pages import add_error_handlers
from .learning.lessons import check_lesson_move, scripted_move
from .message_texts import turn_message
from .monitoring import Health, MonitoringMiddleware
from .page_versions import PageVersions
from .quick_moves import QuickMoves
from .routes import (
    account,
    aid,
    api_docs,
    box,
    compiling,
    ending,
    hint,
    home,
    install,
    learn,
    lobby,
    messages,
    new_game,
    players,
    preferences,
    review,
    rulebook,
    seats,
    statistics,
    table,
    talk,
)
from .security import SecurityMiddleware
from .static_files import ROOT, Static

ROUTES = (
    table,  # first, because most requests are for it, and routes are tried in this order
    api,
    live_updates,
    api_docs,
    home,
    install,
    new_game,
    box,
    seats,
    lobby,
    talk,
    aid,
    ending,
    hint,
    review,
    learn,
    rulebook,
    statistics,
    account,
    players,
    preferences,
    messages,
    compiling,
)


class App(FastAPI):
    """A FastAPI app with the security middleware around everything, so that it covers error pages, too."""

    def build_middleware_stack(self) -> ASGIApp:
        """All middleware."""
        secured = SecurityMiddleware(
            super().build_middleware_stack(), self.state.settings.names, self.state.rate_limits.count_request
        )
        return MonitoringMiddleware(secured, self.state.health, self.state.metrics)


def make_app(settings: Settings) -> FastAPI:
    """The app with these settings. Raises `StorageError` if the database can't be used."""
    app = App(
        title="Yunnan",
        summary="Tables of the board game Yunnan, for programs.",
        version=__version__,
        docs_url=None,  # FastAPI's page loads scripts from another host; ours is in routes/api_docs.py
        redoc_url=None,
        telemetry={"tracing": False, "metrics": False, "logs": False},  # else it is looked for at every request
        lifespan=_lifespan,
    )
    _build_state(app, settings)
    app.add_middleware(Compression)
    app.add_middleware(QuickMoves, main=app)
    app.mount(ROOT, Static(), "static")
    for module in ROUTES:
        # As they are: `include_router` would describe every parameter of every route a second time.
        app.router.routes.extend(module.router.routes)
    add_error_handlers(app)
    return app


def _build_state(app: FastAPI, settings: Settings) -> None:
    """Create the objects that routes use, in `app.state`."""
    storage = Database(settings.database)
    drawing = DrawingHooks(piece_ids_store.save, piece_ids_store.restore)
    service = TableService(storage, settings.open_tables, check_lesson_move, drawing)
    notifications = notifications_of(settings.database, storage.process)
    other_processes.connect(service, notifications)
    viewers = Viewers()
    compilation = Compilation()
    app.state.settings = settings
    app.state.compilation = compilation
    app.state.storage = storage
    app.state.table_service = service
    app.state.notifications = notifications
    app.state.rate_limits = rate_limits = RateLimits(settings.rates)
    app.state.new_table_limit = NewTableLimit(service, settings.tables_per_hour, rate_limits)
    app.state.event_streams = EventStreams(settings.limits)
    app.state.passwords = passwords = Passwords()
    app.state.accounts = AccountService(storage, passwords)
    app.state.ratings = Ratings(service)
    app.state.viewers = viewers
    app.state.page_versions = PageVersions()
    app.state.thinking = thinking = make_thinking(
        settings, service, viewers, notifications, partial(until_compiled, compilation), script
    )
    app.state.hints = thinking.hints
    app.state.bot_host = thinking.bots
    app.state.reviews = thinking.reviews
    app.state.clock_keeper = ClockKeeper(service)
    app.state.presence = presence = Presence(storage.presence, notifications)
    app.state.health = Health(storage, compilation)
    app.state.metrics = None if settings.metrics is None else _metrics(app)
    app.state.live_updates = live_updates.LiveUpdates(service, settings.heartbeat)
    app.state.channels = channels = settings.messages.channels(storage.turn_messages)
    compose = partial(turn_message, storage.turn_messages)
    app.state.messenger = Messenger(service, presence, channels, compose, settings.messages.delay)


def script(played: Table) -> str | None:
    """The prepared move of a bot in a lesson."""
    return scripted_move(played.lesson, played.history)


def _metrics(app: FastAPI) -> Metrics:
    """The metrics of a server."""
    state, metrics = app.state, Metrics()
    state.table_service.subscribe(lambda *_: metrics.news.inc())
    metrics.watch("teahorse_connections", "Open connections", lambda: len(state.connections))
    metrics.watch("teahorse_event_streams", "Open event streams", lambda: len(state.event_streams))
    watch_thinking(metrics, state.storage, state.thinking)
    return metrics


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Start and stop the background parts: compilation, workers, bots, reviews, ratings."""
    state = app.state
    stop_metrics = state.metrics.serve(state.settings.metrics) if state.metrics else None
    state.compilation.start()
    starting = asyncio.create_task(_start_when_compiled(app))
    try:
        yield
    finally:
        state.compilation.stop()
        starting.cancel()
        await asyncio.gather(starting, return_exceptions=True)
        state.live_updates.stop()
        await state.passwords.stop()
        await state.ratings.stop()
        await state.messenger.stop()
        await state.clock_keeper.stop()
        await state.thinking.stop()
        await state.presence.stop()
        await asyncio.to_thread(state.notifications.stop)
        state.storage.close()
        if stop_metrics is not None:
            await asyncio.to_thread(stop_metrics)


async def _start_when_compiled(app: FastAPI) -> None:
    """Start tables when the rules are compiled, and workers when the bots are. Pages are answered meanwhile."""
    state = app.state
    await until_compiled(state.compilation, "rules")
    state.notifications.start()
    await state.presence.start()
    await state.messenger.start()
    await state.clock_keeper.start()
    await state.thinking.start(partial(until_compiled, state.compilation))
    await state.ratings.start()
