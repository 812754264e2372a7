"""Players that think, all behind one small interface: `choose` a move, or `consider` all of them.

>>> from teahorse import Game
>>> from teahorse.bots import bot_named
>>> game = Game.new(players=3)
>>> game.play(bot_named("greedy", seed=7).choose(game))
"""

from .bot import UNWATCHED, Bot, Budget, Cancelled, Considered, Progress, Watch
from .naming import bot_named
from .policy import PolicyBot

__all__ = ["UNWATCHED", "Bot", "Budget", "Cancelled", "Considered", "PolicyBot", "Progress", "Watch", "bot_named"]
