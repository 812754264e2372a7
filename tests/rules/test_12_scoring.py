"""Section 12: final scoring and the ranking."""

from typing import Any

import pytest

from game_helpers import convert_all, events_named
from position_builder import position
from rule_marker import rule


def score(source: str, **pieces: Any) -> int:
    """What p2 would get from one source if the game ended now."""
    presents = {"S": 5 - pieces.get("presents", 0)}
    game = position(round=2, players={"p2": pieces}, presents=presents)
    [row] = [row for row in game.standings() if row["player"] == "p2"]
    assert row["vp"] == sum(row["from"].values())
    return int(row["from"][source])


@rule("12.1")
def test_the_vp_so_far_count():
    assert score("track", vp=57) == 57


@rule("12.1")
@pytest.mark.parametrize(("coins", "vp"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (31, 10)])
def test_every_full_3_coins_are_1_vp(coins: int, vp: int):
    assert score("coins", coins=coins) == vp


@rule("12.1")
@pytest.mark.parametrize("presents", [0, 1, 4])
def test_a_present_is_3_vp(presents: int):
    assert score("presents", presents=presents) == 3 * presents


@rule("12.2")
@pytest.mark.parametrize(("passes", "vp"), [(2, 0), (3, 1), (4, 4), (5, 9), (6, 16)])
def test_vp_for_border_passes(passes: int, vp: int):
    assert score("passes", passes=passes) == vp


@rule("12.2")
@pytest.mark.parametrize(("influence", "vp"), [(0, 0), (1, 1), (2, 4), (3, 9), (4, 16)])
def test_vp_for_influence(influence: int, vp: int):
    assert score("influence", influence=influence) == vp


@rule("12.3")
@pytest.mark.parametrize(("province", "vp"), [("Y", 1), ("S", 3), ("K", 6), ("T", 10), ("Q", 15)])
def test_vp_for_a_teahouse_by_province(province: str, vp: int):
    assert score("teahouses", horse="Q", teahouses=[province]) == vp


@rule("12.3")
def test_each_teahouse_counts_and_those_not_built_do_not():
    assert score("teahouses", horse="Q", teahouses=["S", "Q"]) == 18
    assert score("teahouses", horse="Q", structures={"supply": {"teahouse": 2}}) == 0


@rule("12.3")
def test_anothers_teahouse_gives_nothing():
    game = position(players={"p1": {"teahouses": ["Y"]}})
    assert {row["player"]: row["from"]["teahouses"] for row in game.standings()} == {"p1": 1, "p2": 0, "p3": 0}


@rule("12.3")
@pytest.mark.parametrize(("province", "vp"), [("Y", 0), ("S", 1), ("K", 4), ("T", 9), ("Q", 16)])
def test_vp_for_the_horse_by_province(province: str, vp: int):
    assert score("horse", horse=province) == vp


def ranking(**players: dict[str, Any]) -> list[str]:
    """p1 to p3 without coins and without any points but these."""
    even = {name: {"coins": 0} | players.get(name, {}) for name in ("p1", "p2", "p3")}
    game = position(options={"vp_end": None}, players=even)
    return [row["player"] for row in game.standings()]


@rule("12.4")
def test_most_vp_win():
    assert ranking(p1={"vp": 10}, p2={"vp": 12}, p3={"vp": 11}) == ["p2", "p3", "p1"]


@rule("12.4")
def test_ties_go_to_the_higher_influence():
    # Influence 2 gives 4 VP: 14 in all for p1 and p2.
    assert ranking(p1={"vp": 10, "influence": 2}, p2={"vp": 14}, p3={"vp": 13}) == ["p1", "p2", "p3"]
    assert ranking(p1={"vp": 14}, p2={"vp": 10, "influence": 2}, p3={"vp": 13}) == ["p2", "p1", "p3"]
    assert ranking(p1={"vp": 13}, p2={"vp": 14}, p3={"vp": 10, "influence": 2}) == ["p3", "p2", "p1"]


@rule("12.4")
def test_one_vp_more_goes_before_influence():
    assert ranking(p1={"vp": 10, "influence": 2}, p2={"vp": 15}) == ["p2", "p1", "p3"]


@rule("12.4")
def test_further_ties_go_to_the_earlier_in_gray_order():
    assert ranking() == ["p3", "p2", "p1"]
    assert ranking(p2={"vp": 1}) == ["p2", "p3", "p1"]


@rule("12.4", "7.3")
def test_the_current_gray_order_is_that_after_the_last_income():
    # Old gray order p3, p2, p1. p1 and p2 end with 80 VP and influence 4; p1 earned more.
    players = {
        "p1": {"coins": 0, "vp": 71, "market": 1, "provinces": {"Y": 1}, "influence": 4},
        "p2": {"coins": 0, "vp": 77, "market": 1, "influence": 4},
        "p3": {"coins": 0, "vp": 0, "supply": 3},
    }
    game = position(phase="travel", to_move="p1", players=players)
    game.play("done")
    game.play("convert 9")
    game.play("convert 3")
    assert [(row["player"], row["vp"]) for row in game.outcome["ranking"]] == [("p1", 96), ("p2", 96), ("p3", 0)]


@rule("12.4")
def test_there_is_a_full_ranking_of_five():
    names = [f"p{number}" for number in range(1, 6)]
    vp = {"p1": 5, "p2": 9, "p3": 5, "p4": 9, "p5": 7}
    game = position(people=5, blue=names[::-1], to_move="p5", players={n: {"coins": 0, "vp": vp[n]} for n in names})
    assert [row["player"] for row in game.standings()] == ["p2", "p4", "p5", "p1", "p3"]


@rule("12.1", "12.2", "12.3", "12.4")
def test_the_score_sheet_is_told_when_the_game_ends():
    players = {
        "p1": {
            "coins": 10,
            "vp": 79,
            "presents": 2,
            "passes": 4,
            "influence": 4,
            "horse": "T",
            "teahouses": ["K"],
            "market": 1,
        }
    }
    game = position(phase="travel", round=5, to_move="p1", presents={"S": 3}, players=players)
    game.play("done")
    convert_all(game, 1)
    sheet = {"track": 80, "coins": 4, "presents": 6, "passes": 4, "influence": 16, "teahouses": 6, "horse": 9}
    assert game.outcome["ranking"][0] == {"player": "p1", "vp": 125, "from": sheet}
    assert events_named(game, "scored")[:7] == [("p1", source, vp) for source, vp in sheet.items()]
    assert events_named(game, "ranked") == [(1, "p1", 125), (2, "p3", 4), (3, "p2", 3)]
