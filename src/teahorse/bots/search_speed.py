"""The speed of a search: simulations per second at positions from the middle of a game."""

import time
from dataclasses import dataclass

from ..game import Game
from .bot import Budget
from .greedy_bot import GreedyBot
from .registry import bot_named

MIDDLE = 3  # the round


@dataclass(frozen=True)
class SearchSpeed:
    """The speed of a search at one position."""

    setup: str
    phase: str
    simulations_per_second: float
    all_cores_simulations_per_second: float
    cores: int


def play_to_the_middle(game: Game, phase: str) -> Game:
    """Let greedy players play until a phase of the third round."""
    bot = GreedyBot(seed=1)
    while game.round < MIDDLE or game.phase != phase:
        game.play(bot.choose(game))
    return game


def measure_search(setup: str, game: Game, seconds: float, cores: int) -> SearchSpeed:
    """Search a position for some seconds on one core, then on all, after a short warm-up."""
    bot_named("search").consider(game, Budget(seconds=seconds / 10))
    one = _simulations_per_second(game, seconds, 1)
    every = _simulations_per_second(game, seconds, cores) if cores > 1 else one
    return SearchSpeed(setup, game.phase, one, every, cores)


def _simulations_per_second(game: Game, seconds: float, cores: int) -> float:
    begun = time.perf_counter()
    ranked = bot_named("search", cores=cores).consider(game, Budget(seconds=seconds))
    return sum(considered.visits for considered in ranked) / (time.perf_counter() - begun)
