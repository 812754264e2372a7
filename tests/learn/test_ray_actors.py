"""Self-play by actors: the steps are those of self-play here, and training works with them."""

import copy
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from typer.testing import CliRunner

from teahorse import TeahorseError
from teahorse.arena.ray_cluster import connected
from teahorse.cli import app
from teahorse.learn.network import Network
from teahorse.learn.pool import Pool, load, weights_of
from teahorse.learn.ray_actors import SEEDS_APART, RayActors, RayPlay
from teahorse.learn.recipe import read_recipe
from teahorse.learn.self_play import SelfPlay, Steps
from teahorse.learn.targets import targets_of
from teahorse.learn.update import Updater

TINY = replace(read_recipe("small"), lanes=12, steps=8, batch=64, width=16, lookahead_share=0.5, lookahead_moves=3)
ACTORS = 2


class HereRay:
    """Ray's calls, carried out in this process; what an actor returns is copied, as by Ray."""

    @staticmethod
    def put(value: object) -> object:
        return value

    @staticmethod
    def get(values: object) -> object:
        return values

    @staticmethod
    def remote(**_: object) -> object:
        class Call:
            def __init__(self, function: object) -> None:
                self.remote = function

        class Made:
            def __init__(self, made: Any) -> None:
                self.play = Call(lambda *given: copy.deepcopy(made.play(*given)))

        return lambda kind: Call(lambda *arguments: Made(kind(*arguments)))


def networks() -> tuple[Network, Pool]:
    torch.manual_seed(4)
    network = Network(TINY.shape)
    pool = Pool(network, TINY.pool_groups, TINY.pool_size, seed=1)
    pool.add(0.0, Network(TINY.shape))
    pool.draw()
    return network, pool


def test_actors_play_what_self_play_would() -> None:
    network, pool = networks()
    play = RayPlay(RayActors(HereRay, ACTORS), TINY, network, pool, "cpu", seed=7)
    steps = play.play()
    part = replace(TINY, lanes=TINY.lanes // ACTORS)
    load(network, weights_of(network))  # actors get weights in half precision
    for number in range(ACTORS):
        here = SelfPlay(part, network, pool.opponents, "cpu", 7 + SEEDS_APART * number)
        expected, lanes = here.play(), slice(number * part.lanes, (number + 1) * part.lanes)
        for field in fields(Steps):
            one, other = getattr(steps, field.name)[:, lanes].float(), getattr(expected, field.name).float()
            assert torch.allclose(one, other, rtol=2e-3, atol=2e-3), field.name
        assert play.tried is not None and here.tried is not None
        decisions = here.tried.lanes.shape[1]
        of_actor = slice(number * decisions, (number + 1) * decisions)
        assert torch.equal(play.tried.lanes[:, of_actor], here.tried.lanes + lanes.start)
        assert torch.allclose(play.tried.gain[:, of_actor], here.tried.gain, atol=1e-5)
        assert torch.equal(play.games.rules_of[lanes], here.games.rules_of)
        assert torch.equal(play.games.players[lanes], here.games.players)
        assert torch.equal(play.games.rules_rows, here.games.rules_rows)


def test_actors_get_new_weights_one_update_later_and_opponents_after_a_draw() -> None:
    network, pool = networks()
    play = RayPlay(RayActors(HereRay, ACTORS), TINY, network, pool, "cpu", seed=7)
    updater = Updater(TINY, network, play.games)
    sent: list[tuple[dict[str, np.ndarray], object]] = []
    for actor in play._actors:
        inner = actor.play.remote
        actor.play.remote = lambda *given, inner=inner: (sent.append(given), inner(*given))[1]
    steps = play.play()
    before = sent[-1]
    losses = updater.update(steps, targets_of(steps, play.games.players, TINY), play.tried)
    assert np.isfinite(losses["total"])
    pool.draw()
    play.play()
    after = sent[-1]
    assert not np.array_equal(before[0]["position.weight"], after[0]["position.weight"])
    assert before[1] is not after[1]
    play.play()
    assert sent[-1][1] is after[1]


def test_every_actor_needs_a_lane_for_every_table() -> None:
    network, pool = networks()
    with pytest.raises(TeahorseError, match="12 lanes are too few for 6 actors"):
        RayPlay(RayActors(HereRay, 6), TINY, network, pool, "cpu", seed=1)


@pytest.mark.slow
def test_training_runs_on_a_cluster(tmp_path: Path) -> None:
    from teahorse.learn.train import Stretch, Training

    with connected("local", 1) as ray:
        training = Training(TINY, tmp_path, "cpu", 1, RayActors(ray, 1))
        training.run(Stretch(1.0), lambda line: None)
    assert training.progress.updates >= 1
    assert training.progress.decisions == training.progress.updates * TINY.lanes * TINY.steps
    assert Training(TINY, tmp_path, "cpu", 1).progress.updates == training.progress.updates


def test_actors_need_a_cluster(tmp_path: Path) -> None:
    runner = CliRunner()
    alone = runner.invoke(app, ["learn", "train", str(tmp_path), "--recipe", "small", "--actors", "2"])
    assert alone.exit_code == 2 and "needs `--ray`" in alone.output
    nowhere = runner.invoke(app, ["learn", "train", str(tmp_path), "--recipe", "small", "--ray", "127.0.0.1:1"])
    assert nowhere.exit_code == 2 and "There is no Ray cluster at 127.0.0.1:1" in " ".join(nowhere.output.split())
