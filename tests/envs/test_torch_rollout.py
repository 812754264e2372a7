"""Rollouts for PyTorch hold what happened."""

import numpy as np
import pytest
import torch

from teahorse.envs.torch_rollout import rollout
from teahorse.envs.vector import VectorGame

SHORT = {"vp_end": 15, "presents_end": 10}  # the rules are the same, but a game is over sooner


def test_rollout_holds_what_happened() -> None:
    env = VectorGame(3, players=3, options=SHORT, seed=1, reward="margin")
    again = VectorGame(3, players=3, options=SHORT, seed=1, reward="margin")
    torch.manual_seed(1)
    taken = rollout(env, lambda observations, legal: torch.zeros(legal.shape), 80)
    assert taken["ended"].any()
    for step in range(80):
        assert (taken["observations"][step].numpy() == again.observations).all()
        assert (taken["to_move"][step].numpy() == again.to_move).all()
        even = -np.log(again.legal.sum(axis=1))
        assert taken["log_probs"][step].numpy() == pytest.approx(even, abs=1e-4)
        again.step(taken["actions"][step].numpy())
        assert (taken["rewards"][step].numpy() == again.rewards).all()
        assert (taken["ended"][step].numpy() == again.ended).all()
