"""Section 7: the presents, dealt when the inspector has been."""

from typing import Any

import pytest

from game_helpers import convert_all, events_named, holdings, play
from position_builder import position
from rule_marker import rule
from teahorse import Game

# The inspector goes where seven traders earn 126, and finds only influence 4 there.
DECOY = {"horse": "Q", "influence": 4, "supply": 0, "reserve": 0, "provinces": {"Q": 7}}


def dealt(presents: dict[str, int] | None = None, blue: list[str] | None = None, **players: Any) -> Game:
    """Four players, of whom p4 keeps the inspector busy and p1 is the last to be done."""
    pieces = {player: {"horse": "Q"} | has for player, has in players.items()} | {"p4": dict(DECOY)}
    left = {"S": 5, "K": 4, "T": 3, "Q": 2} | (presents or {})
    pieces["p4"]["presents"] = 14 - sum(left.values())
    order = blue or ["p1", "p2", "p3", "p4"]
    game = position(people=4, phase="travel", blue=order, to_move=order[0], players=pieces, presents=left)
    return play(game, "done")


def given(game: Game, province: str) -> list[str]:
    """Who got the presents of a province, one by one."""
    return [player for player, place, _ in events_named(game, "present") if place == province]


@rule("7.1")
@pytest.mark.parametrize(
    ("traders", "presents", "got"), [(1, 5, 1), (4, 5, 4), (5, 5, 5), (6, 5, 5), (2, 1, 1), (3, 0, 0)]
)
def test_each_trader_gets_one_as_far_as_they_go(traders: int, presents: int, got: int) -> None:
    game = dealt({"S": presents}, p3={"provinces": {"S": traders}})
    assert given(game, "S") == ["p3"] * got
    assert holdings(game, "p3")["presents"] == got
    assert game.snapshot()["presents"]["S"] == presents - got


@rule("7.1")
def test_presents_are_dealt_in_every_province_and_yunnan_has_none() -> None:
    game = dealt(p2={"provinces": {"Y": 2, "S": 1, "K": 1, "T": 2}}, p3={"provinces": {"T": 2, "Q": 1}})
    assert events_named(game, "present") == [
        *(("p2", "S", 4), ("p2", "K", 3)),
        *(("p3", "T", 2), ("p2", "T", 1), ("p3", "T", 0)),
        *(("p4", "Q", 1), ("p4", "Q", 0)),
    ]
    assert game.snapshot()["presents"] == {"S": 4, "K": 3, "T": 0, "Q": 0}
    assert [holdings(game, player)["presents"] for player in ("p1", "p2", "p3", "p4")] == [0, 3, 2, 2]


@rule("7.1")
@pytest.mark.parametrize(
    ("p2", "p3", "order"),
    [(2, 1, "p2 p2 p3"), (1, 2, "p3 p3 p2"), (4, 3, "p2 p2 p3"), (1, 0, "p2 p2 p3"), (0, 3, "p3 p3 p2")],
)
def test_higher_influence_is_served_first_with_all_its_traders(p2: int, p3: int, order: str) -> None:
    game = dealt(p2={"influence": p2, "provinces": {"T": 2}}, p3={"influence": p3, "provinces": {"T": 2}})
    assert given(game, "T") == order.split()


@rule("7.1", "6.2")
def test_posts_and_banished_traders_get_none() -> None:
    game = position(
        phase="travel",
        to_move="p1",
        players={
            "p2": {"horse": "K", "posts": {"S": 1}, "teahouses": ["K"]},
            "p3": {"horse": "K", "provinces": {"K": 2}},
        },
    )
    assert events_named(play(game, "done"), "present") == [("p3", "K", 3)]


@rule("7.2")
@pytest.mark.parametrize(
    ("p2", "p3", "presents", "order"),
    [
        (2, 2, 3, "p3 p2 p3"),
        (1, 3, 3, "p3 p2 p3"),
        (3, 1, 3, "p3 p2 p2"),
        (2, 2, 1, "p3"),
        (2, 2, 2, "p3 p2"),
        (0, 2, 3, "p3 p3"),
        (1, 1, 3, "p3 p2"),
    ],
)
def test_equals_get_one_each_in_gray_order_again_and_again(p2: int, p3: int, presents: int, order: str) -> None:
    pieces = {"p2": {"influence": 1, "provinces": {"T": p2}}, "p3": {"influence": 1, "provinces": {"T": p3}}}
    assert given(dealt({"T": presents}, **pieces), "T") == order.split()


@rule("7.2")
def test_a_changed_gray_order_changes_who_is_first() -> None:
    pieces = {"p2": {"influence": 1, "provinces": {"T": 2}}, "p3": {"influence": 1, "provinces": {"T": 2}}}
    game = dealt(blue=["p1", "p3", "p2", "p4"], **pieces)
    assert given(game, "T") == ["p2", "p3", "p2"]


@rule("7.2")
def test_a_trader_that_stays_gets_one_present_a_round() -> None:
    players = {"p2": {"horse": "S", "influence": 4, "provinces": {"Y": 1, "S": 1}}}
    game = play(position(phase="travel", to_move="p1", players=players), "done")
    assert holdings(game, "p2")["presents"] == 1
    convert_all(game)
    play(game, "pass", "pass", "pass", "done", "done", "done")
    assert game.round == 2 and holdings(game, "p2")["presents"] == 2
    assert game.snapshot()["presents"]["S"] == 3


@rule("7.3")
def test_inspector_presents_and_income_use_the_gray_order_of_this_rounds_travel() -> None:
    """p2 will be before p3 in the new order, but p3 travelled first: banished first, served first, reckoned first."""
    rich = {"horse": "Q", "influence": 1, "provinces": {"S": 1, "K": 2}, "posts": {"Y": 1, "S": 1}}
    poor = {"horse": "Q", "influence": 1, "provinces": {"S": 1, "K": 2}}
    presents = {"S": 1, "K": 4, "T": 3, "Q": 2}
    game = position(
        phase="travel", to_move="p1", presents=presents, players={"p1": {"presents": 4}, "p2": rich, "p3": poor}
    )
    play(game, "done")
    assert events_named(game, "banished") == [("p3", "K")]
    assert given(game, "S") == ["p3"]
    assert given(game, "K") == ["p3", "p2", "p2"]
    assert [player for player, _ in events_named(game, "income")] == ["p3", "p2", "p1"]
    assert [player for _, player in events_named(game, "new-order")] == ["p2", "p3", "p1"]
    assert game.to_move == "p2", "converting goes by the new order"
