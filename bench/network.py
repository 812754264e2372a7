"""How long the learned network takes: to read its weights, for one evaluation, and for a search.

    python bench/network.py
    python bench/network.py --gpu       # also on the GPU, with PyTorch, and how far its numbers are from the CPU's

Times on the CPU are CPU times of this process on one core, medians of several rounds; compilation aside.
"""

import argparse
import statistics
import time

import numpy as np

from teahorse import Game
from teahorse.bots import Budget
from teahorse.bots.network.gpu import TorchNetwork
from teahorse.bots.network.network_bot import NetworkBot
from teahorse.bots.network.network_search import NetworkSearchBot
from teahorse.bots.network.weights import FILE, Weights, read_weights
from teahorse.rules.ruleset import Ruleset

TEMPER = "balanced"


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=500, help="evaluated in one round")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--simulations", type=int, default=2000, help="of a search")
    parser.add_argument("--gpu", nargs="?", const="cuda", metavar="DEVICE", help="also in PyTorch; cuda if not named")
    options = parser.parse_args()
    weights = read_weights(FILE)
    rules, positions = some_positions(options.positions)
    weights.evaluate(positions[:1], rules, TEMPER)  # compiles
    reading, evaluating = [], []
    for _ in range(options.rounds):
        begun = time.process_time()
        read_weights(FILE)
        read = time.process_time()
        weights.evaluate(positions, rules, TEMPER)
        reading.append(read - begun)
        evaluating.append((time.process_time() - read) / options.positions)
    print(f"weights: {FILE.stat().st_size / 1e6:.1f} MB, read in {1000 * statistics.median(reading):.0f} ms")
    one = statistics.median(evaluating)
    print(f"one evaluation: {1000 * one:.3f} ms, {1 / one:,.0f} evaluations/s on one core")
    print(f"search: {simulations_per_second(rules, options.simulations):,.0f} simulations/s on one core")
    if options.gpu:
        compare(weights, rules, positions, options.gpu, options.rounds)


def some_positions(count: int) -> tuple[Ruleset, np.ndarray]:
    """Positions of a game that the network plays with itself, repeated as often as needed."""
    game, bot = Game.new("2023", 4, seed=3), NetworkBot()
    tables = []
    while not game.is_over:
        tables.append(game.table.copy())
        game.play(bot.choose(game))
    return game.rules, np.resize(np.concatenate(tables), count)


def simulations_per_second(rules: Ruleset, simulations: int) -> float:
    """The speed of a search at the beginning of a game."""
    game = Game.new(rules.edition, rules.people, seed=3)
    NetworkSearchBot().consider(game, Budget(1))  # compiles
    begun = time.process_time()
    NetworkSearchBot().consider(game, Budget(simulations))
    return simulations / (time.process_time() - begun)


def compare(weights: Weights, rules: Ruleset, positions: np.ndarray, device: str, rounds: int) -> None:
    """Evaluate on a device of PyTorch: the speed with everything, and the largest difference from compiled code."""
    network = TorchNetwork(weights, device)
    found = network.evaluate(positions, rules, TEMPER)
    seconds = []
    for _ in range(rounds):
        begun = time.perf_counter()
        network.evaluate(positions, rules, TEMPER)
        seconds.append(time.perf_counter() - begun)
    expected = weights.evaluate(positions, rules, TEMPER)
    furthest = max(float(np.abs(one - other).max()) for one, other in zip(found, expected, strict=True))
    speed = len(positions) / statistics.median(seconds)
    print(f"{device}: {speed:,.0f} evaluations/s, {len(positions):,} at a time; at most {furthest:.1e} from the CPU")


if __name__ == "__main__":
    main()
