"""Wrappers, checks and a learner of other projects work on the environments as they are."""

from typing import Any

import gymnasium
import numpy as np
import supersuit
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_checker import check_env

import teahorse.envs.gymnasium  # noqa: F401 - registers the environment
from teahorse.envs import pettingzoo
from teahorse.observation import size_of


def make(**settings: Any) -> Any:
    return gymnasium.make("teahorse/Yunnan-v0", players=3, **settings)


def test_wrappers_of_supersuit_fit() -> None:
    env = supersuit.clip_reward_v0(supersuit.frame_stack_v1(make(illegal="random"), 2))
    row, _ = env.reset(seed=1)
    assert row.shape == env.observation_space.shape == (2 * size_of(),)
    row, *_ = env.step(env.action_space.sample())
    assert row in env.observation_space


def test_wrappers_of_supersuit_fit_pettingzoo_too() -> None:
    env = supersuit.clip_reward_v0(pettingzoo.env(players=3, reward=lambda before, after: [9, 0, -9]))
    env.reset(seed=1)
    env.step(int(env.last()[0]["action_mask"].argmax()))
    assert env.rewards == {"p1": 1, "p2": 0, "p3": -1}


def test_passes_the_checker_of_stable_baselines() -> None:
    check_env(make(illegal="random").unwrapped)


def test_maskable_ppo_learns_from_legal_moves_alone() -> None:
    env = make(reward="margin")  # an illegal action would raise an error
    model = MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=16, n_epochs=1, seed=1, device="cpu")
    before = [weights.clone() for weights in model.policy.parameters()]
    model.learn(32)
    assert any((weights != old).any() for weights, old in zip(model.policy.parameters(), before, strict=True))
    row, info = env.reset(seed=2)
    action, _ = model.predict(row, action_masks=info["action_mask"].astype(np.bool_))
    assert info["action_mask"][action]
