"""Positions for tests of bots, from random games of every variant."""

from collections.abc import Iterator, Sequence

from teahorse import Game
from variants import ALL_NAMED, Chooser, Table


def positions(count: int, every: int = 1, tables: Sequence[Table] = ALL_NAMED) -> Iterator[Game]:
    """`count` positions where someone decides, every `every`-th of each game; the variants take turns."""
    met = seed = 0
    while True:
        for table in tables:
            game, chooser = table.new_game(seed), Chooser(seed, "busy")
            while not game.is_over:
                if len(game.history) % every == 0:
                    yield game
                    met += 1
                    if met == count:
                        return
                game.make(chooser.choose(game.position, game.verdicts()))
                game.deal()
            seed += 1
