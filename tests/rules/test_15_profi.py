"""Section 15: Profi, the switch `debt`."""

import pytest

from game_helpers import events_named, refusal_and_sentence
from position_builder import position
from rule_marker import rule
from teahorse import Game

PROFI = {"profi": True}


def paid(price: str, coins: int, vp: int = 50, round: int = 1, options: dict[str, object] = PROFI) -> Game:
    """p1 has bid this much in the customs, and all pass."""
    waiting = {"passed": True, "supply": 0, "market": 3}
    game = position(
        "2013",
        options=options,
        round=round,
        buildings={"customs": {price: "p1"}},
        players={"p1": {"coins": coins, "vp": vp}, "p2": waiting, "p3": waiting},
    )
    game.play("pass")
    return game


def money(game: Game) -> tuple[int, int]:
    player = game.snapshot()["players"]["p1"]
    return player["coins"], player["vp"]


@rule("15.16")
def test_a_player_may_bid_more_than_they_have():
    players = {"p1": {"coins": 0}}
    assert position("2013", options=PROFI, players=players).why_not("bid school 15") is None
    sentence = "p1 has 0 coins; with this bid the standing bids would come to 15."
    assert refusal_and_sentence(position("2013", players=players), "bid school 15") == (
        "3.6",
        "not-affordable",
        sentence,
    )


@rule("15.16")
def test_debt_may_be_played_in_2023_too():
    assert position("2023", options={"debt": True}, players={"p1": {"coins": 0}}).why_not("bid temple 9") is None


@rule("15.16")
@pytest.mark.parametrize(("round", "each"), [(1, 8), (2, 7), (6, 3), (7, 2), (8, 2), (9, 2), (12, 2), (59, 2)])
def test_a_coin_short_costs_9_less_the_round_but_at_least_2(round: int, each: int):
    game = paid("9", coins=8, round=round)
    assert money(game) == (0, 50 - each)
    assert events_named(game, "debt") == [("p1", 1, each, each)]


@rule("15.16")
def test_each_coin_short_costs_vp():
    game = paid("12", coins=8, round=3)
    assert money(game) == (0, 50 - 4 * 6)
    assert events_named(game, "debt") == [("p1", 4, 6, 24)]
    assert events_named(game, "bids-paid") == [("p1", 8)]


@rule("15.16")
def test_one_who_can_pay_loses_no_vp():
    assert money(paid("9", coins=9)) == (0, 50)
    assert money(paid("9", coins=10)) == (1, 50)
    assert events_named(paid("9", coins=9), "debt") == []


@rule("15.16")
def test_vp_may_go_below_0():
    game = paid("9", coins=0, vp=0)
    assert money(game) == (0, -72)
    assert Game.from_snapshot(game.snapshot()).snapshot() == game.snapshot()


@rule("15.17")
def test_all_coins_pay_first_and_the_debt_is_on_the_total():
    waiting = {"passed": True, "supply": 0, "market": 3}
    game = position(
        "2013",
        options=PROFI,
        buildings={"school": {"9": "p1"}, "customs": {"5": "p1"}, "guild": {"7": "p1"}},
        players={"p1": {"coins": 18, "vp": 50}, "p2": waiting, "p3": waiting},
    )
    game.play("pass")
    assert money(game) == (0, 50 - 3 * 8)
    assert events_named(game, "debt") == [("p1", 3, 8, 24)]


@rule("15.17")
def test_the_progress_is_taken_all_the_same():
    game = paid("15", coins=0)
    assert game.snapshot()["players"]["p1"]["passes"] == 3
