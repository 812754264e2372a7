"""Series of games: the same on any number of threads, in any pieces, and each can be looked at in full."""

from typing import Any

import numpy as np
import pytest

from teahorse import Game
from teahorse.bulk import simulate
from teahorse.bulk.game_loop import POLICIES
from teahorse.bulk.gpu import NoGpuError, require_cuda
from teahorse.errors import TeahorseError


def same(first: Any, second: Any) -> bool:
    return first.games.tobytes() == second.games.tobytes() and (first.decisions == second.decisions).all()


@pytest.mark.parametrize("policy", POLICIES)
def test_threads_make_no_difference(policy: str) -> None:
    one = simulate(60, "2023", 2, policy, seed=3, threads=1)
    two = simulate(60, "2023", 2, policy, seed=3, threads=2)
    assert same(one, two)


def test_series_can_be_played_in_pieces() -> None:
    whole = simulate(50, "2013", 4, seed=8)
    parts = [simulate(20, "2013", 4, seed=8), simulate(30, "2013", 4, seed=8, first=20)]
    assert np.concatenate([part.games for part in parts]).tobytes() == whole.games.tobytes()
    assert np.concatenate([part.decisions for part in parts]).tolist() == whole.decisions.tolist()


def test_other_seeds_give_other_games() -> None:
    assert not same(simulate(20, seed=1), simulate(20, seed=2))


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(
    ("edition", "players", "options"),
    [("2023", 2, {}), ("2023", 3, {"expert": True}), ("2013", 2, {}), ("2013", 5, {"profi": True})],
)
def test_record_replays_to_the_final_position(
    edition: str, players: int, options: dict[str, object], policy: str
) -> None:
    series = simulate(4, edition, players, policy, seed=5, options=options)
    for number in range(4):
        game = Game.from_record(series.record(number))
        assert game.snapshot() == series.snapshot(number)
        assert game.is_over and len(game.moves) == series.decisions[number]


def test_summary_adds_up() -> None:
    series = simulate(100, "2023", 3, "busy", seed=2, options={"vp_end": 60})
    summary = series.summary()
    assert (summary["games"], summary["people"], summary["options"]) == (100, 3, {"vp_end": 60})
    assert sum(player["wins"] for player in summary["players"].values()) == pytest.approx(1)
    assert sum(summary["reasons"].values()) == 100
    assert summary["decisions"] == series.decisions.sum()
    winners = [series.snapshot(number)["result"]["ranking"][0]["player"] for number in range(100)]
    assert summary["players"]["p2"]["wins"] == pytest.approx(winners.count("p2") / 100)


def test_progress_is_reported_to_the_end() -> None:
    told: list[int] = []
    simulate(30, seed=1, progress=told.append)
    assert told[-1] == 30


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 0}, "A series has at least one game, not 0"),
        ({"n": 2.5}, "A series has at least one game, not 2.5"),
        ({"n": 1, "policy": "clever"}, "There is no policy 'clever'; the policies are random, busy, greedy"),
        ({"n": 1, "seed": -1}, "A seed is a whole number from 0 to"),
        ({"n": 1, "seed": 2**63}, "A seed is a whole number from 0 to"),
        ({"n": 1, "device": "tpu"}, "There is no device 'tpu'; the devices are cpu and cuda"),
        ({"n": 1, "edition": "2020"}, "2020"),
        ({"n": 1, "players": 1}, "for 2 to 5 people, not 1"),
        ({"n": 1, "options": {"dragons": True}}, "There is no switch 'dragons'"),
    ],
)
def test_wishes_that_no_series_can_have_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(TeahorseError, match=message):
        simulate(**arguments)


def test_without_a_gpu_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.cuda.is_available", lambda: False)
    require_cuda.cache_clear()
    with pytest.raises(NoGpuError, match=r"no CUDA GPU here.*`--device cpu`"):
        simulate(1, device="cuda")


def test_a_record_is_that_of_its_number_in_the_series() -> None:
    later = simulate(2, players=3, seed=4, first=5)
    assert later.record(0) == simulate(6, players=3, seed=4).record(5)
    assert Game.from_record(later.record(1)).snapshot() == later.snapshot(1)


@pytest.mark.parametrize("wrong", [{"threads": 0}, {"threads": -1}, {"threads": 1.5}, {"first": -3}, {"first": True}])
def test_threads_and_the_first_number_are_checked(wrong: dict[str, Any]) -> None:
    with pytest.raises(TeahorseError, match=r"at least one thread|from 0 on"):
        simulate(2, **wrong)
