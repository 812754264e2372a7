"""Processes that think: moves of bots, hints, reviews. The server only waits for them.

A table's bots think in the same process each time, which keeps their trees. Each process has an executor of its own, so
that one which dies takes no other with it; it is replaced, and its work done again, once.
"""

import asyncio
import logging
import multiprocessing
import os
import random
import zlib
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from typing import ParamSpec, TypeVar

from ...bots import Budget, Considered
from ...bots.apart import Told, deaf_to_interrupts
from ...errors import TeahorseError
from ...game import Game
from ..tables.tables import Table
from . import process
from .process import Player, Thought

ADVISER = "master"
ATTEMPTS = 2  # a process may die by mistake of someone else, but hardly twice of the same work
SEED_BITS = 62
STUDENT_NICENESS = 10  # reviews wait for bots, and for pages

log = logging.getLogger(__name__)
P = ParamSpec("P")
R = TypeVar("R")


class ThinkerDied(TeahorseError):
    """A process that ended, twice, while it thought."""


class Thinker:
    """One process that thinks, replaced when it dies. To be used from the event loop only."""

    def __init__(self, niceness: int = 0) -> None:
        self.waiting = 0  # how many wait for an answer
        self._niceness = niceness
        self._executor: ProcessPoolExecutor | None = None
        self._processes: list[BaseProcess] = []  # the executor's one

    async def ask(self, function: Callable[P, R], *arguments: P.args, **options: P.kwargs) -> R:
        """Let a function of `process` run there."""
        self.waiting += 1
        try:
            for _ in range(ATTEMPTS):
                executor = self._executor or self._start()
                try:
                    return await asyncio.wrap_future(executor.submit(function, *arguments, **options))
                except BrokenProcessPool:
                    log.warning("A process that thought has ended; another takes its place.")
                    executor.shutdown(wait=False)
                    if self._executor is executor:  # who else waited may have replaced it already
                        self._executor = None
            raise ThinkerDied("The process that thinks ended, and so did the one in its place.")
        finally:
            self.waiting -= 1

    async def stop(self) -> None:
        """End the process now, whatever it is at; it keeps nothing that matters."""
        executor, self._executor = self._executor, None
        if executor is not None:
            for process in self._processes:
                process.kill()
            await asyncio.to_thread(executor.shutdown, cancel_futures=True)

    def _start(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        executor = ProcessPoolExecutor(1, context, process.begin, (self._niceness,))
        others = multiprocessing.active_children()
        with deaf_to_interrupts():
            executor.submit(os.getpid)  # the first work starts the process
        self._processes = [process for process in multiprocessing.active_children() if process not in others]
        self._executor = executor
        return executor


class Thinkers:
    """All processes of a server that think: some for bots and hints, one for reviews."""

    def __init__(self, processes: int = 1) -> None:
        self._for_bots = [Thinker() for _ in range(processes)]
        self._student = Thinker(STUDENT_NICENESS)
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
        told = Told.of(table.played.game)
        who = _player(table, player)
        try:
            return await self.at(table.id).ask(process.choose, told, who)
        except ThinkerDied:
            log.error("The bot %s has ended two processes, and greedy moves in its place.", who.bot)
            return await asyncio.to_thread(process.in_its_place, told, who.seed)

    async def consider(self, game: Game, bot: str = ADVISER, budget: Budget | None = None) -> list[Considered]:
        """What a bot thinks of the moves of a game that was played from its beginning, the best first."""
        least_busy = min(self._for_bots, key=lambda thinker: thinker.waiting)
        return await least_busy.ask(process.consider, Told.of(game), bot, budget)

    async def think_over(self, game_id: str, told: Told, positions: list[int], simulations: int) -> list[Thought]:
        """What a search thinks of positions of a game."""
        return await self._student.ask(process.think_over, game_id, told, positions, simulations)

    def at(self, table_id: str) -> Thinker:
        """The process in which a table's bots think."""
        return self._for_bots[zlib.crc32(table_id.encode()) % len(self._for_bots)]


async def _warm_up(thinker: Thinker) -> None:
    try:
        await thinker.ask(process.warm_up)
    except Exception:  # the server runs all the same, and each move tries again
        log.exception("A process that thinks can't be started.")


def _player(table: Table, player: str) -> Player:
    """The bot that plays a colour; its seed comes from the table's, so that each seat thinks for itself."""
    seat = table.seats.index(table.seat_of(player))
    seed = random.Random(f"{table.seed} seat {seat}").getrandbits(SEED_BITS)
    return Player(table.id, seat, str(table.bot_of(player)), seed)
