"""Calibration: chances that are right lie on the diagonal, others don't, and intervals know that games are few."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from teahorse import Game
from teahorse.arena import Settings, game_of, play_series
from teahorse.arena.summary import wilson
from teahorse.bots.chances import Correction, read_correction
from teahorse.bots.network.network_bot import NetworkBot
from teahorse.bots.network.weights import shipped_weights
from teahorse.cli import app
from teahorse.learn import rungs, search_opinions
from teahorse.learn.calibration import Calibration, Predictions, calibrate, predictions_of
from teahorse.learn.chances_fit import compare_groups, fit_by_halves, fit_correction
from teahorse.learn.search_opinions import Opinion, Series

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
    ordinary = json.loads(CliRunner().invoke(app, [*arguments, "--ordinary", "--json"]).stdout)
    assert [table["table"] for table in ordinary["tables"]] == [
        table["table"] for table in written["tables"] if "=" not in table["table"]
    ]


def opinions(made: Correction, games: int = 4000) -> list[Opinion]:
    """What a search says that needs this correction, and who won."""
    rng = np.random.default_rng(3)
    said = []
    for game in range(games):
        values = tuple(rng.dirichlet((0.5,) * 3))
        over = float(rng.random())
        winner = int(rng.choice(3, p=made(values, over)))
        said.append(Opinion(values, over, winner, f"{game}"))
    return said


def test_the_correction_is_found_from_who_won() -> None:
    made = Correction(doubt=0.03, early=0.4, late=0.9)
    said = opinions(made)
    found = fit_correction(said)
    assert (found.early, found.late) == (pytest.approx(made.early, abs=0.1), pytest.approx(made.late, abs=0.1))
    before, after = compare_groups([Series("3 players", "novice", said)])[0]
    assert after.error < before.error / 2


def test_no_game_is_judged_by_a_correction_that_was_fitted_to_it() -> None:
    said = opinions(Correction(0.03, 0.4, 0.9), 40)
    halves = fit_by_halves(said)
    one, other = set(halves.values())
    ours = [opinion for opinion in said if halves[opinion.game] == one]
    assert fit_correction(ours) == other and fit_correction([each for each in said if each not in ours]) == one


def test_the_command_asks_a_search_about_games_of_bots_and_writes_the_correction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rungs, "TABLES", (rungs.Rules(players=3),))
    file, plot = tmp_path / "chances.toml", tmp_path / "chances.svg"
    arguments = ["learn", "calibrate", "search:4", "--games", "2", "--played-by", "novice", "--cores", "1"]
    arguments += ["--folder", str(tmp_path / "games")]
    shown = CliRunner().invoke(app, [*arguments, "--fit", str(file), "--plot", str(plot)])
    assert shown.exit_code == 0, shown.output
    assert "| the search says |" in shown.output and "| people are shown |" in shown.output
    assert "| played by novice | 2 |" in shown.output and plot.stat().st_size > 1000
    assert "teahorse learn calibrate search:4 --games 2 --seed 1 --played-by novice" in file.read_text(encoding="utf-8")
    # The games and what the search said are kept.
    monkeypatch.setattr(search_opinions, "opinions_of", None)
    written = json.loads(CliRunner().invoke(app, [*arguments, "--json"]).stdout)
    assert written["correction"] == vars(read_correction(file))
    assert CliRunner().invoke(app, ["learn", "calibrate", "network", "--fit", str(file)]).exit_code == 2
