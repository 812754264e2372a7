"""All processes of a server that think: moves of bots, hints, reviews. The server only waits for them.

A table's bots think in the same process each time, which keeps their trees. Each process has a queue of its own, in
which tables take turns (`queue.py`).
"""

import asyncio
import logging
import random
import zlib
from collections.abc import Awaitable, Callable
from functools import partial

from ...bots import Budget, Considered
from ...bots.levels import levels
from ...bots.transcript import GameTranscript
from ...game import Game
from ..tables.service import Table
from . import worker_main as process
from .viewers import Viewers
from .work_queue import Urgency
from .worker_main import Player, Thought
from .worker_process import WorkerDied, WorkerProcess

__all__ = ["WorkerDied", "WorkerPool"]

ADVISER = "master"
MOST_SECONDS = 10.0  # for a hint: on a slow machine a master thinks less
SEED_BITS = 62
STUDENT_NICENESS = 10  # reviews wait for bots, and for pages
TREE_BYTES = 1 << 30  # for the search trees that all processes keep together

log = logging.getLogger(__name__)


class WorkerPool:
    """All processes that think: some for bots and hints, one for reviews."""

    def __init__(
        self,
        processes: int = 1,
        viewers: Viewers | None = None,
        compiled: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._watchers = viewers or Viewers()
        self._compiled = compiled or _at_once  # what to wait for before anything is thought
        tree_bytes = min(process.TREE_BYTES, TREE_BYTES // processes)
        self._for_bots = [WorkerProcess(tree_bytes=tree_bytes) for _ in range(processes)]
        self._student = WorkerProcess(STUDENT_NICENESS)
        self._warming: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start the bots' processes, without waiting for them; that of reviews starts with the first one."""
        self._warming = [asyncio.create_task(_warm_up(thinker)) for thinker in self._for_bots]

    async def stop(self) -> None:
        """End all processes."""
        for task in self._warming:
            task.cancel()
        await asyncio.gather(*self._warming, return_exceptions=True)
        await asyncio.gather(*(thinker.stop() for thinker in (*self._for_bots, self._student)))

    async def choose(self, table: Table, player: str) -> str:
        """The move of the bot that plays a colour; if it fails, greedy moves in its place."""
        await self._compiled()
        told = GameTranscript.of(table.history.game)
        who = _player(table, player)
        try:
            return await self.at(table.id).ask(
                partial(process.choose, told, who), table.id, partial(self._watchers.urgency, table.id)
            )
        except WorkerDied:
            log.error("The bot %s has ended two processes, and greedy moves in its place.", who.bot)
            return await asyncio.to_thread(process.in_its_place, told, who.seed)

    async def consider(self, game: Game, table_id: str = "", budget: Budget | None = None) -> list[Considered]:
        """What a master thinks of the moves of a game that was played from its beginning, the best first."""
        await self._compiled()
        least_busy = min(self._for_bots, key=lambda thinker: thinker.load)
        work = partial(process.consider, GameTranscript.of(game), ADVISER, budget or _budget())
        return await least_busy.ask(work, table_id, lambda: Urgency.HINT)

    async def think_over(
        self, game_id: str, told: GameTranscript, positions: list[int], simulations: int, is_watched: Callable[[], bool]
    ) -> list[Thought]:
        """What a search thinks of positions of a game."""
        await self._compiled()
        work = partial(process.think_over, game_id, told, positions, simulations)
        return await self._student.ask(work, game_id, lambda: Urgency.WATCHED if is_watched() else Urgency.UNWATCHED)

    def at(self, table_id: str) -> WorkerProcess:
        """The process in which a table's bots think."""
        return self._for_bots[zlib.crc32(table_id.encode()) % len(self._for_bots)]


async def _at_once() -> None:
    """Wait for nothing."""


def _budget() -> Budget:
    """What a hint may use: as many simulations as the adviser always has, within a limit of time."""
    return Budget(levels()[ADVISER].simulations, MOST_SECONDS)


async def _warm_up(thinker: WorkerProcess) -> None:
    try:
        await thinker.ask(process.warm_up)
    except Exception:  # the server runs all the same, and each move tries again
        log.exception("A process that thinks can't be started.")


def _player(table: Table, player: str) -> Player:
    """The bot that plays a colour; its seed comes from the table's, so that each seat thinks for itself."""
    seat = table.seats.index(table.seat_of(player))
    seed = random.Random(f"{table.seed} seat {seat}").getrandbits(SEED_BITS)
    return Player(table.id, seat, str(table.bot_of(player)), seed)
