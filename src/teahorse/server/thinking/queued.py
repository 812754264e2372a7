"""Bots, hints and reviews through the queue: the parts of a server, and those of a worker."""

from collections.abc import Awaitable, Callable
from functools import partial

from ..settings import Settings
from ..storage.notifications import Notifications
from ..tables.service import TableService
from .bot_turn import Script
from .hints import Hints
from .job_queue import LATER, MOVES, REVIEWS, JobQueue
from .pool import WorkerPool
from .queued_bots import BotPlayer, QueuedBots
from .queued_hints import HintMaker, QueuedHints
from .queued_reviews import QueuedReviews, Reviewer
from .shared_viewers import SharedViewers
from .thinking import Thinking
from .viewers import Viewers

MOST_WAITING_FOR_UNDO = 8  # bots that wait a second after a person's move take no processor meanwhile
REVIEWS_AT_A_TIME = 1


class Connection:
    """The connection of the queue."""

    def __init__(self, queue: JobQueue) -> None:
        self._queue = queue

    async def start(self) -> None:
        """Connect."""
        await self._queue.open()

    async def stop(self) -> None:
        """Disconnect."""
        await self._queue.close()


class Work:
    """Doing jobs of the queue."""

    def __init__(self, queue: JobQueue, workers: WorkerPool, processes: int) -> None:
        self._queue = queue
        self._workers = workers
        # Twice as many as processes, so that a new urgent job can interrupt one at an unwatched table.
        self._slots = {
            MOVES: 2 * processes + MOST_WAITING_FOR_UNDO,
            LATER: processes,
            REVIEWS: REVIEWS_AT_A_TIME,
        }

    async def start(self) -> None:
        """Begin to work."""
        await self._workers.start()
        self._queue.work(self._slots)

    async def stop(self) -> None:
        """Give unfinished jobs back, and end."""
        await self._queue.stop_work()
        await self._workers.stop()


def queued_thinking(
    settings: Settings,
    service: TableService,
    viewers: Viewers,
    notifications: Notifications,
    compiled: Callable[[str], Awaitable[None]],
    script: Script,
) -> Thinking:
    """The bots, hints and reviews of a process with these settings. Without workers of its own, others do the jobs."""
    queue = JobQueue(settings.database)
    results = service.storage.thinking_results
    bots = QueuedBots(service, queue, viewers)
    hints = QueuedHints(results, queue, notifications)
    reviews = QueuedReviews(service.storage, queue)
    shared = SharedViewers(viewers, notifications)
    parts = (Connection(queue), bots, reviews, shared)
    if not settings.workers:
        return Thinking(bots, Hints(hints.consider), reviews, None, parts, ())
    workers = WorkerPool(settings.workers, viewers, partial(compiled, "bots"), partial(compiled, "network"))
    BotPlayer(service, workers, bots, settings.bot_pause, script).join(queue)
    HintMaker(service, results, workers, hints).join(queue)
    Reviewer(service, results, workers, settings.review_simulations, settings.review_looks).join(queue)
    work = Work(queue, workers, settings.workers)
    return Thinking(bots, Hints(hints.consider), reviews, workers, parts, (work,))
