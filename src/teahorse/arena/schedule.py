"""Who sits where: in the long run every bot sits equally often in every seat, and next to every other.

Games come in blocks of as many games as there are seats. A block has one line-up, in a random order, and its games
rotate it through all seats. Where bots and seats differ in number, the line-ups are windows into a circle of all bots:
once around, every bot has been in equally many of them; then the circle is shuffled anew.
"""

import hashlib
import random

from .settings import Settings


def derived_seed(*parts: int | str) -> int:
    """A seed for one purpose: it depends on nothing but the parts, and looks unlike those of other parts."""
    digest = hashlib.sha256("/".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:8]) >> 2  # so that it fits where seeds are signed


def seats_of(settings: Settings, number: int) -> list[str]:
    """The bot in each seat of a game of the series."""
    block, turn = divmod(number, settings.players)
    line_up = _line_up(settings, block)
    random.Random(derived_seed(settings.seed, "block", block)).shuffle(line_up)
    return line_up[turn:] + line_up[:turn]


def even_after(settings: Settings) -> int:
    """After how many games, and multiples of them, every bot has sat in every seat equally often."""
    return settings.players * (1 if settings.players % len(settings.bots) == 0 else len(settings.bots))


def _line_up(settings: Settings, block: int) -> list[str]:
    around, first = divmod(block, len(settings.bots))
    circle = list(settings.bots)
    random.Random(derived_seed(settings.seed, "circle", around)).shuffle(circle)
    return [circle[(first + seat) % len(circle)] for seat in range(settings.players)]
