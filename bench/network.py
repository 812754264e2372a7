"""How long the learned network takes: to read its weights, and for one evaluation on one core.

    python bench/network.py

Times are CPU times of this process, medians of several rounds; compilation aside.
"""

import argparse
import statistics
import time

import numpy as np

from teahorse import Game
from teahorse.bots.network.weights import FILE, read_weights


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=500, help="evaluated in one round")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    game = Game.new("2023", 4, seed=3)
    weights = read_weights(FILE)
    positions = np.repeat(np.asarray(game.table), options.positions)
    weights.evaluate(positions[:1], game.rules, "balanced")  # compiles
    reading, evaluating = [], []
    for _ in range(options.rounds):
        begun = time.process_time()
        read_weights(FILE)
        read = time.process_time()
        weights.evaluate(positions, game.rules, "balanced")
        reading.append(read - begun)
        evaluating.append((time.process_time() - read) / options.positions)
    print(f"weights: {FILE.stat().st_size / 1e6:.1f} MB, read in {1000 * statistics.median(reading):.0f} ms")
    print(f"one evaluation: {1000 * statistics.median(evaluating):.3f} ms")


if __name__ == "__main__":
    main()
