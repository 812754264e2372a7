"""A bot of the user's own, from a file: `FILE.py:CLASS`."""

import importlib.util
import re
import sys
from pathlib import Path
from typing import Any

from ..errors import TeahorseError
from .bot import Bot


def is_from_file(name: str) -> bool:
    """Whether a name means a bot of the user's own."""
    return name.rpartition(":")[0].endswith(".py")


def bot_from_file(name: str, seed: int) -> Bot:
    """Load the file and make `CLASS(seed=...)`."""
    file, _, wanted = name.rpartition(":")
    path = Path(file)
    if not path.is_file():
        raise TeahorseError(f"The bot {name!r} should be in {file}, and there is no such file.")
    name_of_module = "teahorse_bot_" + re.sub(r"\W", "_", str(path.resolve()))
    spec = importlib.util.spec_from_file_location(name_of_module, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name_of_module] = module  # dataclasses look their module up there
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # whatever a stranger's file does
        del sys.modules[name_of_module]
        raise TeahorseError(f"{file} can't be read as Python: {type(error).__name__}: {error}") from error
    found = getattr(module, wanted, None)
    if not isinstance(found, type) or not issubclass(found, Bot):
        raise TeahorseError(f"{file} has no class {wanted!r} that is a teahorse.bots.Bot.")
    make: Any = found
    try:
        bot: Bot = make(seed=seed)
    except Exception as error:  # likewise
        raise TeahorseError(f"{wanted} can't be made with a seed: {type(error).__name__}: {error}") from error
    bot.name = getattr(bot, "name", wanted)
    return bot
