"""Bots by their names, and from files."""

from pathlib import Path

import pytest

from teahorse import Game, TeahorseError
from teahorse.bots import bot_named


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
        ("granny", "There is no bot 'granny'. There are random, greedy, novice"),
        ("greedy/angry", "There is no temper 'angry'; the tempers are balanced"),
        ("random/racer", "has no temper"),
        ("search:", "takes simulations, as 1000, or seconds"),
        ("search:many", "not 'many'"),
        ("search:0", "at least 1 simulation"),
        ("search:-1s", "more than 0 seconds"),
        ("search:nans", "more than 0 seconds"),
        ("search:infs", "at most"),
        ("search:99999999999", "at most"),
        ("nowhere.py:Bot", "there is no such file"),
        ("", "There is no bot ''"),
    ],
)
def test_a_wrong_name_is_an_error_that_lists_the_right_ones(name: str, sentence: str) -> None:
    with pytest.raises(TeahorseError, match=sentence):
        bot_named(name)
