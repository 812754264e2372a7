"""Look for better weights of a temper: weights evolve in a league of greedy players.

    python bench/tempers.py --minutes 5

Each generation has children near the middle of the best of the last one; each child plays in every seat of several
editions and numbers of players, against earlier middles and all tempers there are. It prints the weights to put into
`tempers.toml`.
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
WHIM = 300  # more than at the table, so that no single line of play decides
GAMES = 40  # in each seat of each setup
CHILDREN, PARENTS = 20, 6
LEAGUE = 12  # earlier weights that are still played against
JOINS_EVERY = 8  # generations


def share(temper: Temper, league: list[Temper], games: int, seed: int) -> float:
    """How many times its share a temper wins against others drawn from a league."""
    luck, total, weights = random.Random(seed), 0.0, 0
    for edition, people, options, weight in SETUPS:
        rules = Ruleset.of(edition, people, options)
        for part in range(people * weight):
            line_up = [luck.choice(league) for _ in range(people)]
            line_up[part % people] = temper
            table, decisions = np.zeros(games, GAME), np.zeros(games, np.int64)
            cpu.play(rules, table, decisions, "greedy", seed, part * games, tempers=line_up)
            totals, ranks = np.zeros((games, people), np.int32), np.zeros((games, people), np.int8)
            ending.score_all(table, rules.record, totals, ranks)
            total += people * float((ranks[:, part % people] == 1).mean())
            weights += 1
    return total / weights


def temper_at(point: np.ndarray, usual: Temper) -> Temper:
    """The weights at a point of the space that is searched, whose axes are logarithms."""
    weights = {name: max(1, round(float(np.exp(x)))) for name, x in zip(searched(usual), point, strict=True)}
    return replace(usual, weights=usual.weights | weights | {"whim": WHIM})


def searched(usual: Temper) -> list[str]:
    """The weights that are looked for."""
    return [name for name in usual.weights if name not in KEPT]


def main() -> None:
    """Let weights evolve for so many minutes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--spread", type=float, default=0.3, help="standard deviation of a child, in logarithms")
    parser.add_argument("--temper", default="balanced", help="where to begin")
    given = parser.parse_args()
    luck, begun, generation = np.random.default_rng(given.seed), time.monotonic(), 0
    usual = tempers()[given.temper]
    middle = np.log([max(1, usual.weights[name]) for name in searched(usual)])
    spread = np.full(len(middle), given.spread)
    league = [replace(temper, weights=temper.weights | {"whim": WHIM}) for temper in tempers().values()]
    founders = len(league)
    while time.monotonic() - begun < given.minutes * 60:
        generation += 1
        children = middle + spread * luck.standard_normal((CHILDREN, len(middle)))
        fitness = [share(temper_at(child, usual), league, GAMES, generation) for child in children]
        best = children[np.argsort(fitness)[::-1][:PARENTS]]
        spread = 0.9 * spread + 0.1 * np.sqrt(((best - middle) ** 2).mean(axis=0))
        middle = best.mean(axis=0)
        if generation % JOINS_EVERY == 0:
            league = [*league[:founders], *[*league[founders:], temper_at(middle, usual)][-LEAGUE:]]
            print(f"{generation:4} generations, {max(fitness):.2f} times its share", flush=True)
    found = temper_at(middle, usual)
    against = share(found, [replace(usual, weights=usual.weights | {"whim": WHIM})], 500, 0)
    print(f"\nAgainst the weights it began with it wins {against:.2f} times its share.")
    print("\n".join(f"{name} = {found.weights[name]}" for name in searched(usual)))


if __name__ == "__main__":
    main()
