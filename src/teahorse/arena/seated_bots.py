"""The bots in the seats of one game: ours in this process, third-party bots in subprocesses.

A subprocess stays from game to game, since starting it takes longer than a quick game; its bot is made anew.
"""

from collections import Counter

from ..bots import Bot, bot_named
from ..bots.registry import is_third_party
from ..bots.subprocess_bot import SubprocessBot
from ..precompile import TARGETS, ensure_compiled

_subprocess_bots: dict[tuple[str, int], SubprocessBot] = {}


def seat_bots(seats: list[str], seeds: list[int], limit: float) -> list[Bot]:
    """Make a new bot for each seat."""
    copies: Counter[str] = Counter()
    bots = []
    for name, seed in zip(seats, seeds, strict=True):
        bots.append(_subprocess_bot(name, copies[name], seed, limit) if is_third_party(name) else bot_named(name, seed))
        copies[name] += 1
    return bots


def _subprocess_bot(name: str, copy: int, seed: int, limit: float) -> SubprocessBot:
    bot = _subprocess_bots.setdefault((name, copy), SubprocessBot(name))
    bot.limit = limit
    bot.begin(seed)
    return bot


def close_subprocess_bots() -> None:
    """End the processes of all third-party bots."""
    while _subprocess_bots:
        _subprocess_bots.popitem()[1].close()


def compile_bots() -> None:
    """Compile what our bots need, once per machine, before several processes would each do it."""
    for target in ("rules", "bots"):
        if target in TARGETS:
            ensure_compiled(target)


def check_bot(name: str, limit: float) -> None:
    """Make a bot once, so that a wrong name or a broken bot is an error before the series, not a forfeit in it."""
    if is_third_party(name):
        SubprocessBot.started(name, limit=limit).close()
    else:
        bot_named(name)
