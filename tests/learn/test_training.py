"""Training as a whole: it goes on from its checkpoint, its file plays, and a tiny network learns."""

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import torch
from typer.testing import CliRunner

from teahorse import Game
from teahorse.bots import bot_named
from teahorse.bots.network.shape import TEMPERS, facts_slices
from teahorse.bots.network.weights import Weights, read_weights
from teahorse.cli import app
from teahorse.learn.export import export
from teahorse.learn.network import Network
from teahorse.learn.pool import Pool
from teahorse.learn.recipe import read_recipe
from teahorse.learn.train import LOG, Stretch, Training
from teahorse.observation import VERSION, rules_row

TINY = replace(read_recipe("small"), lanes=16, steps=8, batch=64, width=16)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkpoint after a second of training."""
    folder = tmp_path_factory.mktemp("training") / "checkpoint"
    Training(TINY, folder, "cpu", seed=1).run(Stretch(1.0), lambda line: None)
    return folder


def test_training_goes_on_from_its_checkpoint(folder: Path) -> None:
    first = Training(TINY, folder, "cpu", seed=1)
    updates = first.progress.updates
    assert updates > 0 and first.pool.snapshots
    again = Training(TINY, folder, "cpu", seed=2)
    for one, other in zip(first.network.parameters(), again.network.parameters(), strict=True):
        assert torch.equal(one, other)
    again.run(Stretch(0.5), lambda line: None)
    assert again.progress.updates > updates
    assert again.progress.stretches == 2
    lines = [json.loads(line) for line in (folder / LOG).read_text().splitlines()]
    assert lines[0]["updates"] == 1 and lines[0]["win"] > 0


def test_the_exported_network_says_what_pytorch_says(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "network.npz"
    export(folder, file, "small", "network.pt")
    weights = read_weights(file)
    network = Network(TINY.shape)
    stored = torch.load(folder / "network.pt", weights_only=True)
    network.load_state_dict({name: value.half().float() for name, value in stored.items()})
    game = Game.new("2013", 3, seed=1)
    rng = np.random.default_rng(4)
    for number in range(40):
        temper = number % len(TEMPERS)
        logits, facts = weights.evaluate(game.table, game.rules, TEMPERS[temper])
        with torch.no_grad():
            expected = network(
                torch.from_numpy(game.observe(rules=False))[None],
                torch.from_numpy(rules_row(game.rules).copy())[None],
                torch.zeros(1, dtype=torch.int64),
                torch.tensor([temper]),
            )
        np.testing.assert_allclose(logits[0], expected[0][0].numpy(), atol=2e-4)
        np.testing.assert_allclose(facts[0], expected[1][0].numpy(), atol=2e-4)
        game.play(str(rng.choice(game.legal_moves())))


def test_a_file_of_weights_is_a_bot(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "network.npz"
    result = CliRunner().invoke(app, ["learn", "export", str(folder), str(file)])
    assert result.exit_code == 0, result.output
    game = Game.new("2023", 3, seed=1)
    for name in (f"network@{file}", f"network@{file}:20", f"network@{file}/builder"):
        assert bot_named(name, seed=1).choose(game) in game.legal_moves()


def test_training_from_a_file_may_begin_with_a_flatter_policy(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "network.npz"
    export(folder, file, "small", "network.pt")
    game = Game.new("2013", 3, seed=1)
    asked = (
        torch.from_numpy(game.observe(rules=False))[None],
        torch.from_numpy(rules_row(game.rules).copy())[None],
        torch.zeros(1, dtype=torch.int64),
        torch.zeros(1, dtype=torch.int64),
    )
    usual = Training(TINY, tmp_path / "a", "cpu", seed=1, start=file).network(*asked)
    flat = Training(TINY, tmp_path / "b", "cpu", seed=1, start=file, flatter=4.0).network(*asked)
    assert torch.allclose(flat[0], usual[0] / 4, atol=1e-3) and usual[0].abs().max() > 0.01
    assert torch.equal(flat[1], usual[1])


def test_weights_for_other_observations_are_refused(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "network.npz"
    export(folder, file, "small")
    with np.load(file) as stored:
        arrays = {name: stored[name] for name in stored.files}
    arrays["about"] = np.array(str(arrays["about"]).replace(f'"observation": {VERSION}', '"observation": 1'))
    np.savez(file, **arrays)
    with pytest.raises(Exception, match="reads version 1 of observations"):
        read_weights(file)


def test_a_tiny_network_learns_to_take_a_reward() -> None:
    """Where the bank pays a bonus and winning counts little, the policy goes to the bank more and more."""
    torch.manual_seed(1)
    recipe = replace(TINY, lanes=64, steps=16, batch=256, width=32, learning_rate=3e-3, temper_share=0.0, entropy=0.0)
    training = Training(recipe, Path("unused"), "cpu", seed=1)
    bonuses = training.play._move_bonuses
    bonuses[0] = bonuses[TEMPERS.index("banker")] * 15
    bank = bonuses[0] > 0

    def share() -> float:
        steps = training.play.play()
        possible = (steps.legal & bank).any(-1)
        return float(bank[steps.actions][possible].float().mean())

    from teahorse.learn.targets import targets_of

    before = share()
    for _ in range(40):
        steps = training.play.play()
        training.updater.update(steps, targets_of(steps, training.play.games.players, recipe))
    assert share() > 2 * before


def test_the_pool_keeps_snapshots_of_the_whole_training() -> None:
    network = Network(TINY.shape)
    pool = Pool(network, groups=1, size=4, seed=1)
    for minute in range(20):
        pool.add(float(minute), network)
    times = [time for time, _ in pool.snapshots]
    assert times[0] == 0 and times[-1] == 19 and len(times) == 4
    assert max(after - before for before, after in pairwise(times)) < 14


def test_win_chances_are_those_of_persons(folder: Path, tmp_path: Path) -> None:
    from teahorse.bots.network.network_bot import win_chances

    game = Game.new("2013", 2, seed=1)  # two people, four colours
    facts = np.zeros((1, sum(1 for _ in range(facts_slices()["outbid"].stop))), np.float32)
    facts[0, facts_slices()["win"]] = [5, 0, 5, 0, 9]  # the mover's colours, and a seat that nobody has
    person = [int(game.rules.record.person[player]) for player in range(4)]
    mover = 1
    chances = win_chances(facts, np.array([mover]), game.rules)[0]
    assert chances.sum() == pytest.approx(1.0)
    both = person[mover] == person[(mover + 2) % 4]
    assert (chances[person[mover]] > 0.9) == both


def test_errors_are_sentences(tmp_path: Path) -> None:
    runner = CliRunner()
    for arguments, sentence in (
        (["learn", "train", str(tmp_path), "--recipe", "nothing"], "There is no recipe 'nothing'"),
        (["learn", "train", str(tmp_path), "--rate", "x"], "Two factors with a colon"),
        (["learn", "plot", str(tmp_path), "a.png"], "There is no log"),
        (["learn", "ladder", "network@none.npz", "--games", "1"], "There is no file none.npz"),
        (["learn", "ladder", "network/vain", "--games", "1"], "They take a temper"),
    ):
        result = runner.invoke(app, arguments)
        assert result.exit_code == 2
        assert sentence in " ".join(result.output.split()).replace("│ ", ""), result.output


def test_the_shipped_network_is_small_and_says_how_it_was_trained() -> None:
    from teahorse.bots.network.weights import FILE, shipped_weights

    assert FILE.stat().st_size <= 8_000_000
    weights = shipped_weights()
    assert isinstance(weights, Weights)
    assert weights.about["decisions"] > 1e9
    assert weights.about["tempers"] == list(TEMPERS)
