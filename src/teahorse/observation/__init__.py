"""What a player sees of a game, as one row of numbers between -1 and 1, for training networks.

>>> from teahorse import Game
>>> from teahorse.observation import layout
>>> row = Game.new(players=3).observe()
>>> float(row[layout()["me.plays"]][0])
1.0

`VERSION` changes with the layout: a network trained on one version can't read another.
"""

from .fields import FIELDS_OF_A_PLAYER, FIELDS_OF_THE_GAME, FIELDS_OF_THE_RULES, VERSION, layout, size_of
from .rules_row import blank_rows, rules_row

__all__ = [
    "FIELDS_OF_A_PLAYER",
    "FIELDS_OF_THE_GAME",
    "FIELDS_OF_THE_RULES",
    "VERSION",
    "blank_rows",
    "layout",
    "rules_row",
    "size_of",
]
