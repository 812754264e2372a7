"""Section 8: the round income, reckoned when the last in gray order is done."""

from typing import Any

import pytest

from game_helpers import events_named
from position_builder import position
from rule_marker import rule
from teahorse import Game
from teahorse.rules.events import NO_EVENTS
from teahorse.rules.income import income_of
from teahorse.rules.state import YUNNAN

SAFE = {"influence": 4, "horse": "Q"}  # the inspector banishes nobody with influence 4


def earned(blocked: str | None = None, **pieces: Any) -> Game:
    """p2 has these pieces when p1, the last in gray order, is done; the others have nothing."""
    game = position(phase="travel", to_move="p1", blocked=blocked, players={"p2": SAFE | pieces})
    game.play("done")
    return game


def income(blocked: str | None = None, **pieces: Any) -> int:
    [coins] = [coins for player, coins in events_named(earned(blocked, **pieces), "income") if player == "p2"]
    return int(coins)


@rule("8.1")
def test_incomes_are_reckoned_in_gray_order():
    assert events_named(earned(provinces={"Y": 1}), "income") == [("p3", 0), ("p2", 6), ("p1", 0)]


@rule("8.1")
def test_incomes_are_reckoned_in_the_gray_order_of_this_rounds_travel():
    game = position(phase="travel", to_move="p2", blue=["p2", "p3", "p1"], players={"p3": {"market": 1}})
    game.play("done")
    assert events_named(game, "income") == [("p1", 0), ("p3", 3), ("p2", 0)]


@rule("8.1")
@pytest.mark.parametrize(("traders", "coins"), [(0, 0), (1, 3), (2, 3), (3, 3), (7, 3)])
def test_the_market_pays_3_in_all(traders: int, coins: int):
    assert income(market=traders) == coins


@rule("8.1")
def test_traders_in_the_supply_and_structures_that_are_not_built_earn_nothing():
    assert income(supply=3, structures={"supply": {"post": 2, "bridge": 2, "teahouse": 2}}) == 0


@rule("8.1")
def test_bridges_and_teahouses_earn_nothing():
    assert income(bridges=["YK", "SQ"], teahouses=["Y", "Q"]) == 0


@rule("8.1", "8.2")
def test_income_is_the_sum_over_traders_posts_and_market():
    game = earned(provinces={"Y": 2, "S": 1}, posts={"Y": 1, "S": 1}, market=2)
    assert events_named(game, "traders-earned") == [("p2", "Y", 2, 0, 12), ("p2", "S", 1, 0, 9)]
    assert events_named(game, "posts-earned") == [("p2", "Y", 1, 0, 1), ("p2", "S", 1, 0, 3)]
    assert events_named(game, "market-earned") == [("p2", 2, 3)]
    assert game.snapshot()["players"]["p2"]["income"] == 12 + 9 + 1 + 3 + 3


@rule("8.2")
def test_a_trader_earns_the_value_of_its_province():
    game = earned(provinces={"Y": 1, "S": 1, "K": 1, "T": 1, "Q": 1})
    assert [coins for *_, coins in events_named(game, "traders-earned")] == [6, 9, 12, 15, 18]


@rule("8.2")
@pytest.mark.parametrize(("province", "coins"), [("Y", 1), ("S", 3), ("K", 6), ("T", 10), ("Q", 15)])
def test_a_post_earns_the_value_of_its_province(province: str, coins: int):
    game = earned(provinces={"Y": 1, "S": 1, "K": 1, "T": 1, "Q": 1}, posts={province: 1})
    assert events_named(game, "posts-earned") == [("p2", province, 1, 0, coins)]


@rule("8.3")
@pytest.mark.parametrize(
    ("province", "gaps", "coins"), [("Y", 0, 6), ("S", 1, 6), ("K", 2, 6), ("T", 3, 6), ("Q", 4, 6)]
)
def test_each_gap_on_the_way_costs_a_trader_3(province: str, gaps: int, coins: int):
    assert events_named(earned(provinces={province: 1}), "traders-earned") == [("p2", province, 1, gaps, coins)]


@rule("8.3")
def test_each_of_two_traders_pays_for_the_gap():
    game = earned(provinces={"Y": 1, "K": 2})
    assert events_named(game, "traders-earned") == [("p2", "Y", 1, 0, 6), ("p2", "K", 2, 1, 18)]


@rule("8.3")
@pytest.mark.parametrize(
    "pieces",
    [
        {"provinces": {"Y": 1, "S": 1, "K": 1}},
        {"provinces": {"S": 1, "K": 1}, "posts": {"Y": 1}},
        {"provinces": {"K": 1}, "posts": {"Y": 1, "S": 1}},
    ],
)
def test_a_trader_or_a_post_fills_a_gap(pieces: dict[str, Any]):
    assert ("p2", "K", 1, 0, 12) in events_named(earned(**pieces), "traders-earned")


@rule("8.3")
def test_a_teahouse_or_anothers_trader_fills_no_gap():
    players = {"p2": SAFE | {"provinces": {"Y": 1, "K": 1}, "teahouses": ["S"]}, "p3": SAFE | {"provinces": {"S": 1}}}
    game = position(phase="travel", to_move="p1", players=players)
    game.play("done")
    assert ("p2", "K", 1, 1, 9) in events_named(game, "traders-earned")


@rule("8.3")
def test_a_post_with_any_gap_on_its_way_earns_nothing():
    game = earned(posts={"Y": 1, "K": 1})
    assert events_named(game, "posts-earned") == [("p2", "Y", 1, 0, 1), ("p2", "K", 1, 1, 0)]


@rule("8.3")
def test_the_route_with_the_fewest_gaps_counts_for_each_trader():
    # Tibet goes over the bridge to Yunnan; Kang's ways, by Sichuan or by Tibet and the bridge, differ by one gap.
    game = earned(provinces={"Y": 1, "K": 1, "T": 1}, bridges=["YT"])
    assert [(place, gaps) for _, place, _, gaps, _ in events_named(game, "traders-earned")] == [
        ("Y", 0),
        ("K", 0),
        ("T", 0),
    ]
    game = earned(provinces={"Y": 1, "K": 1}, bridges=["YT"])
    assert [(place, gaps) for _, place, _, gaps, _ in events_named(game, "traders-earned")] == [("Y", 0), ("K", 1)]


@rule("8.3")
def test_the_route_may_run_upward_to_a_bridge():
    # Kang - Qinghai - Tibet - Yunnan; down the road Sichuan would be a gap.
    game = earned(provinces={"K": 1, "Q": 1, "T": 1}, posts={"Y": 1}, bridges=["YT", "KQ"])
    assert ("p2", "K", 1, 0, 12) in events_named(game, "traders-earned")
    game = earned(provinces={"K": 1, "Q": 1, "T": 1}, posts={"Y": 1}, bridges=["KQ"])
    assert ("p2", "K", 1, 1, 9) in events_named(game, "traders-earned")


@rule("8.3")
@pytest.mark.parametrize(("blocked", "coins"), [(None, 21), ("YK", 21), ("YT", 15)])
def test_only_an_unblocked_bridge_saves_the_gaps(blocked: str | None, coins: int):
    assert income(blocked, provinces={"Y": 1, "T": 1}, bridges=["YT"]) == coins


@rule("8.3")
def test_a_blocked_bridge_makes_a_post_earn_nothing():
    assert income(None, posts={"Y": 1, "T": 1}, bridges=["YT"]) == 11
    assert income("YT", posts={"Y": 1, "T": 1}, bridges=["YT"]) == 1


@rule("8.3")
def test_anothers_bridge_is_no_way():
    players = {"p2": SAFE | {"provinces": {"Y": 1, "T": 1}}, "p3": SAFE | {"bridges": ["YT"]}}
    game = position(phase="travel", to_move="p1", players=players)
    game.play("done")
    assert ("p2", "T", 1, 2, 9) in events_named(game, "traders-earned")


@rule("8.3")
def test_the_position_of_the_horse_does_not_matter_for_income():
    game = position(players={"p2": SAFE | {"provinces": {"Y": 1, "T": 1}, "bridges": ["YT"]}})
    board = game.position
    board.horse[1] = YUNNAN
    assert income_of(board, game.rules.record, 1, NO_EVENTS) == 6 + 15


@rule("8.4")
def test_income_is_not_paid_before_converting():
    game = earned(provinces={"Y": 1}, coins=20, vp=5)
    player = game.snapshot()["players"]["p2"]
    assert (game.phase, player["income"], player["coins"], player["vp"]) == ("convert", 6, 20, 5)
