"""The vector of games against bots follows Gymnasium's interface for vectors."""

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv

from teahorse.envs.gymnasium_vector import YunnanVector
from teahorse.errors import TeahorseError
from teahorse.observation import layout
from teahorse.rules import moves

OVER = layout()["game.phase"].stop - 1
SHORT = {"vp_end": 15, "presents_end": 10}  # the rules are the same, but a game is over sooner


def make(n: int = 4, **settings: Any) -> Any:
    return gymnasium.make_vec("teahorse/Yunnan-v0", num_envs=n, players=3, options=SHORT, **settings)


def rollout(envs: Any, infos: dict[str, Any], steps: int) -> list[tuple[Any, ...]]:
    envs.action_space.seed(1)
    history = []
    for _ in range(steps):
        rows, rewards, ended, _, infos = envs.step(envs.action_space.sample(infos["action_mask"]))
        history.append((rows.tobytes(), rewards.tolist(), ended.tolist(), infos["points"].tolist()))
    return history


def test_made_by_gymnasium_it_is_a_compiled_vector() -> None:
    envs = make()
    assert isinstance(envs, VectorEnv) and isinstance(envs.unwrapped, YunnanVector)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    assert (envs.num_envs, envs.single_action_space.n, envs.action_space.shape) == (4, moves.MOVES, (4,))
    rows, infos = envs.reset(seed=3)
    assert rows in envs.observation_space and rows[0] in envs.single_observation_space
    rows, rewards, ended, truncated, infos = envs.step(envs.action_space.sample(infos["action_mask"]))
    assert rows in envs.observation_space and not truncated.any()
    assert (rewards.shape, ended.shape, infos["points"].shape) == ((4,), (4,), (4, 3))
    envs.close()


@pytest.mark.parametrize("settings", [{"seat": 1, "opponents": "greedy"}, {"seat": "random", "reward": "margin"}])
def test_learner_decides_and_the_end_is_told(settings: dict[str, Any]) -> None:
    envs = make(**settings)
    _, infos = envs.reset(seed=2)
    envs.action_space.seed(2)
    person, games = envs.unwrapped.game.rules.record.person, 0
    while games < 8:
        seats = infos["seat"]
        assert (person[envs.unwrapped.game.to_move] == seats).all()
        rows, rewards, ended, _, infos = envs.step(envs.action_space.sample(infos["action_mask"]))
        if settings.get("reward") is None:
            assert not rewards[~ended].any()
        for lane in np.flatnonzero(ended):
            games += 1
            final = infos["final_info"]
            assert infos["_final_obs"][lane] and infos["final_obs"][lane] in envs.single_observation_space
            assert final["seat"][lane] == seats[lane]
            assert infos["final_obs"][lane][OVER] == 1 and rows[lane][OVER] == 0
            if settings.get("reward") is None:
                assert rewards[lane] == 2 - final["rank"][lane, seats[lane]]
            assert infos["points"][lane].max() <= 5 < final["points"][lane].max()


def test_same_seed_plays_the_same_games_and_no_seed_goes_on() -> None:
    first, second = make(seat="random"), make(seat="random")
    assert rollout(first, first.reset(seed=5)[1], 60) == rollout(second, second.reset(seed=5)[1], 60)
    decks = []
    envs = gymnasium.make_vec("teahorse/Yunnan-v0", num_envs=2, players=2)
    for seed in (7, None, 7, None):
        envs.reset(seed=seed)
        decks.append(envs.unwrapped.game.games["deck"].tolist())
    assert decks[0] == decks[2] != decks[1] == decks[3]


def test_lanes_can_have_seeds_of_their_own_and_be_reset_alone() -> None:  # 14.3: seen by Dúli's cards
    envs = gymnasium.make_vec("teahorse/Yunnan-v0", num_envs=3, players=2)
    envs.reset(seed=[4, 9, 4])
    decks = envs.unwrapped.game.games["deck"].tolist()
    assert decks[0] == decks[2] != decks[1]
    envs.reset(options={"reset_mask": np.array([False, True, False])})
    after = envs.unwrapped.game.games["deck"].tolist()
    assert after[0] == decks[0] and after[2] == decks[2] and after[1] != decks[1]
    envs.reset(seed=[9, None, None], options={"reset_mask": np.array([True, False, False])})
    assert envs.unwrapped.game.games["deck"].tolist()[0] == decks[1]


def test_copy_in_another_process_plays_on_alike() -> None:
    envs = make(seat=2)
    _, infos = envs.reset(seed=3)
    copy = pickle.loads(pickle.dumps(envs.unwrapped))
    assert rollout(envs, infos, 30) == rollout(copy, infos, 30)


def test_illegal_actions_lose_or_are_replaced_in_their_lane_alone() -> None:
    losing = make(3, illegal="lose")
    losing.reset(seed=1)
    legal = losing.unwrapped.game.legal.argmax(axis=1)
    _, rewards, ended, _, infos = losing.step(np.where([True, False, True], legal, moves.DONE))
    assert (rewards.tolist(), ended.tolist()) == ([0, -1, 0], [False, True, False])
    assert infos["illegal"].tolist() == [False, True, False] and infos["final_obs"][1] is not None
    replacing = make(3, illegal="random")
    replacing.reset(seed=1)
    _, _, ended, _, infos = replacing.step([moves.DONE] * 3)
    assert infos["illegal"].all() and not ended.any()
    raising = make(3)
    raising.reset(seed=1)
    with pytest.raises(TeahorseError, match="Lane 0: `done` is not allowed"):
        raising.step([moves.DONE] * 3)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"opponents": "master"}, "In a vector, opponents are random, busy or greedy"),
        ({"render_mode": "human"}, "The render mode of a vector is `ansi`, not 'human'"),
        ({"illegal": "forgive"}, "An illegal action may"),
        ({"seat": 3}, "The seats of 3 people are 0 to 2"),
    ],
)
def test_invalid_settings_are_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(TeahorseError, match=message):
        make(**wrong)


def test_reset_refuses_unknown_options() -> None:
    with pytest.raises(TeahorseError, match="The only option of `reset` is `reset_mask`, not 'seat'"):
        make().reset(options={"seat": 1})


def test_boards_are_shown_as_text() -> None:
    texts = make(2, render_mode="ansi").render()
    assert len(texts) == 2 and all("Tea Horse Road" in text for text in texts)
