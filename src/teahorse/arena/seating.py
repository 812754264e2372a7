"""The bots for the seats of one game: ours beside us, those of others each in a process of its own.

Such a process stays from game to game, since starting one takes longer than a quick game; the bot in it is made anew.
"""

from collections import Counter

from ..bots import Bot, bot_named
from ..bots.apart import ApartBot, BotFailed
from ..bots.files import is_from_file
from ..errors import TeahorseError
from ..precompile import ROOMS, ensure_compiled

_apart: dict[tuple[str, int], ApartBot] = {}


def seat(seats: list[str], seeds: list[int], limit: float) -> list[Bot]:
    """A bot for each seat, made anew."""
    copies: Counter[str] = Counter()
    bots = []
    for name, seed in zip(seats, seeds, strict=True):
        bots.append(_apart_bot(name, copies[name], seed, limit) if is_from_file(name) else bot_named(name, seed))
        copies[name] += 1
    return bots


def _apart_bot(name: str, copy: int, seed: int, limit: float) -> ApartBot:
    bot = _apart.setdefault((name, copy), ApartBot(name))
    bot.limit = limit
    bot.begin(seed)
    return bot


def dismiss() -> None:
    """End the processes of all bots."""
    while _apart:
        _apart.popitem()[1].close()


def compile_rooms() -> None:
    """Compile what bots of ours need, once per machine, before several processes would each do it."""
    for room in ("rules", "bots"):
        if room in ROOMS:
            ensure_compiled(room)


def introduce(name: str, limit: float) -> None:
    """Make a bot to see that it can be made; one that can't is a mistake of whoever called it, not a forfeit."""
    if not is_from_file(name):
        bot_named(name)
        return
    bot = ApartBot(name, limit=limit)
    try:
        bot.introduce()
    except BotFailed as failed:
        raise TeahorseError(f"The bot {name!r} can't sit down: it {failed}.") from None
    finally:
        bot.close()
