"""Yunnan against bots keeps to Gymnasium's ways."""

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from teahorse.envs.gymnasium import YunnanVsBots
from teahorse.errors import IllegalMove, TeahorseError
from teahorse.rules import moves

VARIANTS: dict[str, dict[str, Any]] = {
    "first-of-three": {"players": 3},
    "last-of-five": {"players": 5, "seat": 4, "opponents": "greedy"},
    "duli": {"players": 2, "seat": 1, "opponents": "busy"},
    "2013": {"edition": "2013", "players": 4, "seat": 2},
    "two-colours": {"edition": "2013", "players": 2, "seat": 1, "opponents": "greedy"},
    "house-rules": {"players": 3, "options": {"expert": True, "debt": True}},
}
every_variant = pytest.mark.parametrize("settings", VARIANTS.values(), ids=VARIANTS)


class Forgiving(YunnanVsBots):
    """Gymnasium's checker chooses an action, resets, and only then makes it: here the first legal one stands in."""

    def step(self, action: int) -> Any:
        mask = self.action_masks()
        return super().step(action if mask[action] else int(np.argmax(mask)))


gymnasium.register("tests/Forgiving-v0", entry_point=Forgiving)


@every_variant
def test_passes_the_checker(settings: dict[str, Any]) -> None:
    check_env(gymnasium.make("tests/Forgiving-v0", render_mode="ansi", **settings).unwrapped)


@every_variant
def test_learner_decides_until_the_end_and_is_rewarded_there(settings: dict[str, Any]) -> None:
    env = YunnanVsBots(**settings)
    _, info = env.reset(seed=3)
    env.action_space.seed(3)
    rewards = []
    terminated = False
    while not terminated:
        assert env._table.rules.record.person[env._table.mover] == env.seat
        assert (env.action_masks() == info["action_mask"].astype(bool)).all()
        row, reward, terminated, truncated, info = env.step(env.action_space.sample())
        rewards.append(reward)
        assert row in env.observation_space and not truncated
    assert not any(rewards[:-1])
    shares = np.linspace(1, -1, env._table.rules.people)
    assert np.isclose(rewards[-1], shares).any()
    assert not info["action_mask"].any()
    with pytest.raises(IllegalMove, match=r"\(11\.1\)"):
        env.step(0)


def test_same_seed_gives_the_same_game() -> None:
    rows = []
    for _ in range(2):
        env = YunnanVsBots(players=3, seat=1)
        row, _ = env.reset(seed=11)
        env.action_space.seed(11)
        seen = [row]
        for _ in range(100):
            row, _, terminated, _, _ = env.step(env.action_space.sample())
            seen.append(row)
            if terminated:
                break
        rows.append(np.array(seen))
    assert (rows[0] == rows[1]).all()


def test_illegal_action_names_the_rule_and_changes_nothing() -> None:
    env = YunnanVsBots(players=3)
    row, _ = env.reset(seed=1)
    with pytest.raises(IllegalMove, match=r"`done` is not allowed \(1\.6\): Now p1 is to"):
        env.step(moves.DONE)
    assert (env._table.observe(0) == row).all()
    with pytest.raises(TeahorseError, match="is no move of the table"):
        env.step(moves.MOVES)


def test_sampling_gives_legal_moves_unless_told_otherwise() -> None:
    env = YunnanVsBots(players=3)
    _, info = env.reset(seed=1)
    assert all(info["action_mask"][env.action_space.sample()] for _ in range(50))
    only = np.zeros(moves.MOVES, np.int8)
    only[moves.DONE] = 1
    assert env.action_space.sample(only) == moves.DONE


@pytest.mark.parametrize("seat", [-1, 3, True, "p1"])
def test_seat_that_nobody_has_is_refused(seat: Any) -> None:
    with pytest.raises(TeahorseError, match="The seats of 3 people are 0 to 2, not"):
        YunnanVsBots(players=3, seat=seat)


def test_unknown_opponents_are_refused() -> None:
    with pytest.raises(TeahorseError, match="Opponents play random, busy or greedy, not 'clever'"):
        YunnanVsBots(opponents="clever")


def test_vector_of_environments_can_be_made() -> None:
    envs = gymnasium.make_vec("teahorse/YunnanVsBots-v0", num_envs=2, players=3)
    rows, infos = envs.reset(seed=1)
    assert rows.shape[0] == 2 and infos["action_mask"].shape == (2, moves.MOVES)
    envs.close()


def test_environment_can_be_sent_to_another_process() -> None:
    env = YunnanVsBots(players=3, seat=2)
    env.reset(seed=4)
    copy = pickle.loads(pickle.dumps(env))
    action = int(np.flatnonzero(env.action_masks())[0])
    assert (copy.step(action)[0] == env.step(action)[0]).all()


def test_render_shows_the_board_as_text() -> None:
    env = YunnanVsBots(players=3, render_mode="ansi")
    env.reset(seed=1)
    assert "Tea Horse Road" in str(env.render())
    assert YunnanVsBots(players=3).render() is None
