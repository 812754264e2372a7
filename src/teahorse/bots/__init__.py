"""Players that think. All have the same small interface: `choose` a move, or `consider` all of them.

>>> from teahorse import Game
>>> from teahorse.bots import bot_named
>>> game = Game.new(players=3)
>>> game.play(bot_named("greedy", seed=7).choose(game))
"""

from .bot import UNWATCHED, Bot, Budget, Cancelled, Considered, Progress, Watch
from .evaluator import Evaluation, Evaluator, LeafBatch
from .policy_bot import PolicyBot
from .registry import bot_named
from .search_bot import SearchBot

__all__ = [
    "UNWATCHED",
    "Bot",
    "Budget",
    "Cancelled",
    "Considered",
    "Evaluation",
    "Evaluator",
    "LeafBatch",
    "PolicyBot",
    "Progress",
    "SearchBot",
    "Watch",
    "bot_named",
]
