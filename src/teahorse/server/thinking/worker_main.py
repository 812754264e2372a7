"""What goes on in a process that thinks: it follows games, and keeps what bots thought about them.

Nothing of the server is imported here, so that such a process is small and starts quickly.
"""

import logging
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from ...bots import Bot, Budget, Cancelled, Considered, Watch, bot_named
from ...bots.search_bot import SearchBot
from ...bots.transcript import GameTranscript
from ...game import Game
from ...notation import move_text
from ...processes import begin_subprocess
from .lru import LruCache

GAMES = 64  # followed by one process
BOTS = 60  # kept by one process, as long as their trees have room
TREE_BYTES = 512 << 20  # for all trees that are kept, unless the server says otherwise
IN_ITS_PLACE = "greedy"  # moves where a bot fails

log = logging.getLogger(__name__)
R = TypeVar("R")


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


class _Cancel:
    """Set when the server wants the work that is being done to stop."""

    number = 0  # of the work that is being done
    cancelled: Any = None  # shared with the server: the number of the work that is to stop

    def is_set(self) -> bool:
        """Whether the work is to stop."""
        return self.cancelled is not None and self.cancelled.value == self.number


_games: LruCache[str, Game] = LruCache(GAMES)
_bots: LruCache[Player, Bot] = LruCache(BOTS)
_cancel = _Cancel()
_watch = Watch(cancel=_cancel)
_tree_bytes = TREE_BYTES


def begin(niceness: int, cancelled: Any, tree_bytes: int) -> None:
    """Set a process up: it ends with the server, whom alone Ctrl-C is meant for."""
    global _tree_bytes
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    begin_subprocess()
    _cancel.cancelled, _tree_bytes = cancelled, tree_bytes
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)


def run(number: int, work: Callable[[], R]) -> R:
    """Do the work with this number; a search ends with `Cancelled` when the server wants it to stop."""
    _cancel.number = number
    return work()


def warm_up() -> int:
    """Load what is compiled, so that the first move does not wait for it; gives the process's id."""
    game = Game.new(players=3)
    for name in ("greedy", "search"):
        bot_named(name).consider(game, Budget(1))
    return os.getpid()


def choose(told: GameTranscript, player: Player) -> str:
    """The move of a bot; if the bot fails, of greedy in its place."""
    game = _follow(player.table, told)
    try:
        bot = _bots.get(player) or _bots.keep(player, bot_named(player.bot, player.seed))
        move = bot.choose(game, watch=_watch) if isinstance(bot, SearchBot) else bot.choose(game)
        _bots.shrink(_tree_bytes_of, _tree_bytes)
        if game.why_not(move) is None:
            return move
        log.error("The bot %s wants to make the move %r, which is not allowed.", player.bot, move)
    except Cancelled:
        raise
    except Exception:
        log.exception("The bot %s fails.", player.bot)
    return in_its_place(told, player.seed)


def in_its_place(told: GameTranscript, seed: int) -> str:
    """The move of greedy, where a bot gives none."""
    return bot_named(IN_ITS_PLACE, seed).choose(told.catch_up(None, seed))


def consider(told: GameTranscript, name: str, budget: Budget | None) -> list[Considered]:
    """What a bot thinks of the moves of a position, for someone who wants a hint."""
    return bot_named(name).consider(told.catch_up(None, 0), budget, _watch)


def think_over(game_id: str, told: GameTranscript, positions: list[int], simulations: int) -> list[Thought]:
    """What a search thinks of positions of a game, given by how many moves were made before them."""
    thoughts = []
    for made in positions:
        game = _follow(game_id, replace(told, moves=told.moves[:made]))
        ranked = SearchBot(seed=made, budget=Budget(simulations)).consider(game, watch=_watch)
        thoughts.append(_thought(ranked, _move_after(game, told, made)))
    return thoughts


def _tree_bytes_of(bot: Bot) -> int:
    return bot.tree_bytes if isinstance(bot, SearchBot) else 0


def _follow(game_id: str, told: GameTranscript) -> Game:
    return _games.keep(game_id, told.catch_up(_games.get(game_id), 0))


def _move_after(game: Game, told: GameTranscript, made: int) -> str | None:
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
