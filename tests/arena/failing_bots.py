"""Third-party bots, most of which fail in some way."""

import ctypes
import os
import random
import sys
import time
from pathlib import Path
from typing import Any

from teahorse import Game
from teahorse.bots import UNWATCHED, Bot, Budget, Considered, Watch, bot_named


class Careful(Bot):
    """Does not fail: plays the first legal move."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def consider(self, game: Game, budget: Budget | None = None, watch: Watch = UNWATCHED) -> list[Considered]:
        return [Considered(move, 1, ()) for move in game.legal_moves()]


class Dreamy(Careful):
    """Plays at random with Python's shared generator, and plays on in the game object it is given."""

    def choose(self, game: Game, budget: Budget | None = None) -> str:
        chosen = random.choice(game.legal_moves())
        move: str | None = chosen
        for _ in range(5):
            if move is not None:
                game.play(move)
            move = next(iter(game.legal_moves()), None)
        return chosen


class Chatty(Careful):
    """Prints while it thinks."""

    def choose(self, game: Game, budget: Budget | None = None) -> str:
        print("Let me think ...", flush=True)
        os.write(1, b"Even like this.\n")
        return super().choose(game, budget)


class Crashes(Careful):
    def choose(self, game: Game, budget: Budget | None = None) -> str:
        raise ValueError("I have\nlost my glasses")


class CrashesOnce(Careful):
    """Crashes at its first move; then it plays like greedy."""

    has_crashed = False

    def choose(self, game: Game, budget: Budget | None = None) -> str:
        if not self.has_crashed:
            self.has_crashed = True
            raise KeyError
        return bot_named("greedy", self.seed).choose(game)


class Hangs(Careful):
    """Hangs; before that it writes a file, if the environment names one."""

    def choose(self, game: Game, budget: Budget | None = None) -> str:
        if "TELL_THAT_IT_HANGS" in os.environ:
            Path(os.environ["TELL_THAT_IT_HANGS"]).write_text("z\n", encoding="utf-8")
        time.sleep(600)
        return "pass"


class Exits(Careful):
    def choose(self, game: Game, budget: Budget | None = None) -> str:
        os._exit(3)


class Leaves(Careful):
    def choose(self, game: Game, budget: Budget | None = None) -> str:
        sys.exit("I go home")


class Segfaults(Careful):
    def choose(self, game: Game, budget: Budget | None = None) -> str:
        ctypes.string_at(0)
        return "pass"


class Cheats(Careful):
    def choose(self, game: Game, budget: Budget | None = None) -> str:
        return "convert 40"


class Mumbles(Careful):
    def choose(self, game: Game, budget: Budget | None = None) -> str:
        return "whatever" * 1000


class Counts(Careful):
    def choose(self, game: Game, budget: Budget | None = None) -> str:
        answer: Any = 17  # no text, as a move should be
        return answer


class NotMade(Careful):
    def __init__(self, seed: int = 0) -> None:
        raise RuntimeError("no memory left")


class NoBot:
    """Is not a bot."""
