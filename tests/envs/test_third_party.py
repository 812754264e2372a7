"""Wrappers and checks of others work on the environments as they are."""

import gymnasium
import pytest

import teahorse.envs.gymnasium  # noqa: F401 - registers the environment
from teahorse.observation import size_of


def test_wrappers_of_supersuit_fit() -> None:
    supersuit = pytest.importorskip("supersuit")
    env = gymnasium.make("teahorse/Yunnan-v0", players=3, illegal="random")
    env = supersuit.clip_reward_v0(supersuit.frame_stack_v1(env, 2))
    row, _ = env.reset(seed=1)
    assert row.shape == env.observation_space.shape == (2 * size_of(),)
    row, *_ = env.step(env.action_space.sample())
    assert row in env.observation_space


def test_passes_the_checker_of_stable_baselines() -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker")  # only where PyTorch is already there
    checker.check_env(gymnasium.make("teahorse/Yunnan-v0", players=3, illegal="random").unwrapped)
