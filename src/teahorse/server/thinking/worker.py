"""A worker process and the queue of its work.

It gets one piece of work at a time, so that the next one is chosen when the process is free. Work that nobody waits for
any more leaves the queue, or is cancelled if it has begun. Work for a table that nobody watches is interrupted for any
other work, and done later. A process that dies is replaced, and its work is done again, once.
"""

import asyncio
import ctypes
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from ...bots import Cancelled
from ...errors import TeahorseError
from ...processes import ProcessDied, WorkerProcess
from . import worker_main
from .work_queue import Busy, Urgency, Work, WorkQueue

ATTEMPTS = 2  # a process may die by accident, but hardly twice of the same work
MOST_WAITING = 200  # works, for one process

log = logging.getLogger(__name__)
R = TypeVar("R")


class WorkerDied(TeahorseError):
    """The process died twice of the same work."""


def at_once() -> Urgency:
    """The urgency of work that someone waits for."""
    return Urgency.PLAYED


class Worker:
    """A worker process with its queue. To be used from the event loop only."""

    def __init__(
        self, niceness: int = 0, most_waiting: int = MOST_WAITING, tree_bytes: int = worker_main.TREE_BYTES
    ) -> None:
        self._niceness = niceness
        self._tree_bytes = tree_bytes
        self._queue = WorkQueue(most_waiting)
        self._running: Work | None = None
        self._task: asyncio.Task[None] | None = None
        spawn = multiprocessing.get_context("spawn")
        self._cancelled = spawn.RawValue(ctypes.c_int64, 0)  # the number of the cancelled work
        self._process: WorkerProcess | None = None
        self._thread: ThreadPoolExecutor | None = None  # waits for the answers of the process

    @property
    def load(self) -> int:
        """The number of pieces of work that wait or run."""
        return len(self._queue) + (self._running is not None)

    async def ask(self, run: Callable[[], R], table: str = "", urgency: Callable[[], Urgency] = at_once) -> R:
        """Run a function in the process; cancelling the call cancels the work.

        Raises `Busy` if too much work waits already, or if more urgent work takes its place.
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
        """End the process at once; it keeps nothing that matters."""
        for work in self._queue.clear():
            work.answer.cancel()
        if self._task is not None:
            self._task.cancel()
        await asyncio.to_thread(self._end)

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
        """Do a piece of work, and go on with the next."""
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
        loop = asyncio.get_running_loop()
        for _ in range(ATTEMPTS):
            process = self._process or self._start()
            try:
                return await loop.run_in_executor(self._thread, process.ask, (work.number, work.run))
            except ProcessDied as died:
                log.warning("A worker process %s; another takes its place.", died)
                self._end()
                if work.answer.done():
                    break  # nobody waits for it any more
        raise WorkerDied("The server failed at this twice. Please try again.")

    def _start(self) -> WorkerProcess:
        process = WorkerProcess(worker_main.begin, self._niceness, self._cancelled, self._tree_bytes)
        process.start()
        self._process, self._thread = process, ThreadPoolExecutor(1)
        return process

    def _end(self) -> None:
        process, self._process = self._process, None
        thread, self._thread = self._thread, None
        if process is not None and thread is not None:
            process.kill()
            thread.shutdown()  # it reads from the process until that has ended
            process.end()
