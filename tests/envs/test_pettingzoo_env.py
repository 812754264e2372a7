"""Yunnan follows PettingZoo's interface, in every variant."""

import importlib
import itertools
import os
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test

from teahorse.envs import pettingzoo
from teahorse.errors import IllegalMove, SwitchError, TeahorseError
from teahorse.notation import read_move
from teahorse.rules import moves
from teahorse.rules.ruleset import Ruleset
from teahorse.snapshot import result_of

VARIANTS: dict[str, dict[str, Any]] = {
    "three": {"players": 3},
    "four": {"players": 4},
    "five": {"players": 5},
    "expert": {"players": 4, "options": {"expert": True}},
    "duli": {"players": 2},
    "2013": {"edition": "2013", "players": 4},
    "two-colours": {"edition": "2013", "players": 2},
    "profi": {"edition": "2013", "players": 3, "options": {"profi": True}},
}
every_variant = pytest.mark.parametrize("settings", VARIANTS.values(), ids=VARIANTS)


def play_to_the_end(env: Any, seed: int) -> dict[str, float]:
    """Play at random; returns each agent's reward."""
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    rewards = {}
    for agent in env.agent_iter():
        observation, reward, terminated, _, _ = env.last()
        if terminated:
            rewards[agent] = reward
        env.step(None if terminated else rng.choice(np.flatnonzero(observation["action_mask"])))
    return rewards


# PettingZoo would rather have plain observations and agents called `player_0`; its own board games don't, either.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:We recommend agents to be named")
@every_variant
def test_passes_the_api_test(settings: dict[str, Any]) -> None:
    api_test(pettingzoo.env(**settings), num_cycles=1000)


@every_variant
def test_passes_the_seed_test(settings: dict[str, Any]) -> None:
    seed_test(lambda: pettingzoo.env(**settings), num_cycles=300)


def test_performance_benchmark_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count(0, 0.01)  # its five seconds are over sooner
    module = importlib.import_module("pettingzoo.test.performance_benchmark")
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(clock)))
    performance_benchmark(pettingzoo.env(players=3))


@every_variant
def test_rewards_follow_the_ranking(settings: dict[str, Any]) -> None:
    env = pettingzoo.env(**settings)
    rewards = play_to_the_end(env, seed=3)
    rules = Ruleset.of(settings.get("edition", "2023"), settings["players"], settings.get("options"))
    ranking = [row["player"] for row in result_of(env.unwrapped._game.position, rules)["ranking"]]
    shares = np.linspace(1, -1, len(ranking))
    expected = {agent: share for names, share in zip(ranking, shares, strict=True) for agent in names.split("+")}
    assert rewards == pytest.approx(expected)
    assert sum(rewards.values()) == pytest.approx(0)


def test_colours_of_one_person_are_two_agents_and_share_rewards() -> None:  # 15.18
    rewards = play_to_the_end(pettingzoo.env(edition="2013", players=2), seed=5)
    assert rewards["p1"] == rewards["p3"] == -rewards["p2"] == -rewards["p4"]
    assert abs(rewards["p1"]) == 1


def test_illegal_action_names_the_rule_and_changes_nothing() -> None:
    env = pettingzoo.env(players=3)
    env.reset(seed=1)
    bid = read_move("bid school 9", Ruleset.of("2023", 3))
    env.step(bid)
    before = env.observe("p2")
    with pytest.raises(IllegalMove, match=r"`bid school 9` is not allowed \(3\.2\): That space is taken by p1\."):
        env.step(bid)
    after = env.observe("p2")
    assert env.agent_selection == "p2"
    assert all((before[key] == after[key]).all() for key in before)


@pytest.mark.parametrize("action", [-1, moves.MOVES, 2.5, "pass", None, True])
def test_action_that_is_no_move_is_refused(action: object) -> None:
    env = pettingzoo.raw_env(players=3)
    env.reset(seed=1)
    with pytest.raises(TeahorseError, match=r"is not a move; moves are the whole numbers 0 to"):
        env.step(action)


def test_agent_that_may_do_nothing_has_a_placeholder_in_its_mask() -> None:
    env = pettingzoo.raw_env(players=3)
    env.reset(seed=1)
    assert env.observe("p1")["action_mask"].sum() > 1
    assert np.flatnonzero(env.observe("p2")["action_mask"]).tolist() == [moves.PASS]
    assert not env.observe("p1")["action_mask"][moves.DECK]


@every_variant
def test_margin_adds_the_growth_of_the_lead_to_the_rank(settings: dict[str, Any]) -> None:
    totals = {}
    for reward in ("rank", "margin"):
        env = pettingzoo.raw_env(reward=reward, **settings)
        env.reset(seed=3)
        rng, sums = np.random.default_rng(3), np.zeros(len(env.possible_agents))
        start = env.infos["p1"]["lead"]
        while env.agents and not env.terminations[env.agent_selection]:
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(rng.choice(np.flatnonzero(mask)))
            sums += list(env.rewards.values())
            assert sum(env.rewards.values()) == pytest.approx(0, abs=1e-6)
        totals[reward] = sums
        growth = (env.infos["p1"]["lead"] - start) / 100
    assert totals["margin"] == pytest.approx(totals["rank"] + growth, abs=1e-5)


def test_infos_are_those_of_the_standings() -> None:  # 12
    env = pettingzoo.raw_env(players=4)
    env.reset(seed=2)
    rng = np.random.default_rng(2)
    for _ in range(150):
        env.step(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))
    standings = env._game.as_game().standings()
    info = env.infos["p2"]
    for place, row in enumerate(standings, 1):
        number = int(row["player"][1]) - 1
        assert (info["points"][number], info["rank"][number]) == (row["vp"], place)
        others = [other["vp"] for other in standings if other is not row]
        assert info["lead"][number] == pytest.approx(row["vp"] - sum(others) / 3)


def test_reward_can_be_a_function_of_the_standings() -> None:
    env = pettingzoo.raw_env(players=3, reward=lambda before, after: after.points - before.points)
    env.reset(seed=2)
    start, rng, sums = env.infos["p1"]["points"], np.random.default_rng(2), np.zeros(3)
    for _ in range(100):
        env.step(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))
        sums += list(env.rewards.values())
    assert (sums == env.infos["p1"]["points"] - start).all()


@pytest.mark.parametrize("wrong", [{"reward": "points"}, {"render_mode": "ascii"}])
def test_unknown_rewards_and_render_modes_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(TeahorseError, match=r"A (reward|render mode) is .*, not '(points|ascii)'"):
        pettingzoo.env(**wrong)


def test_games_after_a_seed_differ_but_come_again_with_it() -> None:  # 14.3: by the order of Dúli's cards
    env = pettingzoo.raw_env(players=2)
    decks = []
    for seed in (7, None, 7, None):
        env.reset(seed=seed)
        decks.append(env._game.position.deck.tolist())
    assert decks[0] == decks[2] != decks[1] == decks[3]


def test_dulis_cards_are_in_no_observation() -> None:  # 14.3
    env = pettingzoo.raw_env(players=2)
    rows = []
    for seed in (1, 2):
        env.reset(seed=seed)
        rows.append(env.state())
    assert (rows[0] == rows[1]).all()


def test_interpreted_rules_play_the_same() -> None:
    program = """
from teahorse.envs.pettingzoo import raw_env
env = raw_env(players=2)
env.reset(seed=2)
for _ in range(60):
    env.step(int(env.last()[0]["action_mask"].nonzero()[0][-1]))
print(env.state().tobytes().hex())
"""
    seen = [
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"TEAHORSE_INTERPRETED": interpreted},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for interpreted in ("0", "1")
    ]
    assert seen[0] == seen[1] != ""


def test_render_shows_the_board_as_text() -> None:
    env = pettingzoo.env(players=3, render_mode="ansi")
    env.reset(seed=1)
    assert "Tea Horse Road" in env.render() and "\x1b" not in env.render()
    assert pettingzoo.raw_env(players=3).render() is None
    env.close()


def test_invalid_settings_are_refused() -> None:
    with pytest.raises(SwitchError, match="for 2 to 5 people, not 6"):
        pettingzoo.env(players=6)
