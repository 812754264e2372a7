"""The bonuses of tempers come for what a player really gets, at the move that brings it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

from teahorse import Game
from teahorse.bots.network.shape import TEMPERS
from teahorse.learn.recipe import read_recipe
from teahorse.learn.tempers import progress, progress_bonuses
from teahorse.learn.train import Training

BUILDER, DIPLOMAT, RACER, COLLECTOR = (TEMPERS.index(name) for name in ("builder", "diplomat", "racer", "collector"))
PROVINCES = ("Y", "S", "K", "T", "Q")


def test_what_tempers_collect_is_what_stands_on_the_board() -> None:
    rng = np.random.default_rng(3)
    found = set()
    for seed in range(6):
        game = Game.new("2023", 3, seed=seed)
        while not game.is_over:
            snapshot = game.snapshot()
            player = int(game.to_move[1:]) - 1
            row = torch.from_numpy(game.observe(rules=False))[None]
            values = progress(row, torch.tensor([player]), torch.tensor([3]), progress_bonuses("cpu"))[0]
            for number in range(3):
                has = snapshot["players"][f"p{number + 1}"]
                built = sum(has["posts"].values()) + len(has["bridges"]) + len(has["teahouses"])
                assert abs(float(values[number, BUILDER]) - 0.12 * built) < 1e-5
                assert abs(float(values[number, DIPLOMAT]) - 0.1 * has["influence"]) < 1e-5
                assert abs(float(values[number, RACER]) - 0.08 * (1 + PROVINCES.index(has["horse"]))) < 1e-5
                assert abs(float(values[number, COLLECTOR]) - 0.08 * has["presents"]) < 1e-5
                found |= {name for name in ("influence", "presents") if has[name]} | ({"built"} if built else set())
            game.play(str(rng.choice(game.legal_moves())))
    assert found == {"influence", "presents", "built"}


def test_a_bonus_comes_with_the_move_and_only_for_the_temper() -> None:
    recipe = replace(read_recipe("small"), lanes=32, steps=40, batch=64, width=16, temper_share=0.0)
    play = Training(recipe, Path("unused"), "cpu", seed=1).play
    play._tempers[:, 0] = BUILDER
    steps = play.play()
    before_an_end = torch.cumsum(steps.ended, 0) == 0
    rewards = steps.reward[before_an_end]
    assert torch.isclose(rewards[:, 0].abs() / 0.12, (rewards[:, 0].abs() / 0.12).round(), atol=1e-4).all()
    assert rewards[:, 0].abs().sum() > 0 and not rewards[:, 1:].any()
