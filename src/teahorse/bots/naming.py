"""Bots by their names: `random`, `greedy`, `search:1000`, a level such as `master`, or one of your own in a file."""

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..errors import TeahorseError
from .bot import Bot, Budget
from .chance import RandomBot
from .greedy import GreedyBot
from .searching import SearchBot

KNOWN: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def bot_named(name: str, seed: int = 0) -> Bot:
    """A bot by its name. Two of the same name and seed play alike; each seat needs one of its own."""
    if is_from_file(name):
        return _from_file(name, seed)
    if name.startswith("search:"):
        return SearchBot(seed, Budget(int(name[7:])), name=name)
    if name not in KNOWN:
        raise TeahorseError(f"There is no bot {name!r}; there are {', '.join(KNOWN)}, or FILE.py:CLASS for your own.")
    return KNOWN[name](seed)


def is_from_file(name: str) -> bool:
    """Whether a name means a bot of the user's own, `FILE.py:CLASS`."""
    return name.rpartition(":")[0].endswith(".py")


def _from_file(name: str, seed: int) -> Bot:
    """A class of the user's own, made with `CLASS(seed=...)`."""
    file, _, wanted = name.rpartition(":")
    path = Path(file)
    if not path.is_file():
        raise TeahorseError(f"The bot {name!r} should be in {file}, and there is no such file.")
    spec = importlib.util.spec_from_file_location(f"teahorse_bot_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # whatever a stranger's file does
        raise TeahorseError(f"{file} can't be read as Python: {type(error).__name__}: {error}") from error
    found: Any = getattr(module, wanted, None)
    if not isinstance(found, type) or not issubclass(found, Bot):
        raise TeahorseError(f"{file} has no class {wanted!r} that is a teahorse.bots.Bot.")
    bot: Bot = found(seed=seed)
    bot.name = getattr(bot, "name", wanted)
    return bot
