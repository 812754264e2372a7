"""Calibration: chances that are right lie on the diagonal, others don't, and intervals know that games are few."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from teahorse import Game
from teahorse.arena import Settings, game_of, play_series
from teahorse.arena.summary import wilson
from teahorse.bots.network.network_bot import NetworkBot
from teahorse.bots.network.weights import shipped_weights
from teahorse.cli import app
from teahorse.learn.calibration import Calibration, Predictions, calibrate, predictions_of

RECIPE = """
width = 16
blocks = 1
lanes = 2
steps = 2
batch = 2
learning_rate = 0.001
entropy = 0.01
pull = 0.01
reference_decay = 0.9
tables = [
  { edition = "2023", players = 3, lanes = 500 },
  { edition = "2013", players = 2, lanes = 500, options = { two_players = "duli" } },
]
"""


def synthetic(distort: float, games: int = 3000, each: int = 20) -> Calibration:
    """Predictions whose logits are distorted; those of one game are the same."""
    rng = np.random.default_rng(5)
    chance = rng.uniform(0.02, 0.98, games)
    won = rng.random(games) < chance
    said = 1 / (1 + ((1 - chance) / chance) ** distort)
    number = np.arange(games)
    return calibrate("all", Predictions(said.repeat(each), won.repeat(each), number.repeat(each)))


def test_right_chances_are_within_the_intervals() -> None:
    right = synthetic(1.0)
    assert len(right.bins) == 10 and right.games == 3000
    within = [each.interval[0] <= each.said <= each.interval[1] for each in right.bins]
    assert sum(within) >= 9
    assert right.error < 0.03


def test_chances_that_are_too_sure_are_found_out() -> None:
    sure = synthetic(3.0)
    for each in sure.bins[1:3]:
        assert each.said < each.interval[0]
    for each in sure.bins[-3:-1]:
        assert each.said > each.interval[1]
    assert sure.error > 2 * synthetic(1.0).error


def test_twenty_predictions_of_a_game_say_no_more_than_one() -> None:
    for each in synthetic(1.0).bins:
        assert each.predictions == 20 * each.games
        low, high = wilson(round(each.won * each.games), each.games)
        assert high - low == pytest.approx(each.interval[1] - each.interval[0], rel=0.02)


def test_every_decision_and_person_of_a_game_counts(tmp_path: Path) -> None:
    settings = Settings.of(["network?temperature=1"], "2013", 2, {"two_players": "duli"}, seed=4)
    results = play_series(settings, 2, tmp_path / "games.jsonl", cores=1).results
    said = predictions_of(results, settings.rules, shipped_weights())
    first = said.games == 0
    played = game_of(settings, results[0])
    decisions = sum(isinstance(move, int) for move in played.history)  # the others are chance
    assert first.sum() == 2 * decisions
    assert said.chances[first].reshape(-1, 2).sum(1) == pytest.approx(np.ones(decisions))
    assert (said.won[first].reshape(-1, 2)[:, results[0].ranking[0]]).all()
    begun = Game.before_dealing(settings.rules)
    begun.make(played.history[0])
    expected = NetworkBot().consider(begun)[0].values
    assert said.chances[:2] == pytest.approx(np.array(expected))


def test_games_of_different_tables_are_different_games() -> None:
    part = Predictions(np.array([0.5, 0.5]), np.array([True, False]), np.array([0, 1]))
    together = Predictions.together([part, part, part])
    assert together.games.tolist() == [0, 1, 2, 3, 4, 5]


def test_the_command_shows_tables_and_draws(tmp_path: Path) -> None:
    recipe, plot = tmp_path / "recipe.toml", tmp_path / "calibration.svg"
    recipe.write_text(RECIPE, encoding="utf-8")
    arguments = ["learn", "calibrate", "--games", "2", "--recipe", str(recipe), "--cores", "1"]
    arguments += ["--folder", str(tmp_path / "games")]
    shown = CliRunner().invoke(app, [*arguments, "--plot", str(plot)])
    assert shown.exit_code == 0, shown.output
    assert "| 2013, 2 players, two_players=duli | 2 |" in shown.output and "| all | 4 |" in shown.output
    assert plot.stat().st_size > 1000
    written = json.loads(CliRunner().invoke(app, [*arguments, "--json"]).stdout)
    assert [table["games"] for table in written["tables"]] == [2, 2]
    assert sum(each["predictions"] for each in written["all"]["bins"]) > 100
