"""Third-party bots at the server's tables: each seat's bot has a subprocess, and a time limit per move.

Their code never runs in the server or in its workers. A bot that hangs or crashes delays only its own table.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from cachetools import LRUCache

from ...bots import Watch
from ...bots.subprocess_bot import BotFailed, SubprocessBot
from ...errors import NotationError
from ...game import Game
from .worker_main import Player

PROCESSES = 4  # at a time
SECONDS_PER_MOVE = 20.0
STRIKES = 3  # failures of a bot in a game, after which it is not asked any more
SEATS_REMEMBERED = 1000  # for their failures

R = TypeVar("R")


class ThirdPartyBots:
    """The subprocesses of third-party bots. To be used from the event loop only."""

    def __init__(self, processes: int = PROCESSES, limit: float = SECONDS_PER_MOVE) -> None:
        self._processes = processes
        self._limit = limit
        self._bots: dict[Player, SubprocessBot] = {}  # the least recently used first
        self._busy: dict[Player, threading.Event] = {}  # setting the event cancels the bot's search
        self._free = asyncio.Condition()
        self._failures: LRUCache[Player, int] = LRUCache(SEATS_REMEMBERED)
        self._threads: ThreadPoolExecutor | None = None  # they wait for the subprocesses

    async def choose(self, game: Game, player: Player) -> str:
        """The bot's move. `BotFailed` says why there is none."""
        if self._failures.get(player, 0) >= STRIKES:
            raise BotFailed(f"failed {STRIKES} times in this game")
        bot, cancel = await self._take(player)
        try:
            move = await self._in_thread(partial(bot.choose, game, watch=Watch(cancel=cancel)))
            _check_move(game, move)
            return move
        except BotFailed:
            self._failures[player] = self._failures.get(player, 0) + 1
            raise
        except asyncio.CancelledError:
            cancel.set()
            self._bots.pop(player, None)  # its thread ends the process
            raise
        finally:
            async with self._free:
                del self._busy[player]
                self._free.notify_all()

    async def stop(self) -> None:
        """End all subprocesses."""
        for cancel in self._busy.values():
            cancel.set()
        threads, self._threads = self._threads, None
        if threads is not None:
            await asyncio.to_thread(threads.shutdown)
        while self._bots:
            await asyncio.to_thread(self._bots.popitem()[1].close)

    async def _take(self, player: Player) -> tuple[SubprocessBot, threading.Event]:
        """The bot of a seat, which is busy from now on. If there are too many processes, an idle one ends."""
        async with self._free:
            await self._free.wait_for(lambda: player not in self._busy and len(self._busy) < self._processes)
            bot = self._bots.pop(player, None) or SubprocessBot(player.bot, player.seed, self._limit)
            idle = [other for other in self._bots if other not in self._busy]
            ended = [self._bots.pop(other) for other in idle[: len(self._bots) + 1 - self._processes]]
            self._bots[player] = bot
            self._busy[player] = cancel = threading.Event()
        for other in ended:
            await self._in_thread(other.close)
        return bot, cancel

    async def _in_thread(self, work: Callable[[], R]) -> R:
        self._threads = self._threads or ThreadPoolExecutor(self._processes)
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


def _check_move(game: Game, move: str) -> None:
    try:
        why_not = game.why_not(move)
    except NotationError as error:
        raise BotFailed(f"chose something that is not a move: {error}") from None
    if why_not is not None:
        raise BotFailed(f"chose a move that is not allowed: {why_not}")
