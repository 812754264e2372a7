"""One process that thinks, and the work that waits for it.

It is given one piece of work at a time, so that the next one can be chosen when it is free. Work that nobody waits for
any more leaves the queue, or stops if it has begun. Work for a table that nobody watches is interrupted for any other,
and done later. A process that dies is replaced, and its work done again, once.
"""

import asyncio
import ctypes
import logging
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from ...bots import Cancelled
from ...errors import TeahorseError
from ...processes import signals_blocked
from . import worker_main as process
from .work_queue import Busy, Urgency, Work, WorkQueue

ATTEMPTS = 2  # a process may die by mistake of someone else, but hardly twice of the same work
MOST_WAITING = 200  # works, for one process

log = logging.getLogger(__name__)
R = TypeVar("R")


class WorkerDied(TeahorseError):
    """A process that ended, twice, while it thought."""


def at_once() -> Urgency:
    """The urgency of work that someone waits for."""
    return Urgency.PLAYED


class WorkerProcess:
    """One process that thinks, with its queue. To be used from the event loop only."""

    def __init__(
        self, niceness: int = 0, most_waiting: int = MOST_WAITING, tree_bytes: int = process.TREE_BYTES
    ) -> None:
        self._niceness = niceness
        self._tree_bytes = tree_bytes
        self._queue = WorkQueue(most_waiting)
        self._running: Work | None = None
        self._task: asyncio.Task[None] | None = None
        self._context = multiprocessing.get_context("spawn")
        self._cancelled = self._context.RawValue(ctypes.c_int64, 0)  # the number of the work that is to stop
        self._executor: ProcessPoolExecutor | None = None
        self._processes: list[BaseProcess] = []  # the executor's one

    @property
    def load(self) -> int:
        """How many works wait or are being done."""
        return len(self._queue) + (self._running is not None)

    async def ask(self, run: Callable[[], R], table: str = "", urgency: Callable[[], Urgency] = at_once) -> R:
        """Let a function of `process`, with its arguments, run there; cancelling the call stops it.

        Raises `Busy` if too much work is waiting already, or if more urgent work takes its place.
        """
        work = Work(run, table, urgency, asyncio.get_running_loop().create_future())
        dropped = self._queue.add(work)
        if dropped is not None:
            dropped.answer.set_exception(Busy())
        self._make_way_for(work)
        self._begin_next()
        try:
            answer: R = await work.answer
            return answer
        finally:
            if not self._queue.remove(work) and self._running is work:
                self._cancelled.value = work.number  # it was cancelled

    async def stop(self) -> None:
        """End the process now, whatever it is at; it keeps nothing that matters."""
        for work in self._queue.clear():
            work.answer.cancel()
        executor, self._executor = self._executor, None
        if self._task is not None:
            self._task.cancel()
        if executor is not None:
            for running in self._processes:
                running.kill()
            await asyncio.to_thread(executor.shutdown, cancel_futures=True)

    def _make_way_for(self, work: Work) -> None:
        running = self._running
        if running is not None and running.urgency() == Urgency.UNWATCHED and work.urgency() < Urgency.UNWATCHED:
            self._cancelled.value = running.number

    def _begin_next(self) -> None:
        if self._running is None:
            self._running = self._queue.next()
            if self._running is not None:
                self._cancelled.value = 0  # it may be the number of this work, if that had to make way before
                self._task = asyncio.create_task(self._do(self._running))

    async def _do(self, work: Work) -> None:
        """Do one work, and go on with the next."""
        try:
            answer = None if work.answer.done() else await self._run(work)  # done: nobody waits for it any more
        except asyncio.CancelledError:
            work.answer.cancel()
            raise
        except Cancelled:
            if not work.answer.done():
                self._queue.put_back(work)  # it had to make way
        except Exception as error:
            if not work.answer.done():
                work.answer.set_exception(error)
        else:
            if not work.answer.done():
                work.answer.set_result(answer)
        finally:
            self._running = None
        self._begin_next()

    async def _run(self, work: Work) -> Any:
        for _ in range(ATTEMPTS):
            executor = self._executor or self._start()
            try:
                asked = asyncio.wrap_future(executor.submit(process.run, work.number, work.run))
                asked.add_done_callback(_retrieve)
                # Shielded, because an executor whose process dies does not expect that its future was cancelled.
                return await asyncio.shield(asked)
            except BrokenProcessPool:
                log.warning("A process that thought has ended; another takes its place.")
                executor.shutdown(wait=False)
                self._executor = None
                if work.answer.done():
                    break  # nobody waits for it any more
        raise WorkerDied("The process that thinks ended, and so did the one in its place.")

    def _start(self) -> ProcessPoolExecutor:
        settings = (self._niceness, self._cancelled, self._tree_bytes)
        executor = ProcessPoolExecutor(1, self._context, process.begin, settings)
        others = multiprocessing.active_children()
        with signals_blocked():
            executor.submit(os.getpid)  # the first work starts the process
        self._processes = [child for child in multiprocessing.active_children() if child not in others]
        self._executor = executor
        return executor


def _retrieve(asked: "asyncio.Future[Any]") -> None:
    """Look at an error, so that asyncio does not report it when nobody waits for the answer any more."""
    if not asked.cancelled():
        asked.exception()
