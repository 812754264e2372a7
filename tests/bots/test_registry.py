"""Bots by their names, and from files."""

from pathlib import Path

import pytest

from teahorse import Game, TeahorseError
from teahorse.bots import bot_named
from teahorse.bots.registry import thinks_by_the_clock


def test_a_file_may_hold_anything_that_python_allows(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from __future__ import annotations\n"
        "from dataclasses import dataclass\n"
        "from teahorse.bots import Bot, Considered\n"
        "@dataclass\n"
        "class Mine(Bot):\n"
        "    seed: int\n"
        "    def consider(self, game, budget=None, watch=None):\n"
        "        return [Considered(game.legal_moves()[0], 1, ())]\n",
        encoding="utf-8",
    )
    game = Game.new(players=3)
    assert bot_named(f"{file}:Mine", 5).choose(game) == game.legal_moves()[0]
    file.write_text("raise SystemExit(3)\n", encoding="utf-8")
    with pytest.raises(TeahorseError, match="SystemExit"):
        bot_named(f"{file}:Mine")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("granny", "There is no bot 'granny'. There are random, greedy, network, novice"),
        ("greedy/angry", "There is no temper 'angry'; the tempers are balanced"),
        ("random/racer", "has no temper"),
        ("search:", "takes simulations, as 1000, or seconds"),
        ("search:many", "not 'many'"),
        ("search:0", "at least 1 simulation"),
        ("search:-1s", "more than 0 seconds"),
        ("search:nans", "more than 0 seconds"),
        ("search:infs", "at most"),
        ("search:99999999999", "at most"),
        ("network/angry", "take a temper .balanced, banker"),
        ("network:many", "`network:` takes simulations, as 1000, or seconds"),
        ("network@none.npz", "There is no file none.npz"),
        ("networks", "There is no bot 'networks'"),
        ("nowhere.py:Bot", "there is no such file"),
        ("", "There is no bot ''"),
    ],
)
def test_a_wrong_name_is_an_error_that_lists_the_right_ones(name: str, sentence: str) -> None:
    with pytest.raises(TeahorseError, match=sentence):
        bot_named(name)


def test_the_network_plays_alone_or_with_a_search() -> None:
    game = Game.new("2013", 5, seed=3)
    ranked = bot_named("network").consider(game)
    assert ranked[0].move == bot_named("network").choose(game)
    assert {considered.move for considered in ranked} == set(game.legal_moves())
    assert sum(ranked[0].values) == pytest.approx(1.0)
    searched = bot_named("network:40/racer", seed=1).consider(game)
    assert sum(considered.visits for considered in searched) == 39  # the first simulation evaluates the position itself
    assert bot_named("network:40/racer", seed=1).consider(game) == searched
    assert bot_named("network/builder").choose(game) in game.legal_moves()


def test_a_budget_in_seconds_is_kept_by_the_clock() -> None:
    assert thinks_by_the_clock("network:0.5s/racer")
    assert thinks_by_the_clock("search:0.5s")
    assert not thinks_by_the_clock("network:500")
    assert not thinks_by_the_clock("search:500/racer")
    assert not thinks_by_the_clock("master")
