"""A worker: thinks for the servers of a PostgreSQL database, on this machine or another, and serves no pages."""

import asyncio
import signal
from collections.abc import Callable
from functools import partial

from ..background_compilation import Compilation, until_compiled
from ..errors import TeahorseError
from .accounts.ratings import Ratings
from .metrics import Metrics
from .settings import Settings
from .storage.database import Database
from .storage.notifications import notifications_of
from .tables import other_processes
from .tables.service import TableService
from .thinking.bot_turn import Script
from .thinking.measured import watch_thinking
from .thinking.thinking import make_thinking
from .thinking.viewers import Viewers


def run_worker(settings: Settings, script: Script, on_ready: Callable[[], None]) -> None:
    """Work until SIGTERM or Ctrl-C. Unfinished work goes back into the queue."""
    asyncio.run(_run(settings, script, on_ready))


async def _run(settings: Settings, script: Script, on_ready: Callable[[], None]) -> None:
    storage = Database(settings.database)
    if not storage.is_shared:
        storage.close()
        raise TeahorseError(
            "A worker needs a PostgreSQL database, which it shares with servers. With a database file the server "
            "itself does this work."
        )
    service = TableService(storage, settings.open_tables)
    notifications = notifications_of(settings.database, storage.process)
    other_processes.connect(service, notifications)
    compilation = Compilation()
    compiled = partial(until_compiled, compilation)
    thinking = make_thinking(settings, service, Viewers(), notifications, compiled, script)
    ratings = Ratings(service)  # a bot's move may end a game
    metrics = Metrics()
    service.subscribe(lambda *_: metrics.news.inc())
    watch_thinking(metrics, storage, thinking)
    stop_metrics = metrics.serve(settings.metrics) if settings.metrics else None
    stopped = asyncio.Event()

    async def start() -> None:
        await compiled("rules")
        notifications.start()
        await ratings.start()
        await thinking.start(compiled)
        on_ready()

    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(each, stopped.set)
    compilation.start()
    starting = asyncio.create_task(start())
    stopping = asyncio.create_task(stopped.wait())
    try:
        await asyncio.wait((starting, stopping), return_when=asyncio.FIRST_COMPLETED)
        if starting.done():
            await starting  # an error ends the worker
        await stopping
    finally:
        compilation.stop()
        for task in (starting, stopping):
            task.cancel()
        await asyncio.gather(starting, stopping, return_exceptions=True)
        await thinking.stop()
        await ratings.stop()
        await asyncio.to_thread(notifications.stop)
        storage.close()
        if stop_metrics is not None:
            await asyncio.to_thread(stop_metrics)
