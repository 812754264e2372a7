"""The levels of bots, from `levels.toml`."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_suffix(".toml")


@dataclass(frozen=True)
class Level:
    """A level: its algorithm, its budget and its usual temper. A whim above that of the temper makes it play worse."""

    name: str
    word: str
    thinks: str
    temper: str
    simulations: int | None = None
    whim: int = 0  # the random part of a greedy's rating, at most; in hundredths of a VP


@cache
def levels() -> dict[str, Level]:
    """All levels, the weakest first."""
    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {name: Level(name, **settings) for name, settings in data.items()}
