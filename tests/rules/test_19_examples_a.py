"""Worked examples of the documents (section 19): V1, V2, V4 to V8 and V13."""

from typing import Any

import pytest

from game_helpers import allows, bids_in, events_named, holdings, play, refusal, traders_of
from position_builder import position
from rule_marker import rule
from teahorse import Game

RED, YELLOW = "p1", "p2"
BOTH_EDITIONS = pytest.mark.parametrize("edition", ["2023", "2013"])


@rule("V1")
@BOTH_EDITIONS
@pytest.mark.parametrize("price", [12, 15])
def test_v1_a_large_bid_stays_beside_a_higher_one(edition: str, price: int) -> None:
    game = play(position(edition, players={YELLOW: {"coins": 15}}), "bid guild 9")
    assert allows(game, "bid guild 12") and allows(game, "bid guild 15")
    play(game, f"bid guild {price}")
    assert bids_in(game, "guild") == {"9": RED, str(price): YELLOW}
    assert traders_of(game, RED) == {"supply": 2}


@rule("V2")
@BOTH_EDITIONS
def test_v2_a_small_bid_is_outbid_and_its_trader_is_back_in_the_supply(edition: str) -> None:
    game = play(Game.new(edition, 3), "bid guild 5", "bid guild 9")
    assert bids_in(game, "guild") == {"9": YELLOW}
    assert traders_of(game, RED) == {"supply": 3}


@rule("V4")
@BOTH_EDITIONS
@pytest.mark.parametrize(("passes", "both"), [(3, False), (4, True)])
def test_v4_two_traders_from_the_market_to_sichuan_take_four_passes(edition: str, passes: int, both: bool) -> None:
    traveller = {"horse": "S", "passes": passes, "market": 2}
    game = play(position(edition, phase="travel", to_move="p3", players={"p3": traveller}), "go P-S")
    assert game.snapshot()["travel"]["passes_left"] == passes - 2
    assert allows(game, "go P-S") == both
    if both:
        assert play(game, "go P-S").snapshot()["travel"]["passes_left"] == 0


def over_the_bridge(edition: str, influence_in_kang: int) -> Game:
    """A trader with influence 3 has gone from Pu'er over Yunnan and the bridge to Kang."""
    game = position(
        edition,
        phase="travel",
        to_move="p3",
        players={
            "p3": {"horse": "K", "passes": 2, "influence": 3, "market": 1, "bridges": ["YK"]},
            "p2": {"provinces": {"Y": 1}},
            "p1": {"horse": "K", "influence": influence_in_kang, "provinces": {"K": 1}},
        },
    )
    play(game, "go P-K")
    assert events_named(game, "journey") == [("p3", "P", "K", 2)]
    return game


@rule("V5")
@BOTH_EDITIONS
def test_v5_nobody_on_the_way_and_nobody_of_equal_influence_is_displaced(edition: str) -> None:
    game = over_the_bridge(edition, influence_in_kang=3)
    assert game.phase == "travel"
    assert refusal(game, "displace p2") == refusal(game, "displace p1") == ("5.10", "nothing-to-displace")


@rule("V5")
@BOTH_EDITIONS
def test_v5_a_trader_of_lower_influence_goes_from_kang_to_sichuan(edition: str) -> None:
    game = over_the_bridge(edition, influence_in_kang=2)
    assert refusal(game, "displace p2") == ("5.10", "nobody-there")
    play(game, "displace p1")
    assert traders_of(game, "p1") == {"supply": 2, "S": 1}
    assert traders_of(game, "p2") == {"supply": 2, "Y": 1}


@rule("V6")
@BOTH_EDITIONS
@pytest.mark.parametrize(("bridges", "places"), [(["SQ"], {"T": 1, "Q": 1}), ([], {"P": 2})], ids=["bridge", "none"])
def test_v6_a_bridge_connects_tibet_and_qinghai(edition: str, bridges: list[str], places: dict[str, int]) -> None:
    pieces = {"horse": "Q", "posts": {"Y": 1, "S": 1}, "provinces": {"T": 1, "Q": 1}, "bridges": bridges}
    game = play(position(edition, phase="travel", to_move="p3", players={"p3": pieces}), "done")
    assert traders_of(game, "p3") == {"supply": 1} | places


def inspect(edition: str, players: dict[str, Any], teahouse_of: str | None) -> Game:
    """Four players have travelled; the last is done, and the inspector comes."""
    for player, pieces in players.items():
        pieces |= {"horse": "K", "teahouses": ["K"] if player == teahouse_of else []}
    return play(position(edition, 4, phase="travel", to_move="p1", players=players), "done")


@rule("V7")
@pytest.mark.parametrize(("teahouse_of", "banished"), [(None, "p3"), ("p3", "p2"), ("p2", "p3")])
def test_v7_of_equal_provinces_kang_and_there_the_2_unless_it_owns_the_teahouse(
    teahouse_of: str | None, banished: str
) -> None:
    players: dict[str, Any] = {
        "p4": {"influence": 4, "provinces": {"S": 2, "K": 1}, "posts": {"S": 1, "K": 1}},
        "p3": {"influence": 2, "provinces": {"S": 1, "K": 1}, "posts": {"S": 1}},
        "p2": {"influence": 1, "provinces": {"S": 1, "K": 1}},
    }
    game = inspect("2023", players, teahouse_of)
    assert events_named(game, "revenue")[1:3] == [("S", 42), ("K", 42)]
    assert events_named(game, "inspected") == [("K",)]
    assert events_named(game, "banished") == [(banished, "K")]


@rule("V7b")
@pytest.mark.parametrize(("teahouse_of", "banished"), [(None, [("p3", "K")]), ("p3", [])])
def test_v7b_the_2_is_banished_and_nobody_if_it_owns_the_teahouse(
    teahouse_of: str | None, banished: list[tuple[str, str]]
) -> None:
    players: dict[str, Any] = {
        "p4": {"influence": 4, "provinces": {"Y": 1, "S": 1, "K": 1}, "posts": {"S": 1, "K": 1}},
        "p3": {"influence": 2, "provinces": {"S": 2, "K": 1}},
    }
    game = inspect("2013", players, teahouse_of)
    assert events_named(game, "revenue")[1:3] == [("S", 30), ("K", 30)]
    assert events_named(game, "inspected") == [("K",)]
    assert events_named(game, "banished") == banished
    assert events_named(game, "nobody-banished") == ([] if banished else [("K",)])


@rule("V8")
@BOTH_EDITIONS
def test_v8_five_presents_for_four_players(edition: str) -> None:
    """More is earned in Qinghai, so the inspector leaves the eleven traders in Sichuan alone."""
    yellow, red, black, blue = "p4", "p3", "p2", "p1"
    players = {
        yellow: {"influence": 1, "provinces": {"S": 4, "Q": 3}},
        red: {"influence": 2, "provinces": {"S": 2, "Q": 3}},
        black: {"influence": 2, "provinces": {"S": 3}},
        blue: {"influence": 3, "provinces": {"S": 2}, "posts": {"Y": 1}},
    }
    for pieces in players.values():
        pieces["horse"] = "Q"
    game = play(position(edition, 4, phase="travel", to_move=blue, players=players), "done")
    assert events_named(game, "inspected") == [("Q",)]
    in_sichuan = [player for player, place, _ in events_named(game, "present") if place == "S"]
    assert in_sichuan == [blue, blue, red, black, red]
    assert game.snapshot()["presents"]["S"] == 0


@rule("V13")
@BOTH_EDITIONS
def test_v13_the_customs_raise_two_passes_to_three(edition: str) -> None:
    game = play(Game.new(edition, 3), "bid customs 5", "pass", "pass", "pass")
    assert events_named(game, "pass-gained") == [("p1", 3)]
    assert holdings(game, "p1")["passes"] == 3
