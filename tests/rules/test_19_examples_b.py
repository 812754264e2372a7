"""Section 19: the worked examples of the documents about the bank, income, converting, debt, Dúli and guards."""

from typing import Any

import pytest

from game_helpers import events_named, refusal_and_sentence
from position_builder import position
from rule_marker import rule
from teahorse import Game

PASSED = {"passed": True, "supply": 0}


def bank_pays(edition: str, bids: dict[str, dict[str, str]]) -> list[tuple[Any, ...]]:
    """p4 and p5 are in the bank; p1 passes last."""
    players = {name: {"coins": 99} for name in ("p1", "p2", "p3")}
    players |= {"p4": PASSED | {"market": 2}, "p5": PASSED | {"market": 2}}
    for name in ("p1", "p2", "p3"):
        in_buildings = sum(list(spaces.values()).count(name) for spaces in bids.values())
        players[name] |= {"reserve": 4} if name == "p1" else PASSED | {"market": 3 - min(3, in_buildings)}
    game = position(edition, 5, bank=["p4", "p5"], buildings=bids, players=players)
    game.play("pass")
    return events_named(game, "bank-paid")


@rule("V3")
def test_bids_of_73_make_the_bank_of_2023_pay_23_to_each():
    bids = {
        "school": {"9": "p1", "12": "p2"},
        "customs": {"9": "p2"},
        "horse": {"5": "p3"},
        "guild": {"9": "p3", "15": "p1"},
        "yard": {"9": "p2"},
        "temple": {"5": "p1"},
    }
    assert bank_pays("2023", bids) == [("p4", 73, 23), ("p5", 73, 23)]


@rule("V11")
def test_bids_of_75_make_the_bank_of_2013_pay_24_and_14():
    red, blue, green = "p1", "p2", "p3"
    bids = {
        "school": {"9": red, "12": blue},
        "customs": {"5": blue},
        "horse": {"9": green, "12": red},
        "guild": {"7": red},
        "yard": {"9": blue, "12": green},
    }
    assert bank_pays("2013", bids) == [("p4", 75, 24), ("p5", 75, 14)]


def income(pieces: dict[str, Any], **changes: Any) -> Game:
    game = position(phase="travel", to_move="p1", players={"p2": {"horse": "Q"} | pieces}, **changes)
    game.play("done")
    return game


@rule("V9", "8.3")
def test_income_over_the_bridge_is_37_and_without_it_31():
    pieces = {"influence": 4, "posts": {"Y": 1, "S": 1}, "provinces": {"T": 1, "Q": 1}}
    assert dict(events_named(income(pieces | {"bridges": ["SQ"]}), "income"))["p2"] == 37
    assert dict(events_named(income(pieces), "income"))["p2"] == 31


@rule("V9b", "8.3")
@pytest.mark.parametrize(("blocked", "coins"), [("SQ", 34), ("YK", 40), (None, 40)])
def test_a_blocked_bridge_and_a_banished_trader(blocked: str | None, coins: int):
    pieces = {"posts": {"Y": 1, "S": 1}, "provinces": {"K": 1, "T": 1, "Q": 1}, "bridges": ["SQ"], "influence": 1}
    rival = {"horse": "K", "provinces": {"K": 2}}  # makes Kang the richest province, 36
    players = {"p2": {"horse": "Q"} | pieces, "p3": rival}
    game = position(phase="travel", to_move="p1", blocked=blocked, players=players)
    game.play("done")
    assert events_named(game, "banished") == [("p2", "K")]
    assert dict(events_named(game, "income"))["p2"] == coins


@rule("V10", "8.1", "8.3")
def test_a_gap_in_sichuan():
    pieces = {"influence": 4, "posts": {"Y": 1, "K": 1}, "provinces": {"Y": 1, "K": 1}, "market": 3}
    game = income(pieces)
    assert events_named(game, "traders-earned") == [("p2", "Y", 1, 0, 6), ("p2", "K", 1, 1, 9)]
    assert events_named(game, "posts-earned") == [("p2", "Y", 1, 0, 1), ("p2", "K", 1, 1, 0)]
    assert events_named(game, "market-earned") == [("p2", 3, 3)]
    assert dict(events_named(game, "income"))["p2"] == 19


@rule("V12", "10.1")
def test_of_21_convert_6_gives_6_vp_and_15_coins():
    game = income({"influence": 4, "coins": 0, "provinces": {"Y": 2, "S": 1}})
    assert game.snapshot()["players"]["p2"]["income"] == 21
    game.play("convert 6")
    after = game.snapshot()["players"]["p2"]
    assert (after["vp"], after["coins"], after["income"]) == (6, 15, 0)


@rule("V14", "15.16")
def test_in_round_4_a_debt_of_3_takes_10_vp_to_minus_5():
    waiting = PASSED | {"market": 3}
    game = position(
        "2013",
        options={"profi": True},
        round=4,
        buildings={"customs": {"12": "p1"}},
        players={"p1": {"coins": 9, "vp": 10}, "p2": waiting, "p3": waiting},
    )
    game.play("pass")
    assert events_named(game, "debt") == [("p1", 3, 5, 15)]
    assert game.snapshot()["players"]["p1"]["vp"] == -5


@rule("V15", "14.8", "14.9")
@pytest.mark.parametrize(
    ("horse", "placed"), [("Y", {"Y": 3}), ("S", {"Y": 3, "S": 3}), ("K", {"Y": 3, "S": 3, "K": 1})]
)
def test_duli_travels_with_card_1(horse: str, placed: dict[str, int]):
    players = {"p1": PASSED | {"horse": horse, "provinces": {"Y": 1}, "market": 2}}
    game = position(people=2, to_move="p2", players=players)
    game.play("pass")
    assert events_named(game, "card-drawn") == [(1,)]
    assert events_named(game, "duli-placed") == list(placed.items())
    assert events_named(game, "structure-built") == [("duli", "teahouse", "Y")]


FULL = {"9": "p1", "12": "p1", "15": "p2"}


@rule("V16", "14.5")
@pytest.mark.parametrize(
    ("buildings", "bid"),
    [
        ({}, ("school", 5)),
        ({"school": {"7": "p1"}}, ("school", 9)),
        ({"school": {"9": "duli"}}, ("horse", 5)),
        ({"school": FULL}, ("horse", 5)),
        ({"school": FULL, "horse": {"5": "p2"}}, ("horse", 7)),
        ({"school": {"5": "duli"}, "horse": {"15": "duli"}}, ("guild", 5)),
        ({"school": {"5": "duli"}, "horse": FULL, "guild": {"9": "p2"}}, ("guild", 12)),
    ],
)
def test_duli_bids_with_card_1(buildings: dict[str, dict[str, str]], bid: tuple[str, int]):
    players = {name: {"coins": 90} for name in ("p1", "p2")}
    game = position(
        people=2,
        options={"double_bidding": True},
        round=2,
        to_move="p2",
        buildings=buildings,
        players=players,
    )
    game.play("market")
    assert events_named(game, "bid") == [("duli", *bid, "supply")]


@rule("V17", "13.6")
def test_guards_in_kang_protect_the_owners_traders_there():
    players = {
        "p1": {"influence": 3, "horse": "K", "passes": 4, "provinces": {"Y": 1, "S": 3}},
        "p2": {"horse": "K", "provinces": {"K": 2}, "guards": "K"},
        "p3": {"horse": "K", "provinces": {"K": 1}},
    }
    game = position(options={"guards": True}, phase="travel", to_move="p1", players=players)
    game.play("go S-K")
    assert refusal_and_sentence(game, "displace p2")[:2] == ("13.6", "guarded")
    game.play("displace p3")
    game.play("go S-K")
    assert game.phase == "travel"  # nobody is left whom p1 could displace
    assert game.snapshot()["players"]["p2"]["provinces"]["K"] == 2
