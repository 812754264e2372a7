"""What the lab sees in a game that can be checked by hand."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from known_game import known_game, known_settings, result_of

from teahorse import Game
from teahorse.arena import Result, Settings, read_series
from teahorse.game import Event
from teahorse.lab.game_replay import NotReplayable, replay_stats
from teahorse.lab.game_stats import ACTS, STANDINGS, GameStats
from teahorse.notation import read_move


@pytest.fixture
def result() -> Result:
    return result_of(known_game(), 0, ["greedy", "novice", "random"])


@pytest.fixture
def game(result: Result) -> GameStats:
    return replay_stats(known_settings(), result)


def test_only_bids_that_succeed_are_purchases_and_have_their_price(game: GameStats) -> None:
    first = {
        person: {act: int(count) for act, count in zip(ACTS, game.acts[person, 0], strict=True) if count}
        for person in range(3)
    }
    assert first == {0: {"customs": 1}, 1: {"school": 1}, 2: {"bank": 1}}
    assert game.prices[:, 0].tolist() == [[0, 9, 0, 0, 0, 0], [7, 0, 0, 0, 0, 0], [0] * 6]
    assert game.rounds == 2 and not game.acts[:, 1].any() and not game.prices[:, 1].any()


def test_everyones_position_is_known_as_a_round_begins(game: GameStats) -> None:
    begins = [dict(zip(STANDINGS, line, strict=True)) for line in game.standings[:, 0].tolist()]
    assert [begin["coins"] for begin in begins] == [9, 9, 12]
    assert all(begin["traders"] == 3 and begin["passes"] == 2 and begin["horse"] == 1 for begin in begins)
    second = {name: game.standings[:, 1, place].tolist() for place, name in enumerate(STANDINGS)}
    assert second["vp"] == [9, 3, 0]
    assert second["coins"] == [0, 8, 31]
    assert second["income"] == [9, 9, 9]
    assert second["order"] == [2, 1, 0]  # equal incomes: who came later in gray is ahead, and blue is gray reversed
    assert second["traders"] == [3, 4, 3]
    assert second["passes"] == [3, 2, 2]
    assert all(second[name] == [0, 0, 0] for name in ("influence", "structures", "presents"))


def test_conversion_journeys_and_the_result_are_kept(game: GameStats) -> None:
    assert game.converted.tolist() == [[[9, 0], [3, 0]], [[3, 6], [9, 0]], [[0, 9], [9, 0]]]
    assert game.farthest == [1, 1, 1]
    assert game.totals.tolist() == [13, 14, 19]
    assert (game.winner, game.margin, game.reason) == (2, 5, "vp")


@pytest.mark.parametrize(
    "wishes",
    [
        {"players": 4},
        {"players": 5, "expert": "yes"},
        {"players": 2},
        {"players": 2, "edition": "2013"},
        {"players": 3, "edition": "2013", "profi": "yes"},
    ],
    ids=str,
)
def test_what_was_bought_paid_and_earned_adds_up_to_what_the_game_tells(
    series: Callable[..., Path], wishes: dict[str, Any]
) -> None:
    told = read_series(series("greedy", "random", games=4, **wishes))
    for result in told.results:
        studied = replay_stats(told.settings, result)
        events = told_events(told.settings, result)
        progress = ("trader-hired", "pass-gained", "horse-advanced", "influence-gained")
        for place, name in enumerate(progress):
            assert studied.acts[:, :, place].sum() == sum(event.name == name for event in events)
        yard = sum(event.name in ("structure-taken", "guards-placed") for event in events)
        assert studied.acts[:, :, ACTS.index("yard")].sum() == yard
        assert studied.acts[:, :, ACTS.index("bank")].sum() == sum(event.name == "bank-paid" for event in events)
        paid = sum(event.fields["coins"] for event in events if event.name == "bids-paid")
        short = sum(event.fields["short"] for event in events if event.name == "debt")
        assert studied.prices.sum() == paid + short
        income = STANDINGS.index("income")
        assert (studied.converted[:, :-1].sum(axis=2) == studied.standings[:, 1:, income]).all()
        assert studied.rounds == result.rounds


def told_events(settings: Settings, result: Result) -> list[Event]:
    """All that happened to players in a game, Dúli left out."""
    game = Game.before_dealing(settings.rules)
    events = []
    for move in result.moves.split("; "):
        game.make(read_move(move, settings.rules))
        events += [event for event in game.events if event.fields.get("player") != "duli"]
    return events


def test_a_game_that_todays_rules_play_differently_is_reported(result: Result) -> None:
    with pytest.raises(NotReplayable, match="is not allowed"):
        replay_stats(known_settings(), replace(result, moves=result.moves.replace("bid customs 9", "bid customs 12")))
    with pytest.raises(NotReplayable, match="is not over"):
        replay_stats(known_settings(), replace(result, moves=result.moves.rpartition("; ")[0]))
    with pytest.raises(NotReplayable, match="does not end as its line says"):
        replay_stats(known_settings(), replace(result, totals=[13, 14, 21]))
    for changes in ({"ranking": [0, 1, 2]}, {"reason": "cap"}, {"points": []}, {"seats": ["greedy"]}):
        with pytest.raises(NotReplayable, match="does not end as its line says"):
            replay_stats(known_settings(), replace(result, **changes))
    for changes in ({"moves": None}, {"seats": 7}):
        with pytest.raises(NotReplayable, match="has an incomplete line"):
            replay_stats(known_settings(), replace(result, **changes))
