"""What goes on in a process that thinks: it follows games, and keeps what bots thought about them.

Nothing of the server is imported here, so that such a process is small and starts quickly.
"""

import logging
import os
import signal
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from ...bots import Bot, Budget, Considered, bot_named
from ...bots.apart import Told, end_with_parent
from ...bots.searching import SearchBot
from ...game import Game
from ...notation import move_text

GAMES = 64  # followed by one process
BOTS = 12  # kept by one process: the tree of a master takes tens of megabytes
IN_ITS_PLACE = "greedy"  # moves where a bot fails

log = logging.getLogger(__name__)
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


@dataclass(frozen=True)
class Player:
    """A bot at a seat of a table."""

    table: str
    seat: int
    bot: str
    seed: int


@dataclass(frozen=True)
class Thought:
    """What a search thinks of a position and of the move that was then made.

    Values are each person's chance to win. Of the move made there are none if the search did not think of it.
    """

    values: tuple[float, ...]
    best: str
    best_values: tuple[float, ...]
    made_values: tuple[float, ...] | None
    lowest_values: tuple[float, ...]


class Latest(Generic[K, V]):
    """The things used last, so many of them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        """What is kept, if it is."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def keep(self, key: K, value: V) -> V:
        """Keep something; what was not used for longest goes."""
        self._kept[key] = value
        self._kept.move_to_end(key)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return value


_games: Latest[str, Game] = Latest(GAMES)
_bots: Latest[Player, Bot] = Latest(BOTS)


def begin(niceness: int) -> None:
    """Set a process up: it ends with the server, whom alone Ctrl-C is meant for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)


def warm_up() -> int:
    """Load what is compiled, so that the first move does not wait for it; gives the process's id."""
    game = Game.new(players=3)
    for name in ("greedy", "search"):
        bot_named(name).consider(game, Budget(1))
    return os.getpid()


def choose(told: Told, player: Player) -> str:
    """The move of a bot; if the bot fails, of greedy in its place."""
    game = _follow(player.table, told)
    try:
        bot = _bots.get(player) or _bots.keep(player, bot_named(player.bot, player.seed))
        move = bot.choose(game)
        if game.why_not(move) is None:
            return move
        log.error("The bot %s wants to make the move %r, which is not allowed.", player.bot, move)
    except Exception:
        log.exception("The bot %s fails.", player.bot)
    return in_its_place(told, player.seed)


def in_its_place(told: Told, seed: int) -> str:
    """The move of greedy, where a bot gives none."""
    return bot_named(IN_ITS_PLACE, seed).choose(told.follow(None, seed))


def consider(told: Told, name: str, budget: Budget | None) -> list[Considered]:
    """What a bot thinks of the moves of a position, for someone who wants a hint."""
    return bot_named(name).consider(told.follow(None, 0), budget)


def think_over(game_id: str, told: Told, positions: list[int], simulations: int) -> list[Thought]:
    """What a search thinks of positions of a game, given by how many moves were made before them."""
    thoughts = []
    for made in positions:
        game = _follow(game_id, replace(told, moves=told.moves[:made]))
        ranked = SearchBot(seed=made, budget=Budget(simulations)).consider(game)
        thoughts.append(_thought(ranked, _move_after(game, told, made)))
    return thoughts


def _follow(game_id: str, told: Told) -> Game:
    return _games.keep(game_id, told.follow(_games.get(game_id), 0))


def _move_after(game: Game, told: Told, made: int) -> str | None:
    """The move that was made in a position, if the game went on."""
    return move_text(told.moves[made], game.rules) if made < len(told.moves) else None


def _thought(ranked: list[Considered], made: str | None) -> Thought:
    visits = sum(considered.visits for considered in ranked)
    people = range(len(ranked[0].values))
    return Thought(
        values=tuple(sum(c.values[person] * c.visits for c in ranked) / visits for person in people),
        best=ranked[0].move,
        best_values=ranked[0].values,
        made_values=next((c.values for c in ranked if c.move == made and c.visits), None),
        lowest_values=tuple(min(c.values[person] for c in ranked if c.visits) for person in people),
    )
