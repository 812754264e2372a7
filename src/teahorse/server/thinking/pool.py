"""The worker processes of a server, for bots' moves, hints and reviews. The server itself computes none of these.

A table's bots think in the same worker each time, which keeps their trees. Each worker has a queue, in which tables
take turns (`work_queue.py`). Third-party bots have subprocesses of their own (`third_party.py`).
"""

import asyncio
import logging
import random
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

from ...bots import Budget, Considered
from ...bots.analysis import Analysis
from ...bots.network.tables import network_advises
from ...bots.registry import is_third_party, network_behind
from ...bots.subprocess_bot import BotFailed
from ...bots.transcript import GameTranscript
from ...game import Game
from ...rules.ruleset import Ruleset
from ..tables.table import Table
from . import worker_main
from .third_party import ThirdPartyBots
from .viewers import Viewers
from .work_queue import Urgency
from .worker import Worker, WorkerDied
from .worker_main import Player

__all__ = ["WorkerDied", "WorkerPool"]

SEED_BITS = 62
REVIEW_NICENESS = 10  # reviews give way to bots and pages
TREE_BYTES = 1 << 30  # for the search trees of all workers together

log = logging.getLogger(__name__)


class WorkerPool:
    """All workers: some for bots and hints, one for reviews, and the third-party bots."""

    def __init__(
        self,
        processes: int = 1,
        viewers: Viewers | None = None,
        compiled: Callable[[], Awaitable[None]] | None = None,
        network_compiled: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._viewers = viewers or Viewers()
        self._compiled = compiled or _no_wait  # awaited before any work
        self._network_compiled = network_compiled or _no_wait  # and this before work that needs it
        tree_bytes = min(worker_main.TREE_BYTES, TREE_BYTES // processes)
        self._for_bots = [Worker(tree_bytes=tree_bytes) for _ in range(processes)]
        self._for_reviews = Worker(REVIEW_NICENESS)
        self._third_party = ThirdPartyBots()
        self._warm_ups: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start the workers for bots, without waiting for them; the one for reviews starts with the first review."""
        self._warm_ups = [asyncio.create_task(_warm_up(worker)) for worker in self._for_bots]

    async def stop(self) -> None:
        """End all processes."""
        for task in self._warm_ups:
            task.cancel()
        await asyncio.gather(*self._warm_ups, return_exceptions=True)
        stopping = (worker.stop() for worker in (*self._for_bots, self._for_reviews))
        await asyncio.gather(self._third_party.stop(), *stopping)

    async def choose(self, table: Table, player: str) -> str:
        """The move of the bot that plays a colour; if it fails, greedy moves in its place."""
        await self._compiled()
        transcript = GameTranscript.of(table.history.game)
        who = _player(table, player)
        if is_third_party(who.bot):
            try:
                return await self._third_party.choose(table.history.game, who)
            except BotFailed as failed:
                log.warning("The bot %s gives no move, and greedy moves in its place: it %s.", who.bot, failed)
                who = replace(who, bot=worker_main.SUBSTITUTE)
        if network_behind(who.bot):
            await self._network_compiled()
        try:
            return await self.at(table.id).ask(
                partial(worker_main.choose, transcript, who), table.id, partial(self._viewers.urgency, table.id)
            )
        except WorkerDied:
            log.error("The bot %s has ended two processes; greedy moves in its place.", who.bot)
            return await asyncio.to_thread(worker_main.substitute_move, transcript, who.seed)

    async def consider(self, game: Game, table_id: str = "", budget: Budget | None = None) -> list[Considered]:
        """A ranking of the moves in a game that was played from its beginning."""
        await self._ready_for(game.rules)
        least_busy = min(self._for_bots, key=lambda worker: worker.load)
        work = partial(worker_main.consider, GameTranscript.of(game), budget)
        return await least_busy.ask(work, table_id, lambda: Urgency.HINT)

    async def analyse(
        self,
        game_id: str,
        transcript: GameTranscript,
        positions: list[int],
        simulations: int | None,
        is_watched: Callable[[], bool],
    ) -> list[Analysis]:
        """Estimates of positions of a game; without a number of simulations by the search of a hint."""
        await self._ready_for(transcript.rules)
        work = partial(worker_main.analyse, game_id, transcript, positions, simulations)
        return await self._for_reviews.ask(
            work, game_id, lambda: Urgency.WATCHED if is_watched() else Urgency.UNWATCHED
        )

    async def _ready_for(self, rules: Ruleset) -> None:
        """Wait until hints and reviews of a game with these rules are compiled."""
        await self._compiled()
        if await asyncio.to_thread(network_advises, rules):  # the first time it reads a file
            await self._network_compiled()

    @property
    def load(self) -> int:
        """The number of pieces of work that wait or run."""
        return sum(worker.load for worker in (*self._for_bots, self._for_reviews))

    def at(self, table_id: str) -> Worker:
        """The worker of a table's bots."""
        return self._for_bots[zlib.crc32(table_id.encode()) % len(self._for_bots)]


async def _no_wait() -> None:
    """Wait for nothing."""


async def _warm_up(worker: Worker) -> None:
    try:
        await worker.ask(worker_main.warm_up)
    except Exception:  # the server runs without it, and each move tries again
        log.exception("A worker process can't be started.")


def _player(table: Table, player: str) -> Player:
    """The bot that plays a colour, with a seed for each seat of the table."""
    seat = table.seats.index(table.seat_of(player))
    seed = random.Random(f"{table.seed} seat {seat}").getrandbits(SEED_BITS)
    return Player(table.id, seat, str(table.bot_of(player)), seed)
