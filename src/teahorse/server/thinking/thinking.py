"""Puts together what thinks: in this process alone, or with a queue in PostgreSQL that worker machines share."""

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from ...bots import Considered
from ..settings import Settings
from ..storage.database import StorageError
from ..storage.notifications import Notifications
from ..tables.service import TableService
from ..tables.table import Table
from .bot_host import BotHost
from .bot_turn import Script
from .hints import Hints
from .pool import WorkerPool
from .review import Review, Reviews
from .viewers import Viewers


class Part(Protocol):
    """A part that runs in the background."""

    async def start(self) -> None:
        """Begin."""

    async def stop(self) -> None:
        """End."""


class Bots(Part, Protocol):
    """Sees to it that bots move."""

    def check_table(self, table_id: str) -> None:
        """See whether a bot is to move at a table."""


class AllReviews(Part, Protocol):
    """The reviews of games."""

    def find(self, table: Table) -> Review | None:
        """The review of the current position, finished or not; None if there is none."""

    def find_or_start(self, table: Table) -> Review:
        """The review of the current position; starts one if there is none."""


@dataclass(frozen=True)
class Thinking:
    """Bots, hints and reviews of a process, as pages use them."""

    bots: Bots
    hints: Hints
    reviews: AllReviews
    workers: WorkerPool | None  # of this process
    parts: tuple[Part, ...]  # that start when the rules are compiled
    parts_with_bots: tuple[Part, ...]  # that start when the bots are compiled, too

    async def start(self, compiled: Callable[[str], Awaitable[None]]) -> None:
        """Start each part when what it needs is compiled."""
        await compiled("rules")
        for part in self.parts:
            await part.start()
        await compiled("bots")
        for part in self.parts_with_bots:
            await part.start()

    async def stop(self) -> None:
        """Stop all parts."""
        for part in reversed(self.parts + self.parts_with_bots):
            await part.stop()


def make_thinking(
    settings: Settings,
    service: TableService,
    viewers: Viewers,
    notifications: Notifications,
    compiled: Callable[[str], Awaitable[None]],
    script: Script,
) -> Thinking:
    """The bots, hints and reviews of a process with these settings."""
    if service.storage.is_shared:
        from .queued import queued_thinking  # needs the extra `postgres`

        return queued_thinking(settings, service, viewers, notifications, compiled, script)
    if not settings.workers:
        raise StorageError(
            "Only servers with a PostgreSQL database can leave bots, hints and reviews to other machines."
        )
    workers = WorkerPool(settings.workers, viewers, partial(compiled, "bots"), partial(compiled, "network"))
    bots = BotHost(service, workers, settings.bot_pause, script)
    reviews = Reviews(service.storage, workers, settings.review_simulations, settings.review_looks)
    return Thinking(bots, Hints(_from(workers)), reviews, workers, (bots, reviews), (workers,))


def _from(workers: WorkerPool) -> Callable[[Table], Coroutine[Any, Any, list[Considered]]]:
    return lambda table: workers.consider(table.history.game, table.id)
