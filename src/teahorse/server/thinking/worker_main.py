"""What a worker process runs: it follows games, and keeps the bots with their search trees.

Nothing else of the server is imported here, so that a worker is small and starts quickly.
"""

import logging
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from cachetools import LRUCache

from ...bots import Bot, Budget, Cancelled, Considered, Watch, bot_named
from ...bots.analysis import Analysis, advise, look_again
from ...bots.analysis import analyse as analyse_position
from ...bots.search_bot import SearchBot
from ...bots.transcript import GameTranscript
from ...game import Game
from ...notation import move_text
from ...processes import Handler

GAMES = 64  # followed by one process
BOTS = 60  # kept by one process, if their trees have room
TREE_BYTES = 512 << 20  # for all kept trees, unless the server sets another limit
SUBSTITUTE = "greedy"  # moves in place of a bot that fails

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Player:
    """A bot at a seat of a table."""

    table: str
    seat: int
    bot: str
    seed: int


class _Cancel:
    """Set when the server cancels the present work."""

    number = 0  # of the present work
    cancelled: Any = None  # shared with the server: the number of the cancelled work

    def is_set(self) -> bool:
        """Whether the present work was cancelled."""
        return self.cancelled is not None and self.cancelled.value == self.number


def bot_cache(tree_bytes: int) -> LRUCache[Player, Bot]:
    """A cache of at most `BOTS` bots, whose trees have at most this size together; one bot always fits."""

    def size_of(bot: Bot) -> int:
        size = bot.tree_bytes if isinstance(bot, SearchBot) else 0
        return min(max(size, tree_bytes // BOTS), tree_bytes)

    return LRUCache(tree_bytes, size_of)


_games: LRUCache[str, Game] = LRUCache(GAMES)
_bots = bot_cache(TREE_BYTES)
_cancel = _Cancel()
_watch = Watch(cancel=_cancel)


def begin(niceness: int, cancelled: Any, tree_bytes: int) -> Handler:
    """Set the process up; returns what handles its requests."""
    global _bots
    _cancel.cancelled, _bots = cancelled, bot_cache(tree_bytes)
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    return run


def run(request: tuple[int, Callable[[], object]]) -> object:
    """Do the work with a number; a search ends with `Cancelled` when the server cancels that number."""
    _cancel.number, work = request
    return work()


def warm_up() -> int:
    """Load the compiled code, so that the first move does not wait for it; returns the process's id."""
    game = Game.new(players=3)
    for name in ("greedy", "search"):
        bot_named(name).consider(game, Budget(1))
    return os.getpid()


def choose(transcript: GameTranscript, player: Player) -> str:
    """The move of a bot; if it fails, greedy's move."""
    game = _follow(player.table, transcript)
    try:
        bot = _bots.get(player) or bot_named(player.bot, player.seed)
        move = bot.choose(game, watch=_watch) if isinstance(bot, SearchBot) else bot.choose(game)
        _bots[player] = bot  # with its present size
        if game.why_not(move) is None:
            return move
        log.error("The bot %s wants to make the move %r, which is not allowed.", player.bot, move)
    except Cancelled:
        raise
    except Exception:
        log.exception("The bot %s fails.", player.bot)
    return substitute_move(transcript, player.seed)


def substitute_move(transcript: GameTranscript, seed: int) -> str:
    """Greedy's move, in place of a bot that gives none."""
    return bot_named(SUBSTITUTE, seed).choose(transcript.catch_up(None, seed))


def consider(transcript: GameTranscript, budget: Budget | None) -> list[Considered]:
    """A ranking of the moves of a position, for a hint; the best ones with what is expected after them."""
    return advise(transcript.catch_up(None, 0), budget, _watch)


def analyse(game_id: str, transcript: GameTranscript, positions: list[int], simulations: int | None) -> list[Analysis]:
    """Estimates of positions of a game, which are given by the number of moves before them.

    Without a number of simulations the search is that of a hint; a move was made in each of these positions.
    """
    analyses = []
    for made in positions:
        game = _follow(game_id, replace(transcript, moves=transcript.moves[:made]))
        move = _move_after(game, transcript, made)
        if simulations is None and move is not None:
            analyses.append(look_again(game, move, _watch))
        else:
            analyses.append(analyse_position(game, move, simulations or 1, made, _watch))
    return analyses


def _follow(game_id: str, transcript: GameTranscript) -> Game:
    _games[game_id] = game = transcript.catch_up(_games.get(game_id), 0)
    return game


def _move_after(game: Game, transcript: GameTranscript, made: int) -> str | None:
    """The move that was made in a position, if the game went on."""
    return move_text(transcript.moves[made], game.rules) if made < len(transcript.moves) else None
