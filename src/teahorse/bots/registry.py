"""Bots by their names.

A name is `random`, `greedy`, `search:1000` (simulations per move), `search:0.5s` (seconds per move) or a level such as
`master`; all but `random` take a temper behind a slash, `greedy/racer`. `FILE.py:CLASS` is a bot of one's own.
"""

from ..errors import TeahorseError
from .bot import Bot, Budget
from .bot_files import bot_from_file, is_from_file
from .greedy_bot import GreedyBot
from .levels import Level, levels
from .random_bot import RandomBot
from .search_bot import SearchBot
from .tempers import BALANCED, temper_named, tempers

PLAIN = ("random", "greedy")
LONGEST_THOUGHT = 3600.0  # seconds
MOST_SIMULATIONS = 10_000_000


def bot_named(name: str, seed: int = 0, cores: int = 1) -> Bot:
    """A bot by its name. Two of the same name, seed and number of cores play alike; each seat needs one of its own."""
    if is_from_file(name):
        return bot_from_file(name, seed)
    kind, slash, temper = name.partition("/")
    if slash:
        temper = temper_named(temper).name
    if kind == "random" and not slash:
        return RandomBot(seed)
    level = _level(kind, name)
    if level.thinks == "greedy":
        return GreedyBot(seed, temper or level.temper, name)
    return SearchBot(seed, _budget(level, kind), temper or level.temper, cores, name)


def thinks_by_the_clock(name: str) -> bool:
    """Whether a bot has seconds for a move, and not so many simulations."""
    kind = name.partition("/")[0]
    return kind.startswith("search:") and kind.endswith("s")


def _level(kind: str, name: str) -> Level:
    """What a kind of bot is, as a level."""
    if kind in levels():
        return levels()[kind]
    if kind == "greedy":
        return Level(kind, "", "greedy", BALANCED)
    if kind == "search" or kind.startswith("search:"):
        return Level(kind, "", "search", BALANCED)
    if kind == "random":
        raise TeahorseError("A bot that moves at random has no temper.")
    raise TeahorseError(
        f"There is no bot {name!r}. There are {', '.join((*PLAIN, *levels()))}, search:1000 (simulations per move), "
        f"search:0.5s (seconds), each but random with a temper if you like ({', '.join(tempers())}), as in "
        f"greedy/racer; and FILE.py:CLASS for your own."
    )


def _budget(level: Level, kind: str) -> Budget:
    """What a search may use: the level's, or what stands behind the colon."""
    if level.simulations is not None:
        return Budget(level.simulations)
    _, colon, amount = kind.partition(":")
    if not colon:
        return SearchBot.DEFAULT
    try:
        seconds, simulations = (float(amount[:-1]), None) if amount.endswith("s") else (None, int(amount))
    except ValueError:
        raise TeahorseError(f"`search:` takes simulations, as 1000, or seconds, as 0.5s, not {amount!r}.") from None
    budget = Budget(simulations, seconds)
    if (budget.simulations or 0) > MOST_SIMULATIONS or not (budget.seconds or 0) <= LONGEST_THOUGHT:
        raise TeahorseError(
            f"A search takes at most {MOST_SIMULATIONS:,} simulations or {LONGEST_THOUGHT:.0f} s a move, not {amount}."
        )
    return budget
