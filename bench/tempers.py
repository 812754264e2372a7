"""Look for better weights of the balanced temper: a change is kept if it wins more games than what it came from.

    python bench/tempers.py --minutes 10

Greedy plays greedy, thousands of games per change, the change in one seat and then in the next, over several
editions and numbers of players, against a pool of earlier weights and of other tempers. Changes are random, of a few
weights at once. It prints the weights to put into `tempers.toml`.
"""

import argparse
import random
import time
from dataclasses import replace

import numpy as np

from teahorse.bots.tempers import Temper, tempers
from teahorse.bulk import cpu
from teahorse.rules import ending
from teahorse.rules.ruleset import Ruleset
from teahorse.rules.state import GAME

SETUPS = (
    ("2023", 4, {}, 3),
    ("2023", 3, {}, 1),
    ("2023", 5, {}, 1),
    ("2023", 4, {"expert": True}, 1),
    ("2023", 2, {}, 1),
    ("2013", 4, {}, 1),
)
KEPT = ("whim", "softness", "rounds_ahead", "breadth", "exploring", "untried", "doubt")
GAMES = 1200
CONFIDENCE = 2.0  # standard errors
WHIM = 300  # more than at the table, so that no single line of play decides
POOL = 8  # of earlier weights


def shares(temper: Temper, pool: list[Temper], games: int, seed: int) -> np.ndarray:
    """How many times its share a temper wins against others drawn from a pool, part by part of the games."""
    luck, parts = random.Random(seed), []
    for edition, people, options, weight in SETUPS:
        rules = Ruleset.of(edition, people, options)
        for part in range(weight * people * 2):
            seat, count = part % people, games // people // 2
            line_up = [luck.choice(pool) for _ in range(people)]
            line_up[seat] = temper
            table, decisions = np.zeros(count, GAME), np.zeros(count, np.int64)
            cpu.play(rules, table, decisions, "greedy", seed, part * count, tempers=line_up)
            totals, ranks = np.zeros((count, people), np.int32), np.zeros((count, people), np.int8)
            ending.score_all(table, rules.record, totals, ranks)
            parts.append(people * (ranks[:, seat] == 1).mean())
    return np.array(parts)


def advantage(change: Temper, best: Temper, pool: list[Temper], games: int, seed: int) -> tuple[float, float]:
    """How much oftener a change wins than what it came from, against the same rivals, and the standard error."""
    difference = shares(change, pool, games, seed) - shares(best, pool, games, seed)
    return float(difference.mean()), float(difference.std() / len(difference) ** 0.5)


def changed(temper: Temper, luck: random.Random, size: float) -> Temper:
    """A temper with a few weights a little other."""
    weights = dict(temper.weights)
    names = [name for name in weights if name not in KEPT]
    for name in luck.sample(names, luck.choice((1, 1, 2, 3, 5))):
        weights[name] = max(1, round(weights[name] * float(np.exp(luck.gauss(0, size)))) + luck.choice((-1, 0, 1)))
    return replace(temper, name="change", weights=weights)


def main() -> None:
    """Climb for this number of minutes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--games", type=int, default=GAMES, help="for a part of weight one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=float, default=0.4)
    given = parser.parse_args()
    luck, begun, tried = random.Random(given.seed), time.monotonic(), 0
    first = {name: replace(temper, weights=temper.weights | {"whim": WHIM}) for name, temper in tempers().items()}
    best, others = first["balanced"], [temper for name, temper in first.items() if name != "careless"]
    pool = [*others, best, best]
    while time.monotonic() - begun < given.minutes * 60:
        tried += 1
        change = changed(best, luck, given.size)
        gain, error = advantage(change, best, pool, given.games, tried)
        if gain > CONFIDENCE * error:
            gain, error = advantage(change, best, pool, 4 * given.games, 1_000_000 + tried)
        if gain > CONFIDENCE * error:
            differing = {n: v for n, v in change.weights.items() if v != best.weights[n]}
            print(f"{time.monotonic() - begun:5.0f} s, try {tried}: +{gain:.1%} ± {error:.1%} {differing}", flush=True)
            best = change
            pool = [*others, *[*pool[len(others) :], best][-POOL:]]
    result = shares(best, [first["balanced"]], 4 * given.games, 5)
    print(f"\n{tried} changes tried; against the first weights it wins {result.mean():.2f} times its share")
    print("\n".join(f"{name} = {value}" for name, value in best.weights.items()))


if __name__ == "__main__":
    main()
