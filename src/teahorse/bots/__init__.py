"""Players that think, all behind one small interface: `choose` a move, or `consider` all of them.

>>> from teahorse import Game
>>> from teahorse.bots import bot_named
>>> game = Game.new(players=3)
>>> game.play(bot_named("greedy", seed=7).choose(game))
"""

from .bot import UNWATCHED, Bot, Budget, Cancelled, Considered, Progress, Watch
from .policy_bot import PolicyBot
from .registry import bot_named

__all__ = ["UNWATCHED", "Bot", "Budget", "Cancelled", "Considered", "PolicyBot", "Progress", "Watch", "bot_named"]
