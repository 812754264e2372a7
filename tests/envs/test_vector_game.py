"""Many games at once: each lane plays by the rules, the same ones for the same seed, on any number of threads."""

import pickle
from typing import Any

import numpy as np
import pytest

from teahorse.bulk.simulate import moves_of, simulate
from teahorse.envs import vector_cpu
from teahorse.envs.vector import VectorGame
from teahorse.errors import TeahorseError
from teahorse.observation import rules_row
from teahorse.observation.fields import POSITION_SIZE, SIZE
from teahorse.observation.position import observe
from teahorse.rules import engine, moves
from teahorse.rules.events import NO_EVENTS
from teahorse.rules.ruleset import Ruleset
from teahorse.rules.state import BID, GAME, OVER
from teahorse.snapshot import take_snapshot

ARRAYS = ("observations", "legal", "to_move", "rewards", "ended", "points", "rank", "lead", "games")
SHORT = {"vp_end": 15, "presents_end": 10}  # the rules are the same, but a game is over sooner


def kept(env: VectorGame) -> dict[str, bytes]:
    return {name: getattr(env, name).tobytes() for name in ARRAYS}


def random_legal(env: VectorGame, rng: np.random.Generator) -> np.ndarray:
    return np.argmax(rng.random(env.legal.shape, np.float32) * env.legal, axis=1)


def rollout(env: VectorGame, steps: int) -> list[dict[str, bytes]]:
    rng = np.random.default_rng(1)
    history = []
    for _ in range(steps):
        env.step(random_legal(env, rng))
        history.append(kept(env))
    return history


def test_arrays_have_a_row_per_lane() -> None:
    env = VectorGame(6, players=5)
    shapes = {name: (getattr(env, name).shape, str(getattr(env, name).dtype)) for name in ARRAYS[:-1]}
    assert shapes == {
        "observations": ((6, SIZE), "float32"),
        "legal": ((6, moves.MOVES), "bool"),
        "to_move": ((6,), "int8"),
        "rewards": ((6, 5), "float32"),
        "ended": ((6,), "bool"),
        "points": ((6, 5), "int32"),
        "rank": ((6, 5), "int8"),
        "lead": ((6, 5), "float32"),
    }
    assert f"(n, {SIZE}) float32" in str(VectorGame.__doc__) and f"(n, {moves.MOVES}) bool" in str(VectorGame.__doc__)


@pytest.mark.parametrize("players", [2, 3])
def test_same_seed_plays_the_same_games(players: int) -> None:
    first = VectorGame(8, players=players, options=SHORT, seed=4)
    second = VectorGame(8, players=players, options=SHORT, seed=9)
    second.reset(seed=4)
    assert rollout(first, 400) == rollout(second, 400)
    first.reset()
    second.reset()
    assert kept(first) == kept(second)


def test_only_large_vectors_use_threads_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_cpu, "cores", lambda: 8)
    counts = [vector_cpu.thread_count(lanes, None) for lanes in (1, 4095, 4096, 12_288, 10**6)]
    assert counts == [1, 1, 2, 4, 8]
    assert vector_cpu.thread_count(100, 3) == 3 and vector_cpu.thread_count(2, 3) == 2


def test_threads_make_no_difference() -> None:
    one = VectorGame(600, players=2, options=SHORT, seed=4, threads=1)
    two = VectorGame(600, players=2, options=SHORT, seed=4, threads=2)
    assert rollout(one, 60) == rollout(two, 60)


def test_lanes_have_luck_of_their_own() -> None:  # 14.3
    decks = VectorGame(8, players=2, seed=1).games["deck"]
    assert len({tuple(deck) for deck in decks.tolist()}) == 8


@pytest.mark.parametrize(("edition", "players"), [("2023", 3), ("2013", 2)])
def test_lane_plays_the_games_of_the_series(edition: str, players: int) -> None:
    lanes = 3
    rules = Ruleset.of(edition, players, SHORT)
    env = VectorGame(lanes, edition, players, SHORT, seed=5)
    series = simulate(2 * lanes, edition, players, seed=5, options=SHORT)
    games = [np.zeros(1, GAME) for _ in range(lanes)]
    numbers = list(range(lanes))
    scripts = [moves_of(rules, "random", 5, number) for number in numbers]
    for game in games:
        engine.setup(game, rules.table)
    while max(numbers) < 2 * lanes:
        actions = [next(script) for script in scripts]
        env.step(actions)
        for lane, game in enumerate(games):
            position = game.view(np.recarray)[0]
            engine.apply(game, rules.table, actions[lane], NO_EVENTS)
            assert env.ended[lane] == (position.phase == OVER)
            if env.ended[lane]:
                assert take_snapshot(position, rules) == series.snapshot(numbers[lane])
                numbers[lane] += lanes
                scripts[lane] = moves_of(rules, "random", 5, numbers[lane])
                engine.setup(game, rules.table)
            if numbers[lane] >= 2 * lanes:
                return
            assert take_snapshot(env.games.view(np.recarray)[lane], rules) == take_snapshot(position, rules)


@pytest.mark.parametrize(("edition", "players"), [("2023", 5), ("2023", 2), ("2013", 2)])
def test_rewards_are_zero_sum_and_come_only_at_the_end(edition: str, players: int) -> None:
    env = VectorGame(32, edition, players, SHORT, seed=2)
    rng = np.random.default_rng(2)
    games = 0
    while games < 40:
        env.step(random_legal(env, rng))
        assert not env.rewards[~env.ended].any()
        for rewards in env.rewards[env.ended]:
            games += 1
            colours = env.rules.players
            shares = np.repeat(np.linspace(-1, 1, env.rules.people), colours // env.rules.people)
            assert np.sort(rewards[:colours]) == pytest.approx(shares)
            assert not rewards[colours:].any()
            if colours > env.rules.people:  # 15.18
                assert rewards[0] == rewards[2] and rewards[1] == rewards[3]


def test_next_game_begins_in_the_step_that_ends_one() -> None:
    env = VectorGame(32, players=3, options=SHORT, seed=3)
    rng = np.random.default_rng(3)
    start = VectorGame(1, players=3, options=SHORT)
    while not env.ended.any():
        env.step(random_legal(env, rng))
    for lane in np.flatnonzero(env.ended):
        assert (env.games["round_number"][lane], env.games["phase"][lane]) == (1, BID)
        assert (env.observations[lane] == start.observations[0]).all()
        assert (env.legal[lane] == start.legal[0]).all()
    env.step(random_legal(env, rng))
    assert not env.ended.all()


def test_legal_and_observations_are_those_of_the_position() -> None:
    env = VectorGame(4, players=4, options={"expert": True}, seed=6)
    rollout(env, 150)
    verdicts, row = np.zeros(moves.MOVES, np.uint8), np.zeros(POSITION_SIZE, np.float32)
    for lane in range(4):
        position = env.games.view(np.recarray)[lane]
        engine.judge(env.games[lane : lane + 1], env.rules.table, verdicts)
        observe(position, env.rules.record, env.to_move[lane], row)
        assert (env.legal[lane] == (verdicts == 0)).all()
        assert (env.observations[lane, :POSITION_SIZE] == row).all()
        assert (env.observations[lane, POSITION_SIZE:] == rules_row(env.rules)).all()
        assert env.to_move[lane] == position.blue[position.turn]


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (moves.DONE, r"Lane 2: `done` is not allowed: Now p1 is to bid; .* \(1\.6\)"),
        (moves.DECK, r"Lane 2: `deck` is not allowed: .* \(14\.3\)"),
        (-1, r"Lane 2: -1 is not a move; moves are 0 to 551\."),
        (moves.MOVES, r"Lane 2: 552 is not a move; moves are 0 to 551\."),
    ],
)
def test_illegal_action_in_one_lane_changes_none(action: int, message: str) -> None:
    env = VectorGame(4, players=3)
    before = kept(env)
    actions = random_legal(env, np.random.default_rng(1))
    actions[2] = action
    with pytest.raises(TeahorseError, match=message):
        env.step(actions)
    assert kept(env) == before


@pytest.mark.parametrize("actions", [[0, 0], [[0, 0, 0]], 0])
def test_one_action_per_lane(actions: Any) -> None:
    with pytest.raises(TeahorseError, match="One action per lane, 3, not an array of"):
        VectorGame(3, players=3).step(actions)


def test_arrays_are_written_in_place_and_shared_through_dlpack() -> None:
    env = VectorGame(4, players=3)
    shared = {name: np.from_dlpack(getattr(env, name)) for name in ARRAYS[:-1]}
    rollout(env, 20)
    for name, array in shared.items():
        assert np.shares_memory(array, getattr(env, name))
        assert (array == getattr(env, name)).all()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 0}, "at least one game, not 0"),
        ({"n": True}, "at least one game, not True"),
        ({"n": 1, "seed": -1}, "A seed is a whole number from 0"),
        ({"n": 1, "device": "tpu"}, "There is no device 'tpu'; the devices are cpu and cuda"),
        ({"n": 1, "players": 6}, "for 2 to 5 people, not 6"),
    ],
)
def test_wishes_that_no_vector_can_have_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(TeahorseError, match=message):
        VectorGame(**arguments)


@pytest.mark.parametrize(("edition", "players"), [("2023", 3), ("2013", 2)])
def test_margin_pays_the_growth_of_the_lead_and_the_rank(edition: str, players: int) -> None:
    env = VectorGame(8, edition, players, SHORT, seed=2, reward="margin")
    rng = np.random.default_rng(2)
    before, games = env.standings().lead, 0
    while games < 12:
        env.step(random_legal(env, rng))
        people, colours = env.rules.people, env.rules.players
        growth = (env.lead[:, :colours] - before) / 100
        ranks = 1 - 2 * (env.rank[:, :colours] - 1) / (people - 1)
        assert env.rewards[:, :colours] == pytest.approx(growth + ranks * env.ended[:, None], abs=1e-5)
        assert env.rewards.sum(axis=1) == pytest.approx(0, abs=1e-5)
        before = env.standings().lead
        games += int(env.ended.sum())


def test_win_pays_the_winner_and_takes_it_from_the_others() -> None:
    env = VectorGame(8, players=5, options=SHORT, seed=2, reward="win")
    rng = np.random.default_rng(2)
    while not env.ended.any():
        env.step(random_legal(env, rng))
    for rewards, ranks in zip(env.rewards[env.ended], env.rank[env.ended], strict=True):
        assert rewards.tolist() == [1 if rank == 1 else -0.25 for rank in ranks]


def test_reward_can_be_a_function_of_the_standings() -> None:
    function = VectorGame(8, players=3, options=SHORT, seed=2, reward=lambda before, after: after.lead - before.lead)
    margin = VectorGame(8, players=3, options=SHORT, seed=2, reward="margin")
    rng = np.random.default_rng(2)
    for _ in range(150):
        actions = random_legal(margin, rng)
        function.step(actions)
        margin.step(actions)
        going_on = ~margin.ended
        assert function.rewards[going_on] / 100 == pytest.approx(margin.rewards[going_on], abs=1e-5)


def test_one_learner_meets_opponents_in_every_lane() -> None:
    env = VectorGame(6, players=4, options=SHORT, seed=1, seat=2, opponents="busy")
    rng = np.random.default_rng(1)
    for _ in range(60):
        assert (env.to_move == 2).all()
        env.step(random_legal(env, rng))


def test_rules_can_be_left_out_of_observations() -> None:
    env, whole = VectorGame(2, players=3, observe_rules=False), VectorGame(2, players=3)
    assert env.observations.shape == (2, POSITION_SIZE) and f"({POSITION_SIZE} numbers)" in str(VectorGame.__doc__)
    assert (env.observations == whole.observations[:, :POSITION_SIZE]).all()


def test_copy_in_another_process_plays_on_alike() -> None:
    env = VectorGame(4, players=2, options=SHORT, seed=4)
    rollout(env, 50)
    copy = pickle.loads(pickle.dumps(env))
    assert rollout(env, 100) == rollout(copy, 100)


def test_lane_with_a_seed_of_its_own_plays_the_first_games_of_that_series() -> None:  # 14.3: seen by Dúli's cards
    env, series = VectorGame(2, players=2), VectorGame(1, players=2, seed=8)
    env.reset(seed=[8, 8])
    for _ in range(3):
        assert env.games["deck"][0].tolist() == env.games["deck"][1].tolist() == series.games["deck"][0].tolist()
        env.reset(lanes=np.array([True, True]))
        series.reset(lanes=np.array([True]))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"seed": [1, 2]}, "Seeds are 3 whole numbers from 0 to"),
        ({"seed": [1, 2, -1]}, "Seeds are 3 whole numbers from 0 to"),
        ({"lanes": [True]}, "One truth value per lane, 3"),
    ],
)
def test_reset_refuses_what_does_not_fit_the_lanes(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(TeahorseError, match=message):
        VectorGame(3, players=3).reset(**wrong)


def test_unknown_rewards_are_refused() -> None:
    with pytest.raises(TeahorseError, match="A reward is `rank`, `win`, `margin` or a function"):
        VectorGame(1, reward="points")
