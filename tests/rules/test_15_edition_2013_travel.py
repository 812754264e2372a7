"""Section 15: the edition of 2013, from travel to scoring."""

from typing import Any

import pytest

from game_helpers import events_named, refusal_and_sentence
from position_builder import position
from rule_marker import rule
from teahorse import Game

POSTS = {"structures": {"supply": {"post": 1}}}


def travelling(edition: str = "2013", others: dict[str, Any] | None = None, **pieces: Any) -> Game:
    """p1 is the last to travel."""
    return position(edition, phase="travel", to_move="p1", players={"p1": pieces} | (others or {}))


@rule("15.7")
def test_both_posts_may_stand_in_one_province():
    game = travelling(posts={"Y": 1}, **POSTS)
    game.play("build post Y")
    assert game.snapshot()["players"]["p1"]["posts"] == {"Y": 2}
    assert refusal_and_sentence(travelling("2023", posts={"Y": 1}, **POSTS), "build post Y")[:2] == (
        "5.3",
        "post-there",
    )


@rule("15.7", "8.2")
def test_two_posts_in_one_province_earn_twice():
    game = travelling(others={"p2": {"posts": {"Y": 2}}})
    game.play("done")
    assert events_named(game, "posts-earned") == [("p2", "Y", 2, 0, 2)]


@rule("15.8")
def test_crossing_a_bridge_costs_one_pass_and_no_money():
    game = travelling(horse="K", coins=5, bridges=["YK"], provinces={"Y": 1})
    game.play("go Y-K")
    assert events_named(game, "journey") == [("p1", "Y", "K", 1)]
    after = game.snapshot()
    assert (after["travel"]["passes_left"], after["players"]["p1"]["coins"]) == (1, 5)


@rule("15.9")
def test_journeys_are_the_same_as_in_2023_but_for_puer():
    pieces = {"horse": "Q", "passes": 2, "bridges": ["YK", "SQ"], "provinces": {"Y": 1, "K": 1, "Q": 1}, "market": 1}
    old, new = (
        [move for move in travelling(edition, **pieces).legal_moves() if move.startswith("go") and move[-1] != "P"]
        for edition in ("2013", "2023")
    )
    assert old == new
    assert [move for move in old if move.startswith("go P")] == ["go P-K", "go P-S", "go P-Y"]


@rule("15.9")
def test_a_trader_does_not_come_back_to_its_start():
    game = travelling(provinces={"Y": 1}, market=1)
    sentence = "A journey must end in another province."
    assert refusal_and_sentence(game, "go Y-Y") == ("5.6", "same-place", sentence)
    assert refusal_and_sentence(game, "go P-P") == ("5.6", "same-place", sentence)


@rule("15.10")
def test_displacement_is_the_same():
    others = {"p2": {"horse": "S", "provinces": {"S": 1}}, "p3": {"horse": "S", "influence": 1, "provinces": {"S": 1}}}
    game = travelling(others=others, horse="S", influence=1, provinces={"Y": 2})
    game.play("go Y-S")
    assert game.legal_moves() == ["displace p2", "spare"]
    game.play("displace p2")
    assert events_named(game, "displaced") == [("p2", "S", "Y", "p1")]


@rule("15.10")
def test_traders_without_a_connected_route_go_to_the_market():
    game = travelling(horse="K", influence=4, provinces={"Y": 1, "K": 2})
    game.play("done")
    assert events_named(game, "sent-home") == [("p1", "K", 2)]
    game = travelling(horse="K", influence=4, provinces={"Y": 1, "K": 2}, bridges=["YK"])
    game.play("done")
    assert events_named(game, "sent-home") == []


@rule("15.11")
@pytest.mark.parametrize(("start", "passes"), [("Y", 1), ("S", 2), ("K", 2)])
def test_a_trader_may_journey_to_puer(start: str, passes: int):
    game = travelling(horse="K", bridges=["YK"], provinces={start: 1})
    game.play(f"go {start}-P")
    assert events_named(game, "journey") == [("p1", start, "P", passes)]
    after = game.snapshot()
    assert (after["players"]["p1"]["market"], after["players"]["p1"]["provinces"][start]) == (1, 0)
    assert after["travel"] == {"passes_left": 2 - passes, "moved": {"P": 1}}


@rule("15.11")
def test_one_that_came_to_puer_has_made_its_journey():
    game = travelling(provinces={"Y": 1})
    game.play("go Y-P")
    sentence = "All of p1's traders in Pu'er have made their journey this turn."
    assert refusal_and_sentence(game, "go P-Y") == ("5.6", "all-have-moved", sentence)
    game = travelling(provinces={"Y": 1}, market=1)
    game.play("go Y-P")
    assert game.why_not("go P-Y") is None


@rule("15.11")
def test_in_2023_puer_is_no_destination():
    game = travelling("2023", provinces={"Y": 1})
    assert refusal_and_sentence(game, "go Y-P") == ("5.6", "not-to-puer", "A journey can't end in Pu'er.")


@rule("15.11")
def test_nobody_is_displaced_in_puer():
    game = travelling(others={"p2": {"market": 2}}, influence=4, provinces={"Y": 1})
    game.play("go Y-P")
    assert (game.phase, game.to_move) == ("travel", "p1")


@rule("15.11")
def test_puer_is_a_province_for_nothing_else():
    game = travelling(others={"p2": {"market": 7}}, market=7)
    game.play("done")
    assert [place for place, _ in events_named(game, "revenue")] == ["Y", "S", "K", "T", "Q"]
    assert events_named(game, "inspected") == [("Q",)]  # all have revenue 0, and this is the farthest


@rule("15.12")
@pytest.mark.parametrize(("traders", "coins"), [(0, 0), (1, 3), (2, 6), (7, 21)])
def test_every_trader_in_the_market_earns_3(traders: int, coins: int):
    game = travelling(others={"p2": {"market": traders}})
    game.play("done")
    assert dict(events_named(game, "income"))["p2"] == coins


def inspected(edition: str, **pieces: Any) -> str:
    game = travelling(edition, others={"p2": {"horse": "Q"} | pieces})
    game.play("done")
    [(place,)] = events_named(game, "inspected")
    return str(place)


@rule("15.13")
def test_an_isolated_post_does_not_draw_the_inspector():
    pieces = {"provinces": {"Y": 1}, "posts": {"T": 1}}  # 6 in Yunnan, 10 in Tibet
    assert inspected("2013", **pieces) == "Y"
    assert inspected("2023", **pieces) == "T"


@rule("15.13")
def test_one_gap_is_enough_to_isolate_a_post():
    game = travelling(others={"p2": {"horse": "S", "posts": {"S": 1}}})
    game.play("done")
    assert events_named(game, "revenue")[:2] == [("Y", 0), ("S", 0)]


@rule("15.7", "15.13")
def test_two_posts_in_one_province_count_twice_for_the_inspector():
    game = travelling(others={"p2": {"posts": {"Y": 2}}})
    game.play("done")
    assert events_named(game, "revenue")[0] == ("Y", 2)


@rule("15.13")
def test_a_connected_post_draws_the_inspector():
    assert inspected("2013", provinces={"Y": 1}, posts={"T": 1}, bridges=["YT"]) == "T"


@rule("15.13")
def test_anothers_pieces_do_not_connect_a_post():
    others = {"p2": {"horse": "K", "posts": {"K": 1}}, "p3": {"horse": "K", "posts": {"Y": 1, "S": 1}}}
    game = travelling(others=others)
    game.play("done")
    assert events_named(game, "revenue")[:3] == [("Y", 1), ("S", 3), ("K", 0)]


@rule("15.13")
def test_the_post_is_judged_before_the_banishment():
    # Sichuan's trader is banished and leaves the post in Kang alone; Kang counted 6 and now earns nothing.
    game = travelling(others={"p2": {"horse": "K", "provinces": {"S": 1}, "posts": {"Y": 1, "K": 1}}})
    game.play("done")
    assert events_named(game, "revenue")[:3] == [("Y", 1), ("S", 9), ("K", 6)]
    assert events_named(game, "banished") == [("p2", "S")]
    assert events_named(game, "posts-earned") == [("p2", "Y", 1, 0, 1), ("p2", "K", 1, 1, 0)]


@rule("15.14")
@pytest.mark.parametrize("province", ["Y", "S", "K", "T", "Q"])
def test_a_teahouse_gives_12_vp_wherever_and_the_horse_none(province: str):
    game = position("2013", players={"p1": {"horse": province, "teahouses": [province]}})
    [row] = [row["from"] for row in game.standings() if row["player"] == "p1"]
    assert (row["teahouses"], row["horse"]) == (12, 0)


@rule("15.14")
def test_two_teahouses_give_24_vp_and_those_not_built_none():
    game = position(
        "2013",
        players={
            "p1": {"horse": "Q", "teahouses": ["Y", "Q"]},
            "p2": {"structures": {"supply": {"teahouse": 2}}},
        },
    )
    assert {row["player"]: row["from"]["teahouses"] for row in game.standings()} == {"p1": 24, "p2": 0, "p3": 0}


@rule("15.15")
def test_passes_and_influence_score_as_in_2023():
    game = position(
        "2013", round=2, players={"p1": {"passes": 5, "influence": 2, "presents": 2, "coins": 7}}, presents={"S": 3}
    )
    [row] = [row["from"] for row in game.standings() if row["player"] == "p1"]
    assert (row["passes"], row["influence"], row["presents"], row["coins"]) == (9, 4, 6, 2)


@rule("15.15")
@pytest.mark.parametrize("posts", [{"Y": 1, "S": 1}, {"K": 1, "T": 1}, {"T": 1, "Q": 1}])
def test_traders_and_posts_earn_as_in_2023(posts: dict[str, int]):
    pieces = {"horse": "Q", "influence": 4, "provinces": {"Y": 1, "S": 1, "K": 1, "T": 1, "Q": 1}, "posts": posts}
    values = {"Y": 1, "S": 3, "K": 6, "T": 10, "Q": 15}
    game = travelling(others={"p2": pieces})
    game.play("done")
    assert [coins for *_, coins in events_named(game, "traders-earned")] == [6, 9, 12, 15, 18]
    assert [coins for *_, coins in events_named(game, "posts-earned")] == [values[province] for province in posts]


@rule("15.15")
def test_qamdo_and_the_dragon_house_are_called_so():
    game = travelling(others={"p2": {"horse": "K"}}, provinces={"Y": 1})
    assert refusal_and_sentence(game, "go K-Y")[2] == "p1 has no trader in Qamdo."
    game = position("2013", buildings={"guild": {"9": "p1"}})
    assert (
        refusal_and_sentence(game, "bid guild 12")[2]
        == "p1 has a trader at the Dragon House already and may not bid there again."
    )
