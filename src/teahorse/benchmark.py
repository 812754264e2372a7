"""Benchmarks: random games and searches, on one core and on all."""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from .bots.search_speed import SearchSpeed, measure_search, play_to_the_middle
from .bulk import cpu
from .errors import TeahorseError
from .game import Game
from .rules.jit import INTERPRETED
from .rules.ruleset import Ruleset
from .rules.state import GAME

SETUPS: tuple[tuple[str, str, int, dict[str, object]], ...] = (
    ("2023, 3 players", "2023", 3, {}),
    ("2023, 4 players", "2023", 4, {}),
    ("2023, 5 players", "2023", 5, {}),
    ("2023 expert, 4 players", "2023", 4, {"expert": True}),
    ("2023 with Dúli, 2 players", "2023", 2, {}),
    ("2013, 4 players", "2013", 4, {}),
)
RUNS = 5  # the median of these counts
SEED = 7


@dataclass(frozen=True)
class Speed:
    """The speed of one setup, in the median run."""

    setup: str
    decisions_per_second: float
    games_per_second: float
    all_cores_decisions_per_second: float
    cores: int


def measure_all(seconds: float) -> list[Speed]:
    """Measure every setup for some seconds each."""
    return [measure(name, Ruleset.of(edition, people, options), seconds) for name, edition, people, options in SETUPS]


def measure_searches(seconds: float) -> list[SearchSpeed]:
    """Let a search think in the middle of a game of every setup, while bidding and while travelling."""
    return [
        measure_search(name, play_to_the_middle(Game.new(edition, people, options, SEED), phase), seconds, cpu.cores())
        for name, edition, people, options in SETUPS
        for phase in ("bid", "travel")
    ]


def measure(name: str, rules: Ruleset, seconds: float) -> Speed:
    """Play random games for some seconds: a warm-up, then several runs, alternating between one core and all."""
    cores = 1 if INTERPRETED else cpu.cores()
    for threads in () if INTERPRETED else (1, cores):
        _play(rules, threads, 0, threads)  # loads the compiled code, which takes longer than a game
    _, taken = _play(rules, 1, 0, 1)
    games = 1
    while taken < seconds / RUNS / 4 and not INTERPRETED:
        games *= 4
        _, taken = _play(rules, games, 0, 1)
    games = max(1, round(games * seconds / RUNS / taken))
    one, every = [], []
    for run in range(RUNS):
        one.append(_play(rules, games, run * games, 1))
        every.append(_play(rules, games * cores, run * games * cores, cores) if cores > 1 else one[-1])
    return Speed(
        name,
        statistics.median(decisions / taken for decisions, taken in one),
        statistics.median(games / taken for _, taken in one),
        statistics.median(decisions / taken for decisions, taken in every),
        cores,
    )


def _play(rules: Ruleset, count: int, first: int, threads: int) -> tuple[int, float]:
    """Play some games of the series; returns the number of decisions, and the seconds."""
    games, decisions = np.zeros(count, GAME).view(np.recarray), np.zeros(count, np.int64)
    started = time.perf_counter()
    cpu.play(rules, games, decisions, "random", SEED, first, threads)
    return int(decisions.sum()), time.perf_counter() - started


def measure_interpreted(seconds: float) -> list[Speed]:
    """Measure the same without compiling, in a new process: the choice is made when the rules are imported."""
    command = [sys.executable, "-m", __spec__.name, str(seconds)]
    environment = os.environ | {"TEAHORSE_INTERPRETED": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        output = done.stderr.strip().splitlines() or ["no output"]
        raise TeahorseError(f"The interpreted run failed: {output[-1]}")
    return [Speed(**line) for line in json.loads(done.stdout)]


def as_data(speeds: Sequence[Speed | SearchSpeed]) -> list[dict[str, Any]]:
    """The speeds as data for JSON."""
    return [asdict(speed) for speed in speeds]


if __name__ == "__main__":
    print(json.dumps(as_data(measure_all(float(sys.argv[1])))))
