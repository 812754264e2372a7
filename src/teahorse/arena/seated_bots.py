"""The bots for the seats of one game: ours beside us, those of others each in a process of its own.

Such a process stays from game to game, since starting one takes longer than a quick game; the bot in it is made anew.
"""

from collections import Counter

from ..bots import Bot, bot_named
from ..bots.bot_files import is_from_file
from ..bots.subprocess_bot import BotFailed, SubprocessBot
from ..errors import TeahorseError
from ..precompile import ROOMS, ensure_compiled

_subprocess_bots: dict[tuple[str, int], SubprocessBot] = {}


def seat_bots(seats: list[str], seeds: list[int], limit: float) -> list[Bot]:
    """A bot for each seat, made anew."""
    copies: Counter[str] = Counter()
    bots = []
    for name, seed in zip(seats, seeds, strict=True):
        bots.append(_subprocess_bot(name, copies[name], seed, limit) if is_from_file(name) else bot_named(name, seed))
        copies[name] += 1
    return bots


def _subprocess_bot(name: str, copy: int, seed: int, limit: float) -> SubprocessBot:
    bot = _subprocess_bots.setdefault((name, copy), SubprocessBot(name))
    bot.limit = limit
    bot.begin(seed)
    return bot


def close_subprocess_bots() -> None:
    """End the processes of all bots."""
    while _subprocess_bots:
        _subprocess_bots.popitem()[1].close()


def compile_bots() -> None:
    """Compile what bots of ours need, once per machine, before several processes would each do it."""
    for room in ("rules", "bots"):
        if room in ROOMS:
            ensure_compiled(room)


def check_bot(name: str, limit: float) -> None:
    """Make a bot to see that it can be made; one that can't is a mistake of whoever called it, not a forfeit."""
    if not is_from_file(name):
        bot_named(name)
        return
    bot = SubprocessBot(name, limit=limit)
    try:
        bot.start()
    except BotFailed as failed:
        raise TeahorseError(f"The bot {name!r} can't sit down: it {failed}.") from None
    finally:
        bot.close()
