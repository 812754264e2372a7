"""A function from an observation and a mask to logits is a bot in three lines, for the arena and the terminal."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from teahorse import Game
from teahorse.bots import PolicyBot, bot_named
from teahorse.bots.plugins import plugins
from teahorse.cli import app
from teahorse.errors import TeahorseError
from teahorse.rules import moves

MINE = """
import numpy as np
from teahorse.bots import PolicyBot

class Mine(PolicyBot):
    def logits(self, observation, mask):
        return np.arange(len(mask))
"""


def last_legal(observation: Any, mask: Any) -> Any:
    return np.arange(len(mask))


def test_highest_logit_among_legal_moves_is_played() -> None:
    game = Game.new(players=3)
    ranked = PolicyBot(last_legal).consider(game)
    assert [considered.move for considered in ranked] == [
        game.action_text(action) for action in np.flatnonzero(game.legal_mask())[::-1]
    ]


def test_policy_sees_what_the_game_shows() -> None:
    game, seen = Game.new(players=3), []

    def policy(observation: Any, mask: Any) -> Any:
        seen.append((observation, mask))
        return mask

    game.play("bid school 9")
    PolicyBot(policy).choose(game)
    PolicyBot(policy, observe_rules=False).choose(game)
    assert (seen[0][0] == game.observe("p2")).all() and (seen[0][1] == game.legal_mask()).all()
    assert (seen[1][0] == game.observe("p2", rules=False)).all()


def test_temperature_draws_by_softmax_and_by_the_seed() -> None:
    game = Game.new(players=3)
    legal = np.flatnonzero(game.legal_mask())
    logits = np.zeros(moves.MOVES)
    logits[legal[:2]] = np.log(1000), np.log(3000)
    bot = PolicyBot(lambda observation, mask: logits, seed=1, temperature=1)
    drawn = [bot.choose(game) for _ in range(300)]
    assert drawn.count(game.action_text(legal[1])) == pytest.approx(225, abs=40)
    again = PolicyBot(lambda observation, mask: logits, seed=1, temperature=1)
    assert [again.choose(game) for _ in range(20)] == drawn[:20]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (np.zeros(5), r"A policy gives 552 numbers, one per move, not an array of \(5,\)"),
        (np.full(552, np.nan), "a logit that is not a number"),
    ],
)
def test_a_policy_with_a_wrong_result_gets_a_sentence(given: Any, message: str) -> None:
    with pytest.raises(TeahorseError, match=message):
        PolicyBot(lambda observation, mask: given).choose(Game.new(players=3))


def test_policy_bot_needs_a_policy() -> None:
    with pytest.raises(TeahorseError, match="needs a function, or a method `logits`"):
        PolicyBot().choose(Game.new(players=3))
    with pytest.raises(TeahorseError, match="A temperature is a number from 0 on, not -1"):
        PolicyBot(last_legal, temperature=-1)


def test_file_with_a_policy_plays_in_the_arena(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(MINE, encoding="utf-8")
    bot = bot_named(f"{file}:Mine")
    assert bot.name == "Mine" and bot.choose(Game.new(players=3))
    arguments = ["--bots", f"{file}:Mine,greedy,greedy", "--players", "3", "--games", "3"]
    result = CliRunner().invoke(app, ["arena", *arguments, "--out", str(tmp_path / "out.jsonl")])
    assert result.exit_code == 0 and "Mine" in result.output and "forfeit" not in result.output, result.output


def test_file_with_a_policy_plays_in_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(MINE, encoding="utf-8")
    first = PolicyBot(last_legal).choose(Game.new(players=3))
    seats = [argument for seat in (f"{file}:Mine", "you", "random") for argument in ("--seat", seat)]
    result = CliRunner().invoke(app, ["play", "--players", "3", *seats], input="quit\n")
    assert result.exit_code == 0 and f"Mine (p1): {first}" in result.output, result.output


def test_policy_of_an_installed_package_is_a_bot_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_policy.py").write_text(MINE, encoding="utf-8")
    info = tmp_path / "my_policy-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-policy\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[teahorse.bots]\nmine = my_policy:Mine\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    plugins.cache_clear()
    try:
        game = Game.new(players=3)
        assert bot_named("mine", seed=5).choose(game) == PolicyBot(last_legal).choose(game)
    finally:
        monkeypatch.undo()
        plugins.cache_clear()
