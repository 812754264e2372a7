"""A small third-party package with bots, installed for tests: a module and its `.dist-info` on `sys.path`."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from teahorse.bots.plugins import plugins

MODULE = '''
import os
import sys
import time

from teahorse.bots import Bot, Considered


class Stubborn(Bot):
    """Plays the last legal move."""

    def __init__(self, seed=0):
        self.seed = seed

    def consider(self, game, budget=None, watch=None):
        return [Considered(move, 1, ()) for move in reversed(game.legal_moves())]


def make_stubborn(seed):
    return Stubborn(seed)


class Hanging(Stubborn):
    def choose(self, game, budget=None):
        time.sleep(600)


class Crashing(Stubborn):
    def choose(self, game, budget=None):
        os._exit(3)


def make_nothing(seed):
    return None
'''
ENTRY_POINTS = """
[console_scripts]
stubborn = teahorse_stubborn:main

[teahorse.bots]
stubborn = teahorse_stubborn:Stubborn
stubborn-too = teahorse_stubborn:make_stubborn
hanging = teahorse_stubborn:Hanging
crashing = teahorse_stubborn:Crashing
nothing = teahorse_stubborn:make_nothing
missing = teahorse_stubborn:Missing
master = teahorse_stubborn:Stubborn
Not/Allowed = teahorse_stubborn:Stubborn
"""


@contextmanager
def plugin_package(folder: Path, version: str = "1.2") -> Iterator[None]:
    """Install the package into a folder, for as long as this lasts."""
    info = folder / f"teahorse_stubborn-{version}.dist-info"
    info.mkdir(parents=True)
    (folder / "teahorse_stubborn.py").write_text(MODULE, encoding="utf-8")
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: teahorse-stubborn\nVersion: {version}\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS, encoding="utf-8")
    sys.path.insert(0, str(folder))
    plugins.cache_clear()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        sys.modules.pop("teahorse_stubborn", None)
        plugins.cache_clear()
