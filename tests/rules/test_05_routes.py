"""Section 5, third part: connected routes when a player is done (5.12, 5.13)."""

from typing import Any

import pytest

from game_helpers import events_named, holdings, play, traders_of
from position_builder import position
from rule_marker import rule
from teahorse import Game


def done(others: dict[str, Any] | None = None, blocked: str | None = None, **pieces: Any) -> Game:
    """p3, first in gray order and with the horse in Qinghai, is done."""
    players = {"p3": {"horse": "Q", "supply": 0} | pieces} | (others or {})
    return play(position(phase="travel", to_move="p3", blocked=blocked, players=players), "done")


@rule("5.12")
@pytest.mark.parametrize(
    ("traders", "posts", "bridges", "home"),
    [
        # along the road: every province down to Yunnan must be held, by a trader or a post
        ("Y", "", "", ""), ("S", "", "", "S"), ("YS", "", "", ""), ("YK", "", "", "K"), ("YSKTQ", "", "", ""),
        ("SKTQ", "", "", "SKTQ"), ("YSTQ", "", "", "TQ"), ("S", "Y", "", ""), ("K", "YS", "", ""),
        ("YQ", "SK", "", "Q"), ("K", "SK", "", "K"), ("S", "S", "", "S"),
        # over bridges
        ("YK", "", "YK", ""), ("K", "Y", "YK", ""), ("K", "", "YK", "K"), ("YT", "", "YT", ""), ("T", "S", "YT", "T"),
        ("YSQ", "", "SQ", ""), ("YQ", "", "SQ", "Q"), ("YQ", "", "KQ", "Q"), ("YKQ", "", "YK KQ", ""),
        ("YKQ", "", "KQ", "KQ"),
        # upward first, then over a bridge
        ("YKT", "", "YT", ""), ("YST", "", "YT", ""), ("YKTQ", "", "YT", ""), ("YKQ", "T", "YT", ""),
        ("YKQ", "", "YT", "KQ"), ("YSKQ", "", "SQ", ""), ("YSTQ", "", "SQ", ""), ("YTQ", "S", "SQ", ""),
        ("YSKTQ", "", "YT SQ", ""),
    ],
)  # fmt: skip
def test_traders_without_a_held_route_go_to_the_market(traders: str, posts: str, bridges: str, home: str) -> None:
    market = max(0, 3 - len(traders))
    provinces, held = dict.fromkeys(traders, 1), dict.fromkeys(posts, 1)
    game = done(provinces=provinces, posts=held, bridges=bridges.split(), market=market)
    places = {"P": market + len(home)} | {province: 1 for province in traders if province not in home}
    assert traders_of(game, "p3") == {place: count for place, count in places.items() if count}
    assert events_named(game, "sent-home") == [("p3", province, 1) for province in home]
    assert holdings(game, "p3")["posts"] == held, "posts stay"


@rule("5.12")
def test_all_traders_of_an_isolated_province_go_to_the_market() -> None:
    game = done(provinces={"Y": 1, "K": 3, "T": 2})
    assert traders_of(game, "p3") == {"Y": 1, "P": 5}
    assert events_named(game, "sent-home") == [("p3", "K", 3), ("p3", "T", 2)]


@rule("5.12")
def test_teahouses_hold_no_province() -> None:
    assert traders_of(done(provinces={"Y": 1, "K": 2}, teahouses=["S"]), "p3") == {"Y": 1, "P": 2}


@rule("5.12")
def test_what_others_have_holds_no_province() -> None:
    other = {"horse": "K", "provinces": {"Y": 1, "S": 1}, "posts": {"Y": 1, "S": 1}, "bridges": ["YK"]}
    assert traders_of(done({"p2": other}, provinces={"K": 3}), "p3") == {"P": 3}


@rule("5.12", "4.9")
@pytest.mark.parametrize(("blocked", "home"), [(None, 0), ("SQ", 0), ("YT", 2)])
def test_a_route_over_a_blocked_bridge_is_none(blocked: str | None, home: int) -> None:
    game = done(blocked=blocked, provinces={"Y": 1, "K": 1, "T": 1}, bridges=["YT"])
    assert traders_of(game, "p3").get("P", 0) == home


@rule("5.12")
def test_a_trader_that_goes_back_is_not_a_stone_for_another() -> None:
    """Kang and Tibet hold each other, and nothing holds Sichuan: both go, and the post in Kang helps neither."""
    game = done(provinces={"Y": 1, "K": 1, "T": 1}, posts={"K": 1})
    assert traders_of(game, "p3") == {"Y": 1, "P": 2}


@rule("5.12")
def test_routes_are_judged_only_when_their_owner_is_done() -> None:
    players = {"p3": {"horse": "K", "supply": 0, "provinces": {"K": 3}}, "p2": {"horse": "K", "provinces": {"K": 1}}}
    game = position(phase="travel", to_move="p3", players=players)
    assert traders_of(game, "p3") == {"K": 3}
    play(game, "go K-Y")
    assert traders_of(game, "p3") == {"Y": 1, "K": 2}
    play(game, "done")
    assert traders_of(game, "p3") == {"Y": 1, "P": 2}
    assert traders_of(game, "p2") == {"supply": 2, "K": 1}, "p2 may still close the gap"


@rule("5.12", "5.9")
def test_a_trader_sent_home_does_not_travel_on() -> None:
    game = done(provinces={"S": 3})
    assert events_named(game, "sent-home") == [("p3", "S", 3)]
    assert game.to_move == "p2"


@rule("5.13")
def test_a_gap_made_later_by_others_leaves_the_traders_where_they_are() -> None:
    game = done({"p2": {"influence": 1, "market": 1}}, provinces={"Y": 1, "S": 1, "K": 1})
    play(game, "go P-Y", "displace p3", "done")
    assert traders_of(game, "p3") == {"P": 1, "S": 1, "K": 1}
    play(game, "done")
    assert events_named(game, "sent-home") == []
    assert traders_of(game, "p3") == {"P": 2, "S": 1}, "the inspector took the trader in Kang, the gap nobody"
    assert ("p3", "S", 1, 1, 6) in events_named(game, "traders-earned"), "but it costs at income"
