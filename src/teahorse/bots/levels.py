"""The levels of bots, from `levels.toml`, and those of the network, from `network_levels.toml`."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..rules.ruleset import Ruleset
from .network.tables import network_plays
from .weakened_bot import Handicap

FOLDER = Path(__file__).parent
# What `novice` to `master` are. With NETWORK_FILE instead, the network plays all levels.
FILE = FOLDER / "levels.toml"
NETWORK_FILE = FOLDER / "network_levels.toml"
NETWORK_PREFIX = "network-"
GRANDMASTER = "grandmaster"  # the level above today's; the network plays it


@dataclass(frozen=True)
class Level:
    """A level: its algorithm, its budget and its usual temper. A whim above that of the temper makes it play worse.

    Levels of the network are made weaker by a temperature and a rate of blunders.
    """

    name: str
    word: str
    thinks: str
    temper: str
    simulations: int | None = None
    whim: int = 0  # the random part of a greedy's rating, at most; in hundredths of a VP
    bank: int = 100  # percent of its temper's weight of the bank
    temperature: float = 0.0
    blunders: float = 0.0

    def network_name(self, temper: str, network: str = "network") -> str:
        """The bot that plays a level of the network."""
        budget = "" if self.simulations is None else f":{self.simulations}"
        return f"{network}{budget}/{temper}{Handicap(self.temperature, self.blunders).suffix}"


@cache
def levels() -> dict[str, Level]:
    """All levels, the weakest first."""
    return read_levels(FILE)


@cache
def network_levels() -> dict[str, Level]:
    """The levels of the network, the weakest first. As bots they are called `network-novice` and so on."""
    return read_levels(NETWORK_FILE)


def levels_at(rules: Ruleset) -> dict[str, Level]:
    """The levels offered at a table: where the network plays, its strongest level comes on top."""
    return levels() | ({GRANDMASTER: network_levels()[GRANDMASTER]} if network_plays(rules) else {})


def level_named(name: str) -> Level | None:
    """A level by its name; None if there is none."""
    if name.startswith(NETWORK_PREFIX):
        return network_levels().get(name.removeprefix(NETWORK_PREFIX))
    return levels().get(name) or (network_levels()[name] if name == GRANDMASTER else None)


def read_levels(file: Path) -> dict[str, Level]:
    """Read the levels in a file."""
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    return {name: Level(name, **settings) for name, settings in data.items()}
