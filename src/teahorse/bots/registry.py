"""The registry of bots: every bot by its name.

A name is `random`, `greedy`, `search:1000` (simulations per move), `search:0.5s` (seconds per move), a level such as
`master`, `network` or `network:1000` (`network/names.py`), the name of an installed package's bot (`plugins.py`), or
`FILE.py:CLASS` (`bot_files.py`). Our own bots but `random` take a temper after a slash: `greedy/racer`. They can be
made weaker: `network?temperature=0.5&blunders=0.1` (`weakened_bot.py`).
"""

from pathlib import Path

from ..errors import TeahorseError
from .bot import Bot, Budget
from .bot_files import bot_from_file, is_from_file
from .greedy_bot import GreedyBot
from .levels import Level, level_named, levels
from .network.names import budget_text, is_network, network_named, weights_file
from .plugins import plugin_named, plugins
from .random_bot import RandomBot
from .search_bot import SearchBot
from .tempers import BALANCED, temper_named, tempers
from .weakened_bot import NO_HANDICAP, Handicap, WeakenedBot, split_handicap

BUILT_IN = ("random", "greedy", "network")
LONGEST_THOUGHT = 3600.0  # seconds
MOST_SIMULATIONS = 10_000_000


def bot_named(name: str, seed: int = 0, cores: int = 1) -> Bot:
    """Make a bot. Bots with the same name, seed and number of cores play the same moves; each seat needs its own bot.

    A third-party bot runs in this process: use a `SubprocessBot` where it must not crash or block the program.
    """
    if is_from_file(name):
        return bot_from_file(name, seed)
    plugin = plugin_named(name)
    if plugin is not None:
        return plugin.make(seed)
    plain, handicap = split_handicap(name)
    return _our_bot(plain, handicap, seed, cores) if handicap != NO_HANDICAP else _full_strength(name, seed, cores)


def _our_bot(plain: str, handicap: Handicap, seed: int, cores: int) -> Bot:
    """One of our bots with a handicap."""
    name = plain + handicap.suffix
    if is_network(plain) and budget_text(plain) is None and level_named(plain) is None:
        bot: Bot = network_named(plain, None, seed, cores, handicap.temperature)
        return WeakenedBot(bot, Handicap(blunders=handicap.blunders), seed, name)
    bot = _full_strength(plain, seed, cores)
    if handicap.temperature and not isinstance(bot, SearchBot):
        raise TeahorseError(f"A temperature is for bots that search or have the network, not for {plain}.")
    return WeakenedBot(bot, handicap, seed, name)


def _full_strength(name: str, seed: int, cores: int) -> Bot:
    """One of our bots without a handicap."""
    kind, slash, temper = name.partition("/")
    level = level_named(kind)
    if level is not None and level.thinks == "network":
        bot = bot_named(level.network_name(temper or level.temper), seed, cores)
        bot.name = name
        return bot
    if is_network(name):
        allowed = budget_text(name)
        return network_named(name, None if allowed is None else _budget_of(allowed, "network"), seed, cores)
    if slash:
        temper = temper_named(temper).name
    if kind == "random" and not slash:
        return RandomBot(seed)
    level = _level(kind, name)
    if level.thinks == "greedy":
        return GreedyBot(seed, temper or level.temper, name, level.whim, level.bank)
    return SearchBot(seed, _budget(level, kind), temper or level.temper, cores, name)


def is_third_party(name: str) -> bool:
    """Whether a bot's code is not ours: it comes from a file or an installed package."""
    return is_from_file(name) or plugin_named(name) is not None


def network_behind(name: str) -> tuple[str, Path] | None:
    """For a bot with the network: its name with all settings, and the file with its weights."""
    kind, _, temper = name.partition("/")
    level = level_named(kind)
    if level is not None and level.thinks == "network":
        name = level.network_name(temper or level.temper)
    plain, _ = split_handicap(name)
    return (name, weights_file(plain)) if is_network(plain) else None


def thinks_by_the_clock(name: str) -> bool:
    """Whether a bot's budget is seconds per move, not simulations."""
    name = split_handicap(name)[0]
    kind = name.partition("/")[0]
    allowed = budget_text(name) if is_network(name) else kind.removeprefix("search:") if ":" in kind else None
    return allowed is not None and allowed.endswith("s")


def _level(kind: str, name: str) -> Level:
    """The level that a kind of bot stands for."""
    named = level_named(kind)
    if named is not None:
        return named
    if kind == "greedy":
        return Level(kind, "", "greedy", BALANCED)
    if kind == "search" or kind.startswith("search:"):
        return Level(kind, "", "search", BALANCED)
    if kind == "random":
        raise TeahorseError("A bot that moves at random has no temper.")
    names = ", ".join((*BUILT_IN, *levels(), *plugins()))
    raise TeahorseError(
        f"There is no bot {name!r}. There are {names}, search:1000 (simulations per move), search:0.5s (seconds) "
        f"and FILE.py:CLASS for your own. Our bots but random take a temper ({', '.join(tempers())}), as in "
        f"greedy/racer."
    )


def _budget(level: Level, kind: str) -> Budget:
    """The budget of a search: the level's, or the one after the colon."""
    if level.simulations is not None:
        return Budget(level.simulations)
    _, colon, amount = kind.partition(":")
    return _budget_of(amount, "search") if colon else SearchBot.DEFAULT


def _budget_of(amount: str, kind: str) -> Budget:
    """The budget in a name: simulations per move, or seconds."""
    try:
        seconds, simulations = (float(amount[:-1]), None) if amount.endswith("s") else (None, int(amount))
    except ValueError:
        raise TeahorseError(f"`{kind}:` takes simulations, as 1000, or seconds, as 0.5s, not {amount!r}.") from None
    budget = Budget(simulations, seconds)
    if (budget.simulations or 0) > MOST_SIMULATIONS or not (budget.seconds or 0) <= LONGEST_THOUGHT:
        raise TeahorseError(
            f"A search takes at most {MOST_SIMULATIONS:,} simulations or {LONGEST_THOUGHT:.0f} s a move, not {amount}."
        )
    return budget
