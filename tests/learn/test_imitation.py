"""Imitation: a network learns to play like a bot from its decisions, and training meets it as a rival."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from typer.testing import CliRunner

from teahorse import Game
from teahorse.arena import Settings, game_of, play_series
from teahorse.bots.network.weights import read_weights
from teahorse.cli import app
from teahorse.errors import TeahorseError
from teahorse.learn.export import write_weights
from teahorse.learn.imitation import Decisions, Imitator, WatchedGames, decisions_of, games_each
from teahorse.learn.network import Network
from teahorse.learn.pool import Pool, Weights, weights_of
from teahorse.learn.recipe import Recipe, Table, read_recipe
from teahorse.learn.train import Stretch, Training

TABLES = (Table("2023", 3, 3, {}), Table("2013", 2, 1, {"two_players": "duli"}))
TINY = replace(read_recipe("small"), tables=TABLES, lanes=16, steps=8, batch=64, width=16, learning_rate=0.003)


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Decisions:
    """The decisions of some games of greedy bots."""
    games = WatchedGames(("greedy",), tmp_path_factory.mktemp("watched"), cores=1)
    return Decisions.together(list(games.play(TABLES, 28, lambda count: None)))


def test_tables_get_games_by_their_shares() -> None:
    assert games_each(TABLES, 100) == [75, 25]
    assert games_each(TABLES, 1) == [1, 1]


def test_decisions_are_what_the_players_saw_and_did(tmp_path: Path) -> None:
    settings = Settings.of(["greedy"], "2013", 2, {"two_players": "duli"}, seed=3)
    (result,) = play_series(settings, 1, tmp_path / "game.jsonl", cores=1).results
    decisions = decisions_of([result], settings.rules, 7)
    finished = game_of(settings, result)
    game = Game.before_dealing(finished.rules)
    at = 0
    for text in finished.moves:
        if game.to_move != "chance" and game.legal_mask().sum() > 1:
            assert np.array_equal(decisions.observations[at], game.observe(rules=False).astype(np.float16))
            assert np.array_equal(decisions.legal[at], game.legal_mask())
            assert game.action_text(int(decisions.moves[at])) == text
            at += 1
        game.play(text)
    assert at == len(decisions.moves) > 30
    assert set(decisions.rules_of) == {7} and decisions.tests.all()


def test_the_network_plays_like_the_bot_in_games_it_has_not_seen(watched: Decisions) -> None:
    imitator = Imitator(TINY, watched, "cpu", seed=1)
    before = imitator.likeness()
    losses: list[float] = []
    imitator.learn(6, lambda number, loss: losses.append(loss))
    after = imitator.likeness()
    assert after.decisions == watched.tests.sum() > 50
    assert losses[-1] < 0.7 * losses[0]
    assert after.loss < 0.7 * before.loss
    assert after.agreement > before.agreement + 0.15


def differs(drawn: Weights, weights: Weights) -> bool:
    return any(not torch.equal(value, weights[name]) for name, value in drawn.items())


def test_rivals_are_drawn_by_their_share() -> None:
    rival = weights_of(Network(TINY.shape))
    pool = Pool(Network(TINY.shape), 200, 3, 1, [rival], rival_share=0.25)
    pool.add(0.0, Network(TINY.shape))
    pool.draw()
    rivals = sum(not differs(opponent, rival) for opponent in pool.drawn)
    assert 30 <= rivals <= 70


def test_without_rivals_their_share_means_nothing() -> None:
    pool = Pool(Network(TINY.shape), 20, 3, 1, [], rival_share=1.0)
    pool.add(0.0, Network(TINY.shape))
    pool.draw()
    assert not any(differs(opponent, pool.snapshots[0][1]) for opponent in pool.drawn)


def rival_file(folder: Path, recipe: Recipe) -> Path:
    file = folder / "rival.npz"
    write_weights(file, Network(recipe.shape).state_dict(), {})
    return file


def test_training_plays_against_rivals_and_does_not_change_them(tmp_path: Path) -> None:
    file = rival_file(tmp_path, TINY)
    training = Training(replace(TINY, rival_share=1.0), tmp_path / "checkpoint", "cpu", 1, rivals=[file])
    training.run(Stretch(0.2), lambda line: None)
    rival = {name: torch.from_numpy(value.T.copy()) for name, value in _stored(file).items()}
    assert training.progress.updates > 0 and not any(differs(opponent, rival) for opponent in training.pool.drawn)


def _stored(file: Path) -> dict[str, np.ndarray]:
    with np.load(file) as stored:
        return {name: stored[name] for name in Network(TINY.shape).state_dict()}


def test_training_begins_with_the_weights_of_a_file_unless_there_is_a_checkpoint(tmp_path: Path) -> None:
    file, folder = rival_file(tmp_path, TINY), tmp_path / "checkpoint"
    stored = {name: torch.from_numpy(value.T.copy()) for name, value in _stored(file).items()}
    begun = Training(TINY, folder, "cpu", 1, start=file)
    for network in (begun.network, begun.updater.reference):
        assert not differs(weights_of(network), stored)
    begun.run(Stretch(0.2), lambda line: None)
    gone_on = Training(TINY, folder, "cpu", 1, start=file)
    assert differs(weights_of(gone_on.network), stored)


def test_a_rival_of_another_size_is_refused(tmp_path: Path) -> None:
    file = rival_file(tmp_path, replace(TINY, width=32))
    with pytest.raises(TeahorseError, match=r"32 wide with 1 blocks; it must be as large as .* recipe, 16 wide"):
        Training(TINY, tmp_path / "checkpoint", "cpu", 1, rivals=[file])


def test_the_command_writes_a_network_that_plays(tmp_path: Path) -> None:
    file, folder = tmp_path / "rival.npz", tmp_path / "watched"
    start = rival_file(tmp_path, read_recipe("small"))
    arguments = ["learn", "imitate", str(file), "--bots", "greedy,random", "--games", "8", "--recipe", "small"]
    more = ["--passes", "1", "--folder", str(folder), "--cores", "1", "--rate", "1e-9", "--start", str(start)]
    done = CliRunner().invoke(app, [*arguments, *more])
    assert done.exit_code == 0, done.output
    with np.load(file) as written, np.load(start) as begun:  # nothing was learned at such a rate
        assert np.allclose(written["moves.weight"], begun["moves.weight"], atol=1e-3)
    assert "its first choice is the bots' move" in done.output
    assert read_weights(file).about["imitates"] == "greedy,random"
