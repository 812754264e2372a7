"""Yunnan against bots follows Gymnasium's interface."""

import pickle
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from teahorse.bots import bot_named
from teahorse.envs.gymnasium import Yunnan
from teahorse.errors import IllegalMove, TeahorseError
from teahorse.observation import size_of
from teahorse.rules import moves

SHORT = {"vp_end": 15, "presents_end": 10}  # the rules are the same, but a game is over sooner

VARIANTS: dict[str, dict[str, Any]] = {
    "first-of-three": {"players": 3},
    "last-of-five": {"players": 5, "seat": 4, "opponents": "greedy"},
    "duli": {"players": 2, "seat": 1, "opponents": "busy"},
    "2013": {"edition": "2013", "players": 4, "seat": 2},
    "two-colours": {"edition": "2013", "players": 2, "seat": 1, "opponents": "greedy"},
    "house-rules": {"players": 3, "options": {"expert": True, "debt": True}},
}
every_variant = pytest.mark.parametrize("settings", VARIANTS.values(), ids=VARIANTS)


@every_variant
def test_passes_the_checker(settings: dict[str, Any]) -> None:
    # The checker chooses an action, resets, and only then makes it.
    check_env(gymnasium.make("teahorse/Yunnan-v0", render_mode="ansi", illegal="random", **settings).unwrapped)


@every_variant
def test_learner_decides_until_the_end_and_is_rewarded_there(settings: dict[str, Any]) -> None:
    env = Yunnan(**settings)
    _, info = env.reset(seed=3)
    env.action_space.seed(3)
    rewards = []
    terminated = False
    while not terminated:
        assert env._game.rules.record.person[env._game.mover] == env.seat
        assert (env.action_masks() == info["action_mask"].astype(bool)).all()
        row, reward, terminated, truncated, info = env.step(env.action_space.sample())
        rewards.append(reward)
        assert row in env.observation_space and not truncated
    assert not any(rewards[:-1])
    shares = np.linspace(1, -1, env._game.rules.people)
    assert np.isclose(rewards[-1], shares).any()
    assert np.flatnonzero(info["action_mask"]).tolist() == [moves.PASS]  # never all 0
    with pytest.raises(IllegalMove, match=r"\(11\.1\)"):
        env.step(0)


def test_same_seed_gives_the_same_game() -> None:
    rows = []
    for _ in range(2):
        env = Yunnan(players=3, seat=1)
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
    env = Yunnan(players=3)
    row, _ = env.reset(seed=1)
    with pytest.raises(IllegalMove, match=r"`done` is not allowed \(1\.6\): Now p1 is to"):
        env.step(moves.DONE)
    assert (env._game.observe(0) == row).all()
    with pytest.raises(TeahorseError, match="is not a move"):
        env.step(moves.MOVES)


def test_sampling_gives_legal_moves_unless_told_otherwise() -> None:
    env = Yunnan(players=3)
    _, info = env.reset(seed=1)
    assert all(info["action_mask"][env.action_space.sample()] for _ in range(50))
    only = np.zeros(moves.MOVES, np.int8)
    only[moves.DONE] = 1
    assert env.action_space.sample(only) == moves.DONE


@pytest.mark.parametrize("seat", [-1, 3, True, "p1"])
def test_seat_that_nobody_has_is_refused(seat: Any) -> None:
    with pytest.raises(TeahorseError, match="The seats of 3 people are 0 to 2, or `random`, not"):
        Yunnan(players=3, seat=seat)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"opponents": "clever"}, "There is no bot 'clever'"),
        ({"opponents": 3}, "Opponents are a bot's name, a Bot or a function, not 3"),
        ({"reward": "points"}, "A reward is `rank`, `win`, `margin` or a function of two standings, not 'points'"),
        ({"illegal": "forgive"}, "An illegal action may `raise`, `lose`, `random`, not 'forgive'"),
        ({"render_mode": "ascii"}, "A render mode is `ansi`, `human`, `rgb_array`, not 'ascii'"),
    ],
)
def test_invalid_settings_are_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(TeahorseError, match=message):
        Yunnan(**wrong)


def test_reset_refuses_unknown_options_and_takes_a_seat() -> None:
    env = Yunnan(players=3)
    with pytest.raises(TeahorseError, match="The only option of `reset` is `seat`, not 'level'"):
        env.reset(options={"level": 3})
    _, info = env.reset(seed=1, options={"seat": 2})
    assert info["seat"] == 2 and env._game.rules.record.person[env._game.mover] == 2
    assert env.reset()[1]["seat"] == 0


def test_random_seat_changes_from_game_to_game() -> None:
    env = Yunnan(players=3, seat="random")
    seats = [env.reset(seed=4)[1]["seat"], *(env.reset()[1]["seat"] for _ in range(20))]
    assert set(seats) == {0, 1, 2}
    assert env.reset(seed=4)[1]["seat"] == seats[0]


def policy_of_first(observation: Any, mask: Any) -> int:
    assert mask[int(np.argmax(mask))] and observation.shape == (size_of(),)
    return int(np.argmax(mask))


@pytest.mark.parametrize("opponents", ["novice", bot_named("greedy"), policy_of_first], ids=["name", "bot", "function"])
def test_opponents_can_be_bots_and_functions(opponents: Any) -> None:
    env = Yunnan(players=3, seat=1, opponents=opponents, options=SHORT)
    env.reset(seed=2)
    env.action_space.seed(2)
    terminated = False
    while not terminated:
        assert env._game.mover == 1
        _, reward, terminated, _, info = env.step(env.action_space.sample())
    assert reward == 1 - (info["rank"][1] - 1)


def test_illegal_action_can_lose_the_game() -> None:
    env = Yunnan(players=3, illegal="lose")
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(moves.DONE)
    assert (reward, terminated, truncated, info["illegal"]) == (-1, True, False, True)
    with pytest.raises(IllegalMove, match="An illegal action has lost this game; reset the environment"):
        env.step(moves.PASS)
    env.reset()
    assert env.step(moves.PASS)[4]["illegal"] is False


def test_illegal_action_can_be_replaced_by_a_random_one() -> None:
    env = Yunnan(players=3, illegal="random")
    env.reset(seed=1)
    _, _, terminated, _, info = env.step(moves.DONE)
    assert not terminated and info["illegal"]


@pytest.mark.parametrize("reward", ["win", "margin"])
def test_rewards_add_up_to_what_the_end_is_worth(reward: str) -> None:
    env = Yunnan(players=3, seat=1, reward=reward, opponents="greedy", options=SHORT)
    _, info = env.reset(seed=5)
    env.action_space.seed(5)
    start, total, terminated = info["lead"][1], 0.0, False
    while not terminated:
        _, step, terminated, _, info = env.step(env.action_space.sample())
        total += step
    rank = info["rank"][1]
    if reward == "win":
        assert total == (1 if rank == 1 else -0.5)
    else:
        assert total == pytest.approx(1 - (rank - 1) + (info["lead"][1] - start) / 100, abs=1e-5)


def test_masks_of_a_synchronous_vector_can_be_sampled() -> None:
    envs = gymnasium.make_vec("teahorse/Yunnan-v0", num_envs=3, vectorization_mode="sync", players=3)
    _, infos = envs.reset(seed=1)
    envs.action_space.seed(1)
    for _ in range(20):
        actions = envs.action_space.sample(infos["action_mask"])
        assert infos["action_mask"][np.arange(3), actions].all()
        *_, infos = envs.step(actions)
    envs.close()


def test_module_before_the_id_registers_the_environment() -> None:
    program = """
import gymnasium
gymnasium.make("teahorse.envs.gymnasium:teahorse/Yunnan-v0", players=3).reset(seed=1)
"""
    vector = """
import gymnasium
gymnasium.make_vec("teahorse.envs.gymnasium:teahorse/Yunnan-v0", num_envs=2, players=3).reset(seed=1)
"""
    for source in (program, vector):
        subprocess.run([sys.executable, "-c", source], check=True)


def test_environment_can_be_sent_to_another_process() -> None:
    env = Yunnan(players=3, seat=2)
    env.reset(seed=4)
    copy = pickle.loads(pickle.dumps(env))
    action = int(np.flatnonzero(env.action_masks())[0])
    assert (copy.step(action)[0] == env.step(action)[0]).all()


def test_render_shows_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    env = Yunnan(players=3, render_mode="ansi")
    env.reset(seed=1)
    assert "Tea Horse Road" in env.render()
    assert Yunnan(players=3).render() is None
    pixels = Yunnan(players=3, render_mode="rgb_array").render()
    assert pixels.dtype == np.uint8 and pixels.shape[2] == 3 and len(np.unique(pixels.reshape(-1, 3), axis=0)) > 20
    Yunnan(players=3, render_mode="human").reset(seed=1)
    assert "Tea Horse Road" in capsys.readouterr().out
