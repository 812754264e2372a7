"""A bot in a subprocess, so that a bot that crashes or hangs harms only itself.

The subprocess receives the moves of the game and replays them. The bot sees what every player sees; it has no access to
the cards that are still to be shuffled, or to our memory.
"""

import os
import random
import sys
from typing import Any

import numpy as np

from ..errors import TeahorseError
from ..game import Game
from ..processes import Handler, ProcessDied, WorkerProcess
from .bot import UNWATCHED, Bot, Budget, Considered, Watch
from .registry import bot_named
from .transcript import GameTranscript

SECONDS_TO_START = 300.0  # for Python itself, before the bot's own code runs; a busy machine may be slow
LONGEST_REASON = 200


class BotFailed(TeahorseError):
    """A bot gave no move. The message is the reason, as the end of a sentence that begins with "it"."""


class SubprocessBot(Bot):
    """Asks a bot in a subprocess. Each answer may take at most `limit` seconds."""

    def __init__(self, name: str, seed: int = 0, limit: float | None = None) -> None:
        self.name = name
        self.limit = limit
        self._seed = seed
        self._worker: WorkerProcess | None = None
        self._has_begun = False

    @classmethod
    def started(cls, name: str, seed: int = 0, limit: float | None = None) -> "SubprocessBot":
        """A bot whose code was loaded; an error says why it can't be."""
        bot = cls(name, seed, limit)
        try:
            bot.start()
        except BotFailed as failed:
            bot.close()
            raise TeahorseError(f"The bot {name!r} can't be started: it {failed}.") from None
        return bot

    def begin(self, seed: int) -> None:
        """Begin a new game: the same process makes a new bot."""
        self._seed = seed
        self._has_begun = False

    def start(self, watch: Watch = UNWATCHED) -> None:
        """Start the process and make the bot, if that has not happened yet."""
        if self._worker is None:
            worker = WorkerProcess(_host_bot)
            worker.start()
            self._worker = worker
            self._answer(("load",), SECONDS_TO_START, watch)
        if not self._has_begun:
            self._answer(("begin", self.name, self._seed), self.limit, watch)
            self._has_begun = True

    def choose(self, game: Game, budget: Budget | None = None, watch: Watch = UNWATCHED) -> str:
        """The move to make; `BotFailed` says why there is none, and the next call starts afresh."""
        self.start(watch)
        move = self._answer(("choose", GameTranscript.of(game), budget), self.limit, watch)
        assert isinstance(move, str)
        return move

    def consider(self, game: Game, budget: Budget | None = None, watch: Watch = UNWATCHED) -> list[Considered]:
        """Rank the moves worth considering; progress is not reported."""
        self.start(watch)
        considered = self._answer(("consider", GameTranscript.of(game), budget), self.limit, watch)
        assert isinstance(considered, list)
        return considered

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self._worker is not None:
            self._worker.end()
        self._worker = None
        self._has_begun = False

    def _answer(self, request: tuple[object, ...], limit: float | None, watch: Watch = UNWATCHED) -> object:
        """The answer of the process. If the process gives none, it is ended."""
        assert self._worker is not None
        try:
            return self._worker.ask(request, limit, watch.check)
        except BotFailed:
            raise  # the process answered, and goes on
        except ProcessDied as died:
            self.close()
            raise BotFailed(str(died)) from None
        except TimeoutError:
            self.close()
            raise BotFailed(f"took longer than {limit:g} s") from None
        except BaseException:  # cancelled, or Ctrl-C: a late answer must not pass for that of the next request
            self.close()
            raise


def describe_error(error: BaseException) -> str:
    """An error as the end of a sentence that begins with "it"."""
    return f"raised {type(error).__name__}: {error}" if str(error).strip() else f"raised {type(error).__name__}"


def shorten(reason: str) -> str:
    """A reason on one line, cut off where it is too long."""
    reason = " ".join(reason.split())
    return reason if len(reason) <= LONGEST_REASON else reason[: LONGEST_REASON - 1] + "…"


# --- In the subprocess --------------------------------------------------------------------------------


def _host_bot() -> Handler:
    """Set the process up; returns what answers its requests."""
    os.dup2(2, 1)  # a bot that prints must not write into our output
    sys.stdout = sys.stderr
    return _HostedBot().answer


class _HostedBot:
    """The bot, and the game it follows."""

    def __init__(self) -> None:
        self._bot: Bot | None = None
        self._game: Game | None = None
        self._seed = 0

    def answer(self, request: tuple[Any, ...]) -> object:
        """Answer a request; whatever the bot does wrong becomes `BotFailed`."""
        what, *details = request
        try:
            return getattr(self, f"_{what}")(*details)
        except BotFailed:
            raise
        except BaseException as error:  # SystemExit too: third-party code may raise anything
            raise BotFailed(shorten(describe_error(error))) from None

    def _load(self) -> None:
        Game.new().legal_moves()  # loads the compiled rules, which must not count as the bot's time

    def _begin(self, name: str, seed: int) -> None:
        # A bot that uses the shared generators plays the same game, too, whatever this process played before.
        random.seed(seed)
        np.random.seed(seed % 2**32)
        self._game, self._seed = None, seed
        self._bot = bot_named(name, seed)

    def _consider(self, transcript: GameTranscript, budget: Budget | None) -> list[Considered]:
        self._game = transcript.catch_up(self._game, self._seed)
        assert self._bot is not None
        return list(self._bot.consider(self._game, budget))

    def _choose(self, transcript: GameTranscript, budget: Budget | None) -> str:
        self._game = transcript.catch_up(self._game, self._seed)
        assert self._bot is not None
        move: object = self._bot.choose(self._game, budget)
        if not isinstance(move, str):
            raise BotFailed(f"gave {_with_article(type(move).__name__)} where a move is a text")
        return move


def _with_article(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"
