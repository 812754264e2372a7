"""A game of two rounds that can be checked by hand, and how to write it as a file of results."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from teahorse import Game
from teahorse.arena import Result, Settings

# Round 1: p2 outbids p1 in the school and gets it for 7; p1 gets the customs for 9; p3 bids for the horse, but goes to
# the bank, which pays 10 for bids of 16. Everyone has a trader in Yunnan; p3 has two, and the inspector takes one.
# Incomes are 9 each. Round 2: all pass, nobody travels, and the inspector takes p1's trader, so that p1 earns 3; with
# 12 VP each p1 and p2 end the game.
KNOWN = """
bid school 5; bid school 7; bid horse 9; bid customs 9; pass; bank; pass
go P-Y; go P-Y; done; go P-Y; done; go P-Y; done
convert 9; convert 3; convert 0
pass; pass; pass
done; done; done
"""


def known_game() -> Game:
    """Play the known game, up to the last conversions, and turn all income into VP."""
    game = Game.new("2023", 3, {"vp_end": 10})
    for move in KNOWN.strip().replace("\n", "; ").split("; "):
        game.play(move)
    while not game.is_over:
        game.play(game.legal_moves()[-1])  # `convert 9` is the last of `convert 0` to `convert 9`
    return game


def known_settings(**wishes: Any) -> Settings:
    """The settings of a series with the known game."""
    return Settings.of(["greedy", "novice", "random"], players=3, options={"vp_end": 10}, **wishes)


def result_of(game: Game, number: int, seats: Sequence[str]) -> Result:
    """A finished game as the arena keeps it."""
    outcome = game.outcome
    assert outcome is not None
    rows = {row["player"]: row for row in outcome["ranking"]}
    persons = sorted(rows)
    return Result(
        number=number,
        seats=list(seats),
        ranking=[persons.index(player) for player in rows],
        totals=[rows[player]["vp"] for player in persons],
        points=[rows[player]["from"] for player in persons],
        rounds=game.round,
        reason=outcome["reason"],
        decisions=len(game.moves),
        seconds=0.1,
        forfeits=[],
        moves="; ".join(game.moves),
    )


def write_series(path: Path, settings: Settings, results: Sequence[Result], **header: Any) -> None:
    """Write a file of results, with other things in its header if wanted."""
    lines = [settings.as_data() | header, *(result.as_data() for result in results)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
