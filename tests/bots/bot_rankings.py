"""Rankings of bots in a few positions, to compare runs bit for bit; as a program it prints one line per move.

With `TEAHORSE_INTERPRETED=1` the bots run interpreted; an integer that overflows is an error then.
"""

import warnings
from collections.abc import Iterator

import numpy as np
from score_evaluator import ScoreEvaluator
from tiny_network import tiny_weights

from quick_fields import read_fields_quickly
from teahorse.bots import Budget, SearchBot, bot_named
from teahorse.bots.network.network_search import NetworkSearchBot
from teahorse.rules.state import GAME, RULES
from variants import Chooser, Table

TABLES = [
    Table("2023", 4),
    Table("2023", 2, {"expert": True}),
    Table("2013", 2, {"profi": True}),
]
DECISIONS = (0, 1, 9, 17, 26, 40)
LAST_CARD = 16
MOST_DECISIONS = 60
BUDGET = Budget(simulations=3)
BATCHED_BUDGET = Budget(simulations=9)


def rankings() -> Iterator[str]:
    """Every bot's ranking at several points of a game; also when Dúli's pile is almost empty."""
    for number, table in enumerate(TABLES):
        game, chooser = table.new_game(number), Chooser(number, "busy")
        search = bot_named("search/pusher", seed=number)
        for decision in range(MOST_DECISIONS):
            pile_ends = game.rules.has_duli and game.position.drawn >= LAST_CARD - 1
            if decision in DECISIONS or (pile_ends and game.to_move != "chance"):
                batched = SearchBot(number, evaluator=ScoreEvaluator(), batch_size=3)
                network = NetworkSearchBot(number, temper="racer", weights=tiny_weights())
                for bot in (bot_named("greedy/racer", seed=number), search, batched, network):
                    for considered in bot.consider(game, BATCHED_BUDGET if bot in (batched, network) else BUDGET):
                        yield f"{number} {decision} {bot.name} {considered!r}"
            game.make(chooser.choose(game.position, game.verdicts()))
            game.deal()


if __name__ == "__main__":
    warnings.simplefilter("error")
    np.seterr(all="raise", under="ignore")
    read_fields_quickly(GAME, RULES)
    for line in rankings():
        print(line)
