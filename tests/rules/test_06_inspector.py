"""Section 6: the province inspector, who comes when the last in gray order is done."""

from typing import Any

import pytest

from game_helpers import events_named, holdings, play, traders_of
from position_builder import position
from rule_marker import rule
from teahorse import Game


def inspected(
    people: int = 3, options: dict[str, Any] | None = None, blue: list[str] | None = None, **players: Any
) -> Game:
    """All have travelled, every horse has reached Qinghai, and the inspector has been."""
    pieces = {player: {"horse": "Q"} | has for player, has in players.items()}
    order = blue or [f"p{number}" for number in range(1, people + 1)]
    game = position(people=people, options=options, phase="travel", blue=order, to_move=order[0], players=pieces)
    return play(game, "done")


def in_kang(influence: int, traders: int = 1, **pieces: Any) -> dict[str, Any]:
    """Someone with this influence and this many traders in Kang."""
    return {"influence": influence, "provinces": {"K": traders}} | pieces


# --- Where he goes --------------------------------------------------------------------------------------


@rule("6.1")
def test_revenue_is_the_printed_value_of_all_traders_and_posts_of_all_players() -> None:
    """Most of these have gaps below them, and the posts in Sichuan and Tibet are isolated: nothing is deducted."""
    game = inspected(
        p2={"provinces": {"Y": 2, "K": 1}, "posts": {"S": 1, "Q": 1}, "teahouses": ["Y", "T"]},
        p3={"provinces": {"K": 1, "T": 1}, "posts": {"K": 1, "T": 1}},
    )
    assert events_named(game, "revenue") == [("Y", 12), ("S", 3), ("K", 30), ("T", 25), ("Q", 15)]
    assert events_named(game, "inspected") == [("K",)]


@rule("6.1")
def test_the_posts_of_yunnan_count_too() -> None:
    assert events_named(inspected(p2={"posts": {"Y": 1}}, p3={"posts": {"Y": 1}}), "revenue")[0] == ("Y", 2)


@rule("6.1")
@pytest.mark.parametrize(
    ("provinces", "visited"),
    [
        ({"Y": 1}, "Y"),
        ({"Y": 2, "S": 1}, "Y"),
        ({"Y": 3, "T": 1}, "Y"),
        ({"Y": 3, "Q": 1}, "Q"),
        ({"Y": 2, "K": 1}, "K"),
        ({"S": 4, "K": 3}, "K"),
        ({"Y": 5, "T": 2}, "T"),
        ({"Q": 1, "S": 2}, "Q"),
        ({"Q": 1, "S": 3}, "S"),
    ],
)
def test_he_visits_the_highest_revenue_and_of_equals_the_farthest(provinces: dict[str, int], visited: str) -> None:
    game = inspected(p2={"provinces": provinces})
    assert events_named(game, "inspected") == [(visited,)]
    assert events_named(game, "banished") == [("p2", visited)]


@rule("6.1")
def test_with_no_revenue_anywhere_he_visits_qinghai() -> None:
    game = inspected()
    assert events_named(game, "revenue") == [(province, 0) for province in "YSKTQ"]
    assert events_named(game, "inspected") == events_named(game, "nobody-banished") == [("Q",)]


@rule("6.1")
def test_he_never_visits_puer() -> None:
    game = inspected(p2={"supply": 0, "reserve": 0, "market": 7}, p3={"provinces": {"Y": 1}})
    assert events_named(game, "inspected") == [("Y",)]
    assert len(events_named(game, "revenue")) == 5


@rule("6.1")
def test_he_comes_once_after_all_have_travelled() -> None:
    game = position(phase="travel", to_move="p3", players={"p3": {"provinces": {"Y": 1}}})
    assert events_named(play(game, "done"), "inspected") == []
    assert events_named(play(game, "done"), "inspected") == []
    assert events_named(play(game, "done"), "inspected") == [("Y",)]


@rule("6.1")
@pytest.mark.parametrize(("counted", "visited"), [("all", "K"), ("connected", "Y")])
def test_a_switch_says_whether_isolated_posts_count(counted: str, visited: str) -> None:
    options = {} if counted == "all" else {"inspector_posts": counted}
    game = inspected(options=options, p2={"posts": {"K": 1}}, p3={"provinces": {"Y": 1}})
    assert events_named(game, "inspected") == [(visited,)]


@rule("6.1")
def test_a_connected_post_counts_with_either_switch() -> None:
    game = inspected(options={"inspector_posts": "connected"}, p2={"posts": {"Y": 1, "S": 1}, "provinces": {"S": 1}})
    assert events_named(game, "revenue")[:2] == [("Y", 1), ("S", 12)]


# --- Whom he banishes -----------------------------------------------------------------------------------


@rule("6.2")
def test_a_banished_trader_goes_to_the_market() -> None:
    game = inspected(p2=in_kang(0, 2))
    assert events_named(game, "banished") == [("p2", "K")]
    assert traders_of(game, "p2") == {"supply": 1, "P": 1, "K": 1}


@rule("6.2")
@pytest.mark.parametrize(
    ("p2", "p3", "banished"), [(1, 2, "p3"), (2, 1, "p2"), (3, 0, "p2"), (4, 0, "p3"), (3, 4, "p2"), (0, 4, "p2")]
)
def test_the_highest_influence_below_4_is_banished(p2: int, p3: int, banished: str) -> None:
    assert events_named(inspected(p2=in_kang(p2, 2), p3=in_kang(p3)), "banished") == [(banished, "K")]


@rule("6.2")
def test_influence_counts_only_of_those_who_have_a_trader_there() -> None:
    elsewhere = {"influence": 3, "provinces": {"S": 1}, "posts": {"K": 1}}
    assert events_named(inspected(p2=in_kang(1), p3=elsewhere), "banished") == [("p2", "K")]


@rule("6.2")
@pytest.mark.parametrize(("teahouse", "banished"), [("K", "p2"), ("S", "p3"), ("T", "p3")])
def test_the_owner_of_the_teahouse_there_is_spared(teahouse: str, banished: str) -> None:
    game = inspected(p2=in_kang(1), p3=in_kang(2, teahouses=[teahouse]))
    assert events_named(game, "banished") == [(banished, "K")]


@rule("6.2")
@pytest.mark.parametrize(
    ("blue", "banished"), [(["p1", "p2", "p3"], "p3"), (["p1", "p3", "p2"], "p2"), (["p3", "p1", "p2"], "p2")]
)
def test_of_equal_influence_the_earliest_in_gray_order_is_banished(blue: list[str], banished: str) -> None:
    pieces = {player: in_kang(2, 2, posts={"Y": 1, "S": 1}) for player in ("p2", "p3")}
    assert events_named(inspected(blue=blue, **pieces), "banished") == [(banished, "K")]


@rule("6.2")
def test_higher_influence_beats_the_gray_order() -> None:
    game = inspected(people=4, p4=in_kang(1), p3=in_kang(2), p2=in_kang(2))
    assert events_named(game, "banished") == [("p3", "K")]


@rule("6.3")
@pytest.mark.parametrize("immune", [{"influence": 4}, {"teahouses": ["K"]}])
def test_where_nobody_qualifies_nothing_happens(immune: dict[str, Any]) -> None:
    """Yunnan, the next richest, is not visited instead."""
    game = inspected(p2=in_kang(3) | immune, p3={"provinces": {"Y": 1}})
    assert events_named(game, "nobody-banished") == [("K",)] and events_named(game, "banished") == []
    assert (traders_of(game, "p2"), traders_of(game, "p3")) == ({"supply": 2, "K": 1}, {"supply": 2, "Y": 1})


@rule("6.3")
def test_posts_are_never_banished() -> None:
    game = inspected(p2={"posts": {"Q": 1}}, p3={"provinces": {"Y": 1}})
    assert events_named(game, "nobody-banished") == [("Q",)]
    assert holdings(game, "p2")["posts"] == {"Q": 1}


@rule("6.3")
def test_the_gap_he_leaves_stays() -> None:
    game = inspected(p2={"provinces": {"Y": 1, "S": 1, "K": 1}}, p3={"influence": 4, "provinces": {"S": 2}})
    assert events_named(game, "banished") == [("p2", "S")]
    assert traders_of(game, "p2") == {"P": 1, "Y": 1, "K": 1}
    assert ("p2", "K", 1, 1, 9) in events_named(game, "traders-earned")
