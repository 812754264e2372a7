"""The schedule: in the long run every bot sits equally often in every seat, and beside every other bot.

A block has as many games as there are seats. It has one line-up in a random order, which its games rotate through all
seats. If there are more or fewer bots than seats, the line-ups are windows into a circle of all bots. After one round
of the circle every bot was in equally many line-ups; then the circle is shuffled again.
"""

import hashlib
import random

from .settings import Settings


def derived_seed(*parts: int | str) -> int:
    """A seed that depends only on the parts; other parts give an unrelated seed."""
    digest = hashlib.sha256("/".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:8]) >> 2  # so that it fits into a signed number


def seats_of(settings: Settings, number: int) -> list[str]:
    """The bot in each seat of a game of the series."""
    block, turn = divmod(number, settings.players)
    line_up = _line_up(settings, block)
    random.Random(derived_seed(settings.seed, "block", block)).shuffle(line_up)
    return line_up[turn:] + line_up[:turn]


def even_after(settings: Settings) -> int:
    """The number of games after which every bot has sat in every seat equally often."""
    return settings.players * (1 if settings.players % len(settings.bots) == 0 else len(settings.bots))


def _line_up(settings: Settings, block: int) -> list[str]:
    around, first = divmod(block, len(settings.bots))
    circle = list(settings.bots)
    random.Random(derived_seed(settings.seed, "circle", around)).shuffle(circle)
    return [circle[(first + seat) % len(circle)] for seat in range(settings.players)]
