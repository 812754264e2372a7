"""Section 15: the edition of 2013, bidding and resolving. Travel and scoring are in test_15_edition_2013_travel.py."""

from typing import Any

import pytest

from game_helpers import events_named, refusal_and_sentence
from position_builder import position
from rule_marker import rule
from teahorse import Game, NotationError

PROGRESS = ["school", "customs", "horse", "guild", "yard"]
PASSED = {"passed": True, "supply": 0, "market": 3}


def in_2013(**changes: Any) -> Game:
    return position("2013", **changes)


# --- What is missing, what is the same (15.1, 15.2, 15.15) --------------------------------------------


@rule("15.1")
def test_there_is_no_temple():
    game = Game.new("2013", 3)
    assert list(game.snapshot()["buildings"]) == PROGRESS
    assert refusal_and_sentence(game, "bid temple 5") == ("15.1", "no-temple", "There is no temple in this game.")
    assert game.snapshot()["blocked"] is None


@rule("15.1")
def test_there_are_no_guards_and_no_double_bidding():
    game = in_2013(players={"p1": {"coins": 50}}, buildings={"school": {"9": "p1"}})
    assert refusal_and_sentence(game, "bid school 12")[:2] == ("3.3", "already-bidding-here")
    assert [player["guards"] for player in game.snapshot()["players"].values()] == [None, None, None]
    game = in_2013(phase="take", buildings={"yard": {"9": "p1"}})
    assert refusal_and_sentence(game, "take guards at Y")[:2] == ("13.5", "no-guards")


@rule("15.1", "15.18")
def test_two_people_play_without_duli():
    snapshot = Game.new("2013", 2).snapshot()
    assert snapshot["duli"] is None
    assert list(snapshot["players"]) == ["p1", "p2", "p3", "p4"]
    assert snapshot["bank"] == [None, None]


@rule("15.2")
def test_progress_buildings_have_the_same_spaces():
    buildings = Game.new("2013", 3).snapshot()["buildings"]
    assert all(list(spaces) == ["5", "7", "9", "12", "15"] for spaces in buildings.values())
    with pytest.raises(NotationError, match="The school has no space '6'; its prices are 5, 7, 9, 12, 15"):
        Game.new("2013", 3).why_not("bid school 6")


@rule("15.2")
def test_small_and_large_spaces_are_the_same():
    game = in_2013(buildings={"school": {"9": "p2"}})
    assert refusal_and_sentence(game, "bid school 7")[:2] == ("3.4", "not-highest")
    game = in_2013(buildings={"school": {"7": "p2"}})
    game.play("bid school 9")
    assert events_named(game, "outbid") == [("p2", "school", 7, "p1")]


@rule("15.15")
@pytest.mark.parametrize("people", [3, 4, 5])
def test_presents_coins_and_pieces_are_the_same(people: int):
    old, new = Game.new("2013", people).snapshot(), Game.new("2023", people).snapshot()
    assert old["presents"] == new["presents"] == {"S": 5, "K": 4, "T": 3, "Q": 2}
    assert old["players"] == new["players"]
    assert [player["coins"] for player in old["players"].values()] == [9, 9, 12, 12, 15][:people]


@rule("15.15")
def test_passing_sends_the_supply_to_the_market():
    game = in_2013(players={"p1": {"supply": 3}})
    game.play("pass")
    after = game.snapshot()["players"]["p1"]
    assert (after["supply"], after["market"], after["passed"]) == (0, 3, True)


# --- Where traders come from (15.3) -------------------------------------------------------------------


@rule("15.3")
@pytest.mark.parametrize("move", ["bid school 5 from Y", "market from Y", "bank high from Y"])
def test_a_trader_comes_from_a_province_only_if_the_supply_is_empty(move: str):
    game = in_2013(players={"p1": {"supply": 1, "provinces": {"Y": 2}}})
    sentence = "A trader may come from a province only if the supply is empty, and p1 has 1 there."
    assert refusal_and_sentence(game, move) == ("15.3", "supply-first", sentence)
    assert in_2013(players={"p1": {"supply": 0, "provinces": {"Y": 3}}}).why_not(move) is None


@rule("15.3")
def test_in_2023_it_comes_from_a_province_at_will():
    game = position(players={"p1": {"supply": 1, "provinces": {"Y": 2}}})
    assert game.why_not("market from Y") is None


@rule("15.3")
def test_a_province_without_a_trader_gives_none_anyway():
    game = in_2013(players={"p1": {"supply": 1, "provinces": {"Y": 2}}})
    assert refusal_and_sentence(game, "market from S")[:2] == ("2.2", "no-trader-there")


# --- The bank (15.4, 15.5) ----------------------------------------------------------------------------


def at_the_bank() -> Game:
    """p1 has two bids and two traders in the supply."""
    return in_2013(buildings={"school": {"5": "p1"}, "guild": {"9": "p1"}}, players={"p1": {"coins": 40, "supply": 2}})


@rule("15.4")
@pytest.mark.parametrize(("space", "bank"), [("high", ["p1", None]), ("low", [None, "p1"])])
def test_the_two_bank_spaces_differ(space: str, bank: list[str | None]):
    game = at_the_bank()
    sentence = "The two spaces of this bank differ: say `bank high` or `bank low`."
    assert refusal_and_sentence(game, "bank") == ("15.4", "bank-which", sentence)
    game.play(f"bank {space}")
    assert game.snapshot()["bank"] == bank


@rule("15.4")
def test_in_2023_the_two_bank_spaces_are_alike():
    sentence = "Both spaces of this bank pay the same: say just `bank`."
    assert refusal_and_sentence(position(), "bank high") == ("2.5", "bank-alike", sentence)


@rule("15.4")
def test_each_bank_space_is_taken_for_itself():
    game = in_2013(bank=["p2", None])
    sentence = "That space of the bank is taken by p2."
    assert refusal_and_sentence(game, "bank high") == ("2.5", "bank-space-taken", sentence)
    assert game.why_not("bank low") is None


@rule("15.4")
def test_bids_go_to_the_market_but_the_supply_stays_and_the_player_has_not_passed():
    game = at_the_bank()
    game.play("bank low")
    after = game.snapshot()
    player = after["players"]["p1"]
    assert (player["market"], player["supply"], player["passed"]) == (2, 1, False)
    assert {owner for spaces in after["buildings"].values() for owner in spaces.values()} == {None}
    assert events_named(game, "bank") == [("p1", 1, "supply", 2)]


@rule("15.4")
def test_bids_given_up_for_the_bank_cost_nothing():
    game = at_the_bank()
    for move in ("bank high", "pass", "pass", "pass"):
        game.play(move)
    assert events_named(game, "bids-paid") == []
    assert events_named(game, "bank-paid") == [("p1", 0, 0)]
    assert game.snapshot()["players"]["p1"]["coins"] == 40


@rule("15.4")
def test_after_the_bank_only_the_market_and_passing_are_left():
    game = in_2013(bank=["p1", None], players={"p1": {"supply": 2, "provinces": {"Y": 1}}})
    assert game.legal_moves() == ["market", "pass"]
    sentence = "p1 is in the bank and may only use the market or pass for the rest of this bidding."
    assert refusal_and_sentence(game, "bid school 5") == ("15.4", "only-market-after-bank", sentence)
    sentence = "p1 is in the bank already, and may take only one of its spaces in each bidding."
    assert refusal_and_sentence(game, "bank low") == ("15.4", "bank-twice", sentence)
    assert refusal_and_sentence(game, "bank high")[:2] == ("15.4", "bank-twice")


@rule("15.4", "15.3")
def test_after_the_bank_traders_come_from_provinces_only_if_the_supply_is_empty():
    game = in_2013(bank=["p1", None], players={"p1": {"supply": 1, "provinces": {"Y": 1}}})
    assert refusal_and_sentence(game, "market from Y")[:2] == ("15.3", "supply-first")
    game = in_2013(bank=["p1", None], players={"p1": {"supply": 0, "provinces": {"Y": 1}, "reserve": 4, "market": 1}})
    assert game.legal_moves() == ["market from Y", "pass"]


@rule("15.4")
def test_one_in_the_bank_has_turns_until_passing():
    game = in_2013(to_move="p3", bank=["p1", None], players={"p1": {"supply": 2}, "p2": PASSED})
    game.play("market")
    assert game.to_move == "p1"
    game.play("market")
    assert game.to_move == "p3"
    game.play("pass")
    assert (game.phase, game.to_move) == ("bid", "p1")
    game.play("pass")
    assert game.phase == "travel"


@rule("15.5")
@pytest.mark.parametrize(("price", "high", "low"), [("5", 6, 3), ("9", 6, 3), ("15", 10, 6)])
def test_high_pays_more_than_low(price: str, high: int, low: int):
    passed = PASSED | {"market": 2}
    players = {"p1": {"coins": 0}, "p2": passed, "p3": passed | {"coins": 15}}
    game = in_2013(bank=["p1", "p2"], buildings={"school": {price: "p3"}}, players=players)
    game.play("pass")
    assert events_named(game, "bank-paid") == [("p1", int(price), high), ("p2", int(price), low)]
    assert [game.snapshot()["players"][name]["coins"] for name in ("p1", "p2")] == [high, 9 + low]


# --- The yard (15.6) ----------------------------------------------------------------------------------


@rule("15.6")
def test_only_a_teahouse_is_built_at_once():
    game = in_2013(phase="take", buildings={"yard": {"9": "p1"}}, players={"p1": {"horse": "K"}})
    sentence = "At the yard only a teahouse may be built at once; a {} goes to the supply."
    code = ("15.6", "yard-builds-teahouses")
    assert refusal_and_sentence(game, "take post at Y") == (*code, sentence.format("post"))
    assert refusal_and_sentence(game, "take bridge at YK") == (*code, sentence.format("bridge"))
    assert game.legal_moves() == [
        "take bridge",
        "take post",
        "take teahouse",
        "take teahouse at K",
        "take teahouse at S",
        "take teahouse at Y",
    ]
    game.play("take teahouse at S")
    assert game.snapshot()["players"]["p1"]["teahouses"] == ["S"]


@rule("15.6")
def test_in_2023_posts_and_bridges_are_built_at_once_too():
    game = position(phase="take", buildings={"yard": {"9": "p1"}}, players={"p1": {"horse": "K"}})
    assert game.why_not("take post at Y") is None
    assert game.why_not("take bridge at YK") is None


@rule("15.6")
def test_a_post_or_bridge_goes_to_the_supply():
    game = in_2013(phase="take", buildings={"yard": {"9": "p1"}})
    game.play("take bridge")
    assert game.snapshot()["players"]["p1"]["structures"] == {
        "supply": {"post": 0, "bridge": 1, "teahouse": 0},
        "reserve": {"post": 2, "bridge": 1, "teahouse": 2},
    }
