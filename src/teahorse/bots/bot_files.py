"""Bots that are a class in a file of the user's own: `FILE.py:CLASS`."""

import importlib.util
import re
import sys
from pathlib import Path

from ..errors import TeahorseError
from .bot import Bot, make_bot


def is_from_file(name: str) -> bool:
    """Whether a bot's name is `FILE.py:CLASS`."""
    return name.rpartition(":")[0].endswith(".py")


def bot_from_file(name: str, seed: int) -> Bot:
    """Load the file and make `CLASS(seed=...)`."""
    file, _, class_name = name.rpartition(":")
    path = Path(file)
    if not path.is_file():
        raise TeahorseError(f"The bot {name!r} should be in {file}, and there is no such file.")
    module_name = "teahorse_bot_" + re.sub(r"\W", "_", str(path.resolve()))
    spec = importlib.util.spec_from_file_location(module_name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module  # dataclasses look up their module there
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # the file may do anything
        del sys.modules[module_name]
        raise TeahorseError(f"{file} can't be imported: {type(error).__name__}: {error}") from error
    found = getattr(module, class_name, None)
    if not isinstance(found, type) or not issubclass(found, Bot):
        raise TeahorseError(f"{file} has no class {class_name!r} that is a teahorse.bots.Bot.")
    return make_bot(found, seed, class_name)
