"""Makes the moves of programs that come at the same time together: one thread, one transaction.

With a thread for each move, threads would spend more time waiting for the interpreter and waking one another than on
moves. While one group is judged and committed, the next one gathers.
"""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from fastapi import Response

from ..storage.database import StorageError
from .moves import ProgramMove, answer_moves

MOST = 32  # moves in a group, so that the first one's answer doesn't wait long for the last one

log = logging.getLogger(__name__)


class MovesTogether:
    """The moves that wait, and the thread that makes them."""

    def __init__(self) -> None:
        self._waiting: list[tuple[ProgramMove, asyncio.Future[Response | None]]] = []
        self._thread = ThreadPoolExecutor(1, "moves-together")
        self._task: asyncio.Task[None] | None = None

    async def answer(self, move: ProgramMove) -> Response | None:
        """Make a move with those of others; None if it should be tried alone. Raises `StorageError`."""
        answer: asyncio.Future[Response | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((move, answer))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._answer_waiting())
        return await answer

    async def _answer_waiting(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            group, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            error: StorageError | None = None
            answers: list[Response | None] = [None] * len(group)
            try:
                answers = await loop.run_in_executor(self._thread, answer_moves, [move for move, _ in group])
            except StorageError as gone:
                error = gone
            except Exception:
                log.exception("Moves could not be made together.")  # each is tried alone, and says what is wrong
            for (_, waiting), answer in zip(group, answers, strict=True):
                if waiting.done():
                    continue  # its client has left
                if error is not None:
                    waiting.set_exception(error)
                else:
                    waiting.set_result(answer)
