"""A bot in a process of its own, so that one that crashes or hangs harms nobody but itself.

The process is told the moves of the game and follows it on a table of its own: the bot sees everything that it would
see beside us, but neither the cards that are still to be shuffled nor our memory.
"""

import multiprocessing
import os
import random
import signal
import sys
import time
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

import numpy as np

from ..errors import TeahorseError
from ..game import Game
from ..processes import begin_subprocess, signals_blocked
from .bot import UNWATCHED, Bot, Budget, Considered, Watch
from .registry import bot_named
from .transcript import GameTranscript

SECONDS_TO_START = 300.0  # for Python itself, before the bot's own code runs; a busy machine may be slow
SECONDS_BETWEEN_LOOKS = 0.1
SECONDS_TO_EXIT = 10.0  # after its end of the pipe was closed; a dump of memory may come in between
LONGEST_REASON = 200


class BotFailed(TeahorseError):
    """A bot that gave no move: the reason is half a sentence, to stand after "it"."""


class SubprocessBot(Bot):
    """Asks a bot in another process, and gives up on it after so many seconds."""

    def __init__(self, name: str, seed: int = 0, limit: float | None = None) -> None:
        self.name = name
        self.limit = limit
        self._seed = seed
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._has_begun = False

    def begin(self, seed: int) -> None:
        """Sit down at a new table: a fresh bot, if in the same process."""
        self._seed = seed
        self._has_begun = False

    def choose(self, game: Game, budget: Budget | None = None) -> str:
        """The move to make; `BotFailed` says why there is none, and the next call starts afresh."""
        move = self._ask("choose", GameTranscript.of(game), budget)
        assert isinstance(move, str)
        return move

    def consider(self, game: Game, budget: Budget | None = None, watch: Watch = UNWATCHED) -> list[Considered]:
        """Rank the moves worth a thought; how far it is can't be told from another process."""
        considered = self._ask("consider", GameTranscript.of(game), budget, watch=watch)
        assert isinstance(considered, list)
        return considered

    def start(self) -> None:
        """Make the bot without a game, to see whether it can be made at all."""
        self._begin_if_new()

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self._process is not None and self._process.pid is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        if self._connection is not None:
            self._connection.close()
        self._process = self._connection = None
        self._has_begun = False

    def _ask(self, *question: object, watch: Watch = UNWATCHED) -> object:
        self._begin_if_new()
        return self._answer(question, self.limit, watch)

    def _begin_if_new(self) -> None:
        if self._process is None:
            self._start_process()
        if not self._has_begun:
            self._answer(("begin", self.name, self._seed), self.limit)
            self._has_begun = True

    def _start_process(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
        with signals_blocked():
            self._process.start()
        theirs.close()
        self._answer(("ready",), SECONDS_TO_START)

    def _answer(self, question: tuple[object, ...], limit: float | None, watch: Watch = UNWATCHED) -> object:
        """What the process answers; if it can't, it is ended and why is told."""
        assert self._connection is not None
        begun = time.monotonic()
        try:
            self._connection.send(question)
            while not self._connection.poll(SECONDS_BETWEEN_LOOKS):
                if limit is not None and time.monotonic() - begun > limit:
                    self.close()
                    raise BotFailed(f"took longer than {limit:g} s")
                if watch.cancel is not None and watch.cancel.is_set():
                    self.close()
                    watch.check()
            fine, answer = self._connection.recv()
        except (EOFError, OSError):
            raise BotFailed(self._how_it_ended()) from None
        if not fine:
            raise BotFailed(answer)
        return answer

    def _how_it_ended(self) -> str:
        assert self._process is not None
        self._process.join(SECONDS_TO_EXIT)
        status = self._process.exitcode
        self.close()
        if status is None:
            return "stopped answering"
        if status < 0:
            return f"was ended by {signal.Signals(-status).name}"
        return f"ended its process with status {status}"


def how_raised(error: BaseException) -> str:
    """An error in half a sentence."""
    return f"raised {type(error).__name__}: {error}" if str(error).strip() else f"raised {type(error).__name__}"


def in_short(reason: str) -> str:
    """A reason on one line that isn't too long."""
    reason = " ".join(reason.split())
    return reason if len(reason) <= LONGEST_REASON else reason[: LONGEST_REASON - 1] + "…"


# --- In the other process -----------------------------------------------------------------------------


def _serve(connection: Connection) -> None:
    """Answer questions until nobody asks any more."""
    begin_subprocess()
    os.dup2(2, 1)  # what a bot prints must not get into the data that we write
    sys.stdout = sys.stderr
    Game.new().legal_moves()  # loads the compiled rules, which should not count as thinking
    hosted = _HostedBot()
    while True:
        try:
            question = connection.recv()
        except (EOFError, OSError):
            return
        try:
            answer = (True, hosted.answer(*question))
        except BotFailed as failed:
            answer = (False, str(failed))
        except BaseException as error:  # SystemExit too: whatever a stranger's bot does
            answer = (False, in_short(how_raised(error)))
        try:
            connection.send(answer)
        except OSError:
            return  # the process that asked has ended


class _HostedBot:
    """The bot, and the game it looks at."""

    def __init__(self) -> None:
        self.bot: Bot | None = None
        self.game: Game | None = None
        self.seed = 0

    def answer(self, what: str, *details: Any) -> object:
        if what == "begin":
            self._begin(*details)
        if what in ("ready", "begin"):
            return None
        told, budget = details
        assert self.bot is not None
        self.game = told.catch_up(self.game, self.seed)
        if what == "consider":
            return list(self.bot.consider(self.game, budget))
        move: object = self.bot.choose(self.game, budget)
        if not isinstance(move, str):
            raise BotFailed(f"gave {_with_article(type(move).__name__)} where a move is a text")
        return move

    def _begin(self, name: str, seed: int) -> None:
        # A bot that uses the common generators plays alike, too, whatever was played in this process before.
        random.seed(seed)
        np.random.seed(seed % 2**32)
        self.game, self.seed = None, seed
        self.bot = bot_named(name, seed)


def _with_article(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"
