"""The queue of jobs in PostgreSQL: servers add jobs, workers do them (library: Procrastinate).

There are three queues, so that urgent work never waits behind other work: bots' moves at watched tables and hints,
bots' moves at tables that nobody looks at, and reviews. Within a queue the priority counts, then the order. A table
has at most one waiting job in a queue, so tables take turns.

A worker sends a heartbeat. When it is killed, its jobs go back into the queue, and another one takes them up.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import procrastinate
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException, UniqueViolation
from procrastinate.job_context import AbortReason, JobContext
from procrastinate.jobs import Job, Status

from ..storage.notifications import address_of
from ..storage.queue_schema import create_queue

MOVES, LATER, REVIEWS = "moves", "later", "reviews"  # the queues
HEARTBEAT = 1.0  # seconds
SECONDS_UNTIL_LOST = 4.0  # without a heartbeat
SECONDS_BETWEEN_LOOKS = 1.0  # for jobs of lost workers, and for jobs to be tried again
SECONDS_TO_STOP = 0.5  # for jobs that are nearly done; others go back into the queue
ATTEMPTS_TO_STOP = 3
SECONDS_BETWEEN_ATTEMPTS = 3.0
SECONDS_TO_RECONNECT = 1.0
SECONDS_TO_CONNECT = 5.0
MOST_CONNECTIONS = 4
HOURS_KEPT = 1  # for jobs that failed

log = logging.getLogger(__name__)
Handler = Callable[..., Awaitable[None]]
"""Does a job, with its arguments."""


class JobQueue:
    """The queue of a database. To be used from the event loop only."""

    def __init__(self, database: str) -> None:
        create_queue(database)
        self._app = procrastinate.App(
            connector=procrastinate.PsycopgConnector(
                conninfo=address_of(database), min_size=1, max_size=MOST_CONNECTIONS, timeout=SECONDS_TO_CONNECT
            )
        )
        # A library's worker watches over its own parts only if it has a periodic task.
        delete_old = self._app.task(name="tidy", queue=LATER, pass_context=False)(self._delete_old_jobs)
        self._app.periodic(cron="*/10 * * * *")(delete_old)
        self._tasks: list[asyncio.Task[None]] = []

    def handle(self, job: str, handler: Handler, waits: Sequence[float] = ()) -> None:
        """Do jobs of a kind with this handler, in the process that works; failures are tried again after `waits`."""

        async def do(context: JobContext, /, attempt: int = 0, **arguments: Any) -> None:
            try:
                await handler(**arguments)
            except asyncio.CancelledError:
                if context.abort_reason() is not AbortReason.USER_REQUEST:  # the worker stops
                    await self._add_again(context.job, arguments, attempt)
                raise
            except Exception:
                log.exception("The job %s failed.", job)
                if attempt < len(waits):
                    await self._add_again(context.job, arguments, attempt + 1, waits[attempt])

        self._app.task(name=job, pass_context=True)(do)

    async def open(self) -> None:
        """Connect to the database."""
        await self._app.open_async()

    async def add(
        self, job: str, queue: str, priority: int = 0, lock: str | None = None, **arguments: Any
    ) -> int | None:
        """Add a job and return its number; None if it waits there already.

        Of the jobs with the same lock, one waits in each queue, and one is done at a time.
        """
        waiting = None if lock is None else f"{queue} {job} {lock}"
        configured = self._app.configure_task(job, queue=queue, priority=priority, lock=lock, queueing_lock=waiting)
        try:
            return await configured.defer_async(**arguments)
        except AlreadyEnqueued:
            return None

    async def _add_again(self, job: Job, arguments: Mapping[str, Any], attempt: int, seconds: float = 0) -> None:
        """Add a job that failed or was interrupted. The library's own retry fails if an equal job waits already."""
        configured = self._app.configure_task(
            job.task_name,
            queue=job.queue,
            priority=job.priority,
            lock=job.lock,
            queueing_lock=job.queueing_lock,
            schedule_in={"seconds": int(seconds)},
        )
        with suppress(AlreadyEnqueued):
            await configured.defer_async(attempt=attempt, **arguments)

    async def cancel(self, number: int) -> None:
        """Cancel a job, also if a worker has begun it."""
        await self._app.job_manager.cancel_job_by_id_async(number, abort=True, delete_job=True)

    # --- Working --------------------------------------------------------------------------------------

    def work(self, slots: Mapping[str, int]) -> None:
        """Do jobs in this process. `slots` says how many of each queue at a time."""
        self._tasks = [asyncio.create_task(self._work(queue, most)) for queue, most in slots.items()]
        self._tasks.append(asyncio.create_task(self._take_back_lost()))

    async def stop_work(self) -> None:
        """Stop working, and give unfinished jobs back."""
        left = set(self._tasks)
        for _ in range(ATTEMPTS_TO_STOP):  # a listener of the library may miss that it was cancelled
            for task in left:
                task.cancel()
            if left:
                _, left = await asyncio.wait(left, timeout=SECONDS_BETWEEN_ATTEMPTS)

    async def close(self) -> None:
        """Close the connections."""
        with suppress(ConnectorException):
            await self._app.close_async()

    async def _work(self, queue: str, most: int) -> None:
        """Work, and begin again when the database was gone."""
        while True:
            try:
                await self._app.run_worker_async(
                    queues=[queue],
                    name=queue,
                    concurrency=most,
                    delete_jobs="always",
                    fetch_job_polling_interval=SECONDS_BETWEEN_LOOKS,
                    shutdown_graceful_timeout=SECONDS_TO_STOP,
                    install_signal_handlers=False,
                    update_heartbeat_interval=HEARTBEAT,
                    stalled_worker_timeout=SECONDS_UNTIL_LOST,
                )
            except Exception as error:
                log.warning("The queue %r can't be read; trying again: %s", queue, type(error).__name__)
            await asyncio.sleep(SECONDS_TO_RECONNECT)

    async def _take_back_lost(self) -> None:
        """Put jobs of killed workers back into the queue.

        Two workers may do it at the same time, so that a job is done twice; a move is still stored once.
        """
        jobs = self._app.job_manager
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
            with suppress(ConnectorException):  # the database is gone, or another worker was faster
                for job in await jobs.get_stalled_jobs(seconds_since_heartbeat=SECONDS_UNTIL_LOST):
                    log.warning("A worker was lost; its job %s %s is done again.", job.id, job.task_name)
                    try:
                        await jobs.retry_job(job)
                    except UniqueViolation:  # an equal job waits already
                        await jobs.finish_job(job, Status.FAILED, delete_job=True)

    async def _delete_old_jobs(self, timestamp: int) -> None:
        """Delete what is left of jobs that failed or were cancelled."""
        await self._app.job_manager.delete_old_jobs(
            HOURS_KEPT, include_failed=True, include_cancelled=True, include_aborted=True
        )
