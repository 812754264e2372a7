"""Whether bots keep their time and make only legal moves: thousands of positions of all variants, from random games.

    python bench/bots.py --positions 10000 --seconds 0.02

A search with a budget in seconds thinks about some moves in a row and makes them, so that it also follows
what it thought before. Told are how often it ran over by more than a fifth, how long the worst took, and whether any
move was not legal (it then ends with an error).
"""

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from teahorse import Game
from teahorse.bots import bot_named
from teahorse.precompile import ensure_compiled

TABLES = [
    *(("2023", people, {}) for people in (2, 3, 4, 5)),
    *(("2023", people, {"expert": True}) for people in (2, 3, 4, 5)),
    ("2023", 4, {"guards": True}),
    ("2023", 3, {"double_bidding": True}),
    ("2023", 2, {"two_players": "two-colours"}),
    *(("2013", people, {}) for people in (2, 3, 4, 5)),
    *(("2013", people, {"profi": True}) for people in (2, 3, 4, 5)),
    ("2013", 2, {"two_players": "duli"}),
]
TOLERANCE = 1.2
EVERY, IN_A_ROW = 9, 3  # of nine decisions the bot makes three


def positions(count: int) -> Iterator[Game]:
    """Positions with a choice, the variants taking turns."""
    luck, met = random.Random(1), 0
    while True:
        for number, (edition, people, options) in enumerate(TABLES):
            game = Game.new(edition, people, options, seed=number)
            skip = luck.randrange(EVERY)
            while not game.is_over:
                legal = game.legal_moves()
                if len(legal) > 1 and (len(game.history) + skip) % EVERY < IN_A_ROW:
                    yield game  # which the bot then plays on
                    met += 1
                    if met == count:
                        return
                    continue
                busy = [move for move in legal if not move.startswith(("pass", "done", "bank", "market"))]
                game.play(luck.choice(busy or legal) if luck.random() < 0.9 else luck.choice(legal))


def main() -> None:
    """Let a search think about every position, and look at the clock."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=0.02, help="for each move")
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--json", type=Path, help="write the figures here too")
    given = parser.parse_args()
    ensure_compiled("bots")
    bot = bot_named(f"search:{given.seconds}s", seed=1, cores=given.cores)
    bot.choose(Game.new())
    taken = []
    for number, game in enumerate(positions(given.positions), 1):
        begun = time.perf_counter()
        move = bot.choose(game)
        taken.append(time.perf_counter() - begun)
        refusal = game.why_not(move)
        if refusal is not None:
            sys.exit(f"`{move}` is not legal: {refusal}\n{game.snapshot()}")
        game.play(move)
        if number % 500 == 0:
            print(f"{number} of {given.positions} positions, worst {max(taken):.4f} s", file=sys.stderr)
    over = sum(seconds > TOLERANCE * given.seconds for seconds in taken)
    figures = {
        "positions": len(taken),
        "budget": given.seconds,
        "cores": given.cores,
        "median": statistics.median(taken),
        "worst": max(taken),
        "over_by_a_fifth": over,
        "illegal": 0,
    }
    print(json.dumps(figures))
    if given.json is not None:
        given.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
