"""What a player sees of a game, as one row of numbers between -1 and 1, for people who train networks.

>>> from teahorse import Game
>>> from teahorse.observation import layout
>>> row = Game.new(players=3).observe()
>>> float(row[layout()["me.plays"]][0])
1.0

`VERSION` counts the layouts: a network trained on one can't read another.
"""

from .fields import FIELDS_OF_A_PLAYER, FIELDS_OF_THE_RULES, FIELDS_OF_THE_TABLE, VERSION, layout, size_of
from .rules_row import blank_rows, rules_row

__all__ = [
    "FIELDS_OF_A_PLAYER",
    "FIELDS_OF_THE_RULES",
    "FIELDS_OF_THE_TABLE",
    "VERSION",
    "blank_rows",
    "layout",
    "rules_row",
    "size_of",
]
