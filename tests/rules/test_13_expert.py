"""Section 13: double bidding and guards, the expert rules of 2023. The second half is in test_13_guards.py."""

from typing import Any

import pytest

from game_helpers import events_named, refusal_and_sentence
from position_builder import position
from rule_marker import rule
from teahorse import Game

DOUBLE = {"double_bidding": True}
RICH = {"coins": 60, "horse": "S"}
WAITING = {"passed": True, "supply": 0, "market": 3}


def bidding(buildings: dict[str, Any], options: dict[str, object] = DOUBLE, **pieces: Any) -> Game:
    """p1 is to bid and has bids already."""
    return position(options=options, round=2, buildings=buildings, players={"p1": RICH | pieces})


def resolving(buildings: dict[str, Any], options: dict[str, object] = DOUBLE, **pieces: Any) -> Game:
    """All have passed, p1 last, and p1's bids resolve."""
    players = {"p1": RICH | {"reserve": 4} | pieces, "p2": WAITING, "p3": WAITING}
    game = position(options=options, round=2, buildings=buildings, players=players)
    game.play("pass")
    return game


@rule("13.1")
def test_two_traders_of_a_player_may_stand_in_one_building():
    game = bidding({"school": {"9": "p1"}})
    game.play("bid school 12")
    assert game.snapshot()["buildings"]["school"] == {"5": None, "7": None, "9": "p1", "12": "p1", "15": None}


@rule("13.1")
@pytest.mark.parametrize("options", [{}, {"guards": True}])
def test_without_double_bidding_one_trader_is_all(options: dict[str, object]):
    game = bidding({"school": {"9": "p1"}}, options)
    sentence = "p1 has a trader at the school already and may not bid there again."
    assert refusal_and_sentence(game, "bid school 12") == ("3.3", "already-bidding-here", sentence)


@rule("13.1")
def test_three_traders_are_too_many():
    game = bidding({"school": {"9": "p1", "12": "p1"}})
    sentence = "p1 already has two traders at the school, and two are the limit."
    assert refusal_and_sentence(game, "bid school 15") == ("13.1", "two-bids-already", sentence)
    assert refusal_and_sentence(game, "bid school 12") == ("3.2", "space-taken", "That space is taken by p1.")
    assert game.why_not("bid customs 15") is None


@rule("13.1")
def test_the_temple_stays_at_one_trader():
    game = bidding({"temple": {"5": "p1"}})
    assert refusal_and_sentence(game, "bid temple 7")[:2] == ("3.3", "already-bidding-here")


@rule("13.1")
def test_the_second_bid_goes_by_the_normal_rules():
    game = bidding({"school": {"9": "p1", "12": "p3"}})
    assert refusal_and_sentence(game, "bid school 12")[:2] == ("3.2", "space-taken")
    assert refusal_and_sentence(game, "bid school 7")[:2] == ("3.4", "not-highest")
    assert game.why_not("bid school 15") is None


# How often each building can still give something: once, twice.
PROGRESS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("school", {"reserve": 1}, {"reserve": 2}),
    ("customs", {"passes": 5}, {"passes": 4}),
    ("horse", {"horse": "T"}, {"horse": "K"}),
    ("guild", {"influence": 3}, {"influence": 2}),
    (
        "yard",
        {"structures": {"supply": {"post": 2, "bridge": 1, "teahouse": 2}}},
        {"structures": {"supply": {"post": 2, "bridge": 1, "teahouse": 1}}},
    ),
]


@rule("13.2")
@pytest.mark.parametrize(("building", "once", "twice"), PROGRESS)
def test_a_second_bid_needs_progress_for_two(building: str, once: dict[str, Any], twice: dict[str, Any]):
    title = "horse trader" if building == "horse" else building
    sentence = (
        f"A second bid needs progress that can be taken twice, and p1 can take that of the {title} only once more."
    )
    game = bidding({building: {"9": "p1"}}, **once)
    assert refusal_and_sentence(game, f"bid {building} 12") == ("13.2", "not-twice", sentence)
    assert bidding({}, **once).why_not(f"bid {building} 12") is None
    assert bidding({building: {"9": "p1"}}, **twice).why_not(f"bid {building} 12") is None


@rule("13.2", "13.5")
@pytest.mark.parametrize(("guards", "allowed"), [("reserve", True), ("gone", False)])
def test_guards_in_reserve_count_as_a_structure(guards: str, allowed: bool):
    one_left = {"supply": {"post": 2, "bridge": 2, "teahouse": 1}}
    game = bidding({"yard": {"9": "p1"}}, {"expert": True}, structures=one_left, guards=guards)
    assert (game.why_not("bid yard 12") is None) is allowed


@rule("13.3")
@pytest.mark.parametrize(("small", "higher"), [("5", "7"), ("5", "9"), ("7", "9"), ("7", "15")])
def test_one_outbids_oneself(small: str, higher: str):
    game = bidding({"school": {small: "p1"}}, supply=2)
    game.play(f"bid school {higher}")
    assert events_named(game, "outbid") == [("p1", "school", int(small), "p1")]
    after = game.snapshot()
    assert [price for price, owner in after["buildings"]["school"].items() if owner] == [higher]
    assert after["players"]["p1"]["supply"] == 2


@rule("13.3")
def test_a_small_bid_under_ones_own_large_bid_is_barred():
    game = bidding({"school": {"9": "p1"}})
    sentence = "A small space needs the highest bid of the building, and p1 stands on 9."
    assert refusal_and_sentence(game, "bid school 7") == ("3.4", "not-highest", sentence)


@rule("13.3")
def test_only_the_bids_that_stand_afterwards_must_be_affordable():
    standing = {"school": {"7": "p1"}, "guild": {"5": "p1"}}
    assert bidding(standing, coins=14).why_not("bid school 9") is None
    sentence = "p1 has 13 coins; with this bid the standing bids would come to 14."
    assert refusal_and_sentence(bidding(standing, coins=13), "bid school 9") == ("3.6", "not-affordable", sentence)


@rule("13.3")
def test_a_large_bid_of_ones_own_still_has_to_be_paid():
    standing = {"school": {"9": "p1"}}
    assert bidding(standing, coins=21).why_not("bid school 12") is None
    sentence = "p1 has 20 coins; with this bid the standing bids would come to 21."
    assert refusal_and_sentence(bidding(standing, coins=20), "bid school 12") == ("3.6", "not-affordable", sentence)


@rule("13.3")
def test_outbidding_oneself_leaves_the_money_for_other_bids():
    game = bidding({"school": {"7": "p1"}}, coins=14, supply=2)
    game.play("bid school 9")
    game.play("pass")
    game.play("pass")
    assert game.why_not("bid guild 5") is None
    assert refusal_and_sentence(game, "bid guild 7")[:2] == ("3.6", "not-affordable")


@rule("13.3")
def test_outbidding_oneself_needs_progress_for_two_as_well():
    game = bidding({"school": {"5": "p1"}}, reserve=1)
    assert refusal_and_sentence(game, "bid school 7")[:2] == ("13.2", "not-twice")
    assert bidding({"school": {"5": "p1"}}, reserve=2).why_not("bid school 7") is None


@rule("13.4")
def test_the_benefit_of_two_bids_is_taken_twice():
    both = {"9": "p1", "12": "p1"}
    school = resolving({"school": both}).snapshot()["players"]["p1"]
    assert (school["reserve"], school["market"], school["supply"], school["coins"]) == (2, 3, 2, 39)
    assert resolving({"customs": both}).snapshot()["players"]["p1"]["passes"] == 4
    assert resolving({"horse": both}).snapshot()["players"]["p1"]["horse"] == "T"
    guild = resolving({"guild": both})
    assert guild.snapshot()["players"]["p1"]["influence"] == 2
    assert events_named(guild, "influence-gained") == [("p1", 1), ("p1", 2)]


@rule("13.4")
def test_two_structures_are_taken_one_after_the_other_and_then_a_gorge_is_blocked():
    game = resolving({"yard": {"9": "p1", "15": "p1"}, "temple": {"5": "p1"}})
    assert (game.phase, game.to_move) == ("take", "p1")
    game.play("take post at Y")
    assert game.snapshot()["buildings"]["yard"] == {"5": None, "7": None, "9": None, "12": None, "15": "p1"}
    assert game.snapshot()["players"]["p1"]["supply"] == 1
    assert (game.phase, game.to_move) == ("take", "p1")
    game.play("take bridge")
    assert (game.phase, game.to_move) == ("block", "p1")
    game.play("block YK")
    assert (game.phase, game.snapshot()["players"]["p1"]["supply"]) == ("travel", 3)


@rule("13.4")
def test_what_was_taken_first_is_gone_for_the_second():
    structures = {"supply": {"post": 1, "bridge": 2, "teahouse": 1}}
    game = resolving({"yard": {"9": "p1", "12": "p1"}}, structures=structures)
    game.play("take teahouse at S")
    assert refusal_and_sentence(game, "take teahouse") == ("4.8", "none-left", "p1 has no teahouse left in reserve.")
    assert game.legal_moves() == ["take post", "take post at S", "take post at Y"]
