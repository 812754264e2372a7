"""Levels of one network: settings are found with which neighbours are equally far apart in the arena.

The strongest level plays with all its simulations. For each one below, a search finds how much weaker it must be.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..arena import Result, Settings, play_series, rate
from ..bots.levels import Level
from ..bots.weakened_bot import Handicap

PLAYERS = (3, 4, 5)
LEAST_GAP, MOST_GAP = 120.0, 250.0  # rating points between neighbours
TARGET_GAP, CLOSE_ENOUGH = 185.0, 25.0  # with which the search ends
WEAKEST = 8.0
FIRST_STEP = 0.5  # in weakness
MOST_TRIES = 7
BLUNDERS_FROM = 1.0  # the weakness from which there are blunders
BLUNDERS = 0.12  # for each further step of 1

Watcher = Callable[[str], None]


@dataclass(frozen=True)
class Gap:
    """How many rating points a level is above another, with half the width of the 95% interval."""

    points: float
    margin: float
    games: int

    def as_data(self) -> dict[str, Any]:
        """The figures, for a file."""
        interval = [self.points - self.margin, self.points + self.margin]
        return {"gap": self.points, "interval": interval, "games": self.games}


def handicap_of(weakness: float) -> Handicap:
    """A number from 0 to 8 as a handicap: the temperature rises, and later blunders come in."""
    blunders = max(0.0, weakness - BLUNDERS_FROM) * BLUNDERS
    return Handicap(round(weakness, 3), round(blunders, 3))


def weakened(level: Level, weakness: float) -> Level:
    """A level with a handicap."""
    handicap = handicap_of(weakness)
    return replace(level, temperature=handicap.temperature, blunders=handicap.blunders)


@dataclass(frozen=True)
class LevelGames:
    """Games of levels of one network, in files of a folder."""

    network: str
    folder: Path
    games: int = 200  # for each number of players
    seed: int = 1
    cores: int | None = None

    def gap(self, above: Level, below: Level, players: Sequence[int] = PLAYERS) -> Gap:
        """How far apart two levels are, when both sit at the table."""
        names = [self._name(above), self._name(below)]
        results = [result for count in players for result in self._play(names, count)]
        ratings = rate([[result.seats[person] for person in result.ranking] for result in results])
        upper, lower = (ratings[name] for name in names)
        return Gap(upper.points - lower.points, upper.margin + lower.margin, len(results))

    def mixed(self, levels: Sequence[Level], players: int) -> dict[str, tuple[float, float]]:
        """The ratings of all levels in mixed company, with half the widths of their intervals; the best first."""
        names = {self._name(level): level.name for level in levels}
        results = self._play(list(names), players)
        ratings = rate([[result.seats[person] for person in result.ranking] for result in results])
        return {names[name]: (rating.points, rating.margin) for name, rating in ratings.items()}

    def _name(self, level: Level) -> str:
        return level.network_name(level.temper, self.network)

    def _play(self, bots: list[str], players: int) -> list[Result]:
        self.folder.mkdir(parents=True, exist_ok=True)
        settings = Settings.of(bots, players=players, seed=self.seed)
        file = self.folder / settings.file_name()
        return play_series(settings, self.games, file, cores=self.cores).results


def find_levels(
    levels: Sequence[Level], gap: Callable[[Level, Level], Gap], watch: Watcher
) -> Iterator[tuple[Level, Gap | None]]:
    """Find the handicaps of levels, given from weakest to strongest; yields them from strongest to weakest."""
    *lower, above = levels
    above = weakened(above, 0.0)
    yield above, None
    for level in reversed(lower):
        found, distance = _find(level, above, gap, watch)
        yield found, distance
        above = found


def _find(level: Level, above: Level, gap: Callable[[Level, Level], Gap], watch: Watcher) -> tuple[Level, Gap]:
    """Search the weakness of a level: weaker and weaker until it is far enough below, then in between.

    Where even the strongest is too far below, it stays the strongest.
    """
    same_search = level.simulations == above.simulations
    start = above.temperature if same_search else 0.0
    low, low_points = start, 0.0  # a weakness that is not enough
    high: tuple[float, float] | None = None  # one that is too much
    weakness = start + FIRST_STEP if same_search else start
    tries: list[tuple[Level, Gap]] = []
    while len(tries) < MOST_TRIES and low < WEAKEST:
        tried = weakened(level, weakness)
        found = gap(above, tried)
        tries.append((tried, found))
        watch(
            f"{level.name} at temperature {tried.temperature:g} with {tried.blunders:.1%} blunders: "
            f"{found.points:.0f} points below {above.name}"
        )
        if abs(found.points - TARGET_GAP) <= CLOSE_ENOUGH or (weakness == 0.0 and found.points > TARGET_GAP):
            break
        if found.points < TARGET_GAP:
            low, low_points = weakness, found.points
        else:
            high = weakness, found.points
        if high is None:
            weakness = min(WEAKEST, start + max(FIRST_STEP, 2 * (low - start)))
        else:
            share = (TARGET_GAP - low_points) / max(1.0, high[1] - low_points)
            weakness = low + (high[0] - low) * min(0.9, max(0.1, share))
    return min(tries, key=lambda each: abs(each[1].points - TARGET_GAP))


def write_levels(file: Path, levels: Sequence[Level]) -> None:
    """Write levels as `bots/network_levels.toml` has them, from weakest to strongest."""
    text = "# The levels of the network, from weakest to strongest, as `teahorse learn levels` found them.\n"
    for level in levels:
        text += f"\n[{level.name}]\n" + "".join(
            f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in _settings(level).items()
        )
    file.write_text(text, encoding="utf-8")


def _settings(level: Level) -> Mapping[str, object]:
    settings: dict[str, object] = {"word": level.word, "thinks": level.thinks}
    for name in ("simulations", "temperature", "blunders"):
        if getattr(level, name):
            settings[name] = getattr(level, name)
    return settings | {"temper": level.temper}
