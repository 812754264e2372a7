"""Section 15: two people with two colours each."""

from typing import Any

import pytest

from game_helpers import convert_all, events_named
from position_builder import position
from rule_marker import rule
from teahorse import Game

COLOURS = ("p1", "p2", "p3", "p4")
COINS = (("p1", 9), ("p2", 9), ("p3", 12), ("p4", 12))


def colours(**changes: Any) -> Game:
    return position("2013", 2, **changes)


def ranking(players: dict[str, dict[str, Any]], **changes: Any) -> list[dict[str, Any]]:
    """The ranking, all without coins but for what is said."""
    pieces = {name: {"coins": 0} | players.get(name, {}) for name in COLOURS}
    return colours(players=pieces, **changes).standings()


@rule("15.18")
def test_each_of_two_people_plays_two_colours():
    snapshot = Game.new("2013", 2).snapshot()
    assert (snapshot["people"], snapshot["blue"]) == (2, list(COLOURS))
    assert [player["coins"] for player in snapshot["players"].values()] == [9, 9, 12, 12]
    assert [row["player"] for row in Game.new("2013", 2).standings()] == ["p2+p4", "p1+p3"]


@rule("15.18")
def test_2023_may_be_played_with_two_colours_too():
    game = Game.new("2023", 2, {"two_players": "two-colours"})
    assert list(game.snapshot()["players"]) == list(COLOURS)
    assert game.snapshot()["options"] == {"two_players": "two-colours"}


@rule("15.18")
def test_no_one_has_two_turns_in_a_row():
    game = Game.new("2013", 2)
    movers = []
    for _ in range(4):
        movers.append(game.to_move)
        game.play("market")
    assert movers == list(COLOURS)


@rule("15.18")
def test_each_colour_has_its_own_bank_visit():
    game = colours(to_move="p3", bank=["p1", None])
    game.play("bank low")
    assert game.snapshot()["bank"] == ["p1", "p3"]


@rule("15.18")
def test_each_colour_pays_with_its_own_coins():
    game = colours(players={"p1": {"coins": 5}, "p3": {"coins": 50}})
    assert game.why_not("bid school 7").code == "not-affordable"


@rule("15.18")
def test_both_colours_convert_to_one_marker():
    players = {name: {"market": 1} for name in COLOURS}
    players["p1"] |= {"vp": 10}
    players["p3"] |= {"vp": 10}
    game = colours(phase="travel", to_move="p1", players=players)
    game.play("done")
    for vp in (3, 0, 2):  # p1, p2, p3
        game.play(f"convert {vp}")
    after = game.snapshot()["players"]
    assert [after[name]["vp"] for name in COLOURS] == [15, 0, 15, 0]
    assert [after[name]["coins"] for name in COLOURS] == [9, 12, 13, 12]


def after_a_round(vp: int) -> Game:
    """p2 and p4 convert 3 each, and so have this much."""
    earning = {"market": 1, "vp": vp - 6}
    game = colours(phase="travel", to_move="p1", players={"p2": earning, "p4": earning})
    game.play("done")
    convert_all(game, 3)
    return game


@rule("15.18")
@pytest.mark.parametrize(("vp", "over"), [(80, False), (99, False), (100, True)])
def test_100_vp_of_a_person_end_the_game(vp: int, over: bool):
    game = after_a_round(vp)
    assert game.is_over is over
    assert game.snapshot()["players"]["p4"]["vp"] == vp


@rule("15.18")
@pytest.mark.parametrize(("left", "over"), [(2, True), (3, False)])
def test_2_presents_left_end_the_game(left: int, over: bool):
    players = {"p2": {"influence": 4, "horse": "S", "provinces": {"S": 1}}, "p1": {"presents": 13 - left}}
    presents = {"S": left + 1, "K": 0, "T": 0, "Q": 0}
    game = colours(phase="travel", round=2, to_move="p1", presents=presents, players=players)
    game.play("done")
    convert_all(game)
    assert game.is_over is over


@rule("15.18")
def test_three_people_play_to_80_vp_and_0_presents_in_2013_as_well():
    players = {"p1": {"market": 1, "vp": 77, "presents": 13}}
    presents = {"S": 1, "K": 0, "T": 0, "Q": 0}
    for vp, over in ((2, False), (3, True)):
        game = position("2013", phase="travel", round=2, to_move="p1", presents=presents, players=players)
        game.play("done")
        game.play(f"convert {vp}")
        assert game.is_over is over


@rule("15.18")
def test_a_persons_coins_are_pooled_before_dividing():
    rows = ranking({"p1": {"coins": 2}, "p3": {"coins": 1}, "p2": {"coins": 5}, "p4": {"coins": 3}})
    assert {row["player"]: row["from"]["coins"] for row in rows} == {"p1+p3": 1, "p2+p4": 2}


@rule("15.18")
def test_everything_else_of_both_colours_is_added():
    p1 = {"passes": 4, "influence": 3, "presents": 1, "horse": "K", "teahouses": ["K"], "vp": 20}
    p3 = {"passes": 3, "influence": 1, "presents": 2, "horse": "S", "teahouses": ["Y", "S"], "vp": 20}
    rows = ranking({"p1": p1, "p3": p3}, round=3, presents={"S": 2})
    assert rows[0] == {
        "player": "p1+p3",
        "vp": 20 + 9 + 5 + 10 + 36,
        "from": {"track": 20, "coins": 0, "presents": 9, "passes": 5, "influence": 10, "teahouses": 36, "horse": 0},
    }
    assert rows[1]["vp"] == 0


@rule("15.18")
@pytest.mark.parametrize(
    ("p1", "p3", "p2", "p4", "track"),
    [
        (3, 0, 2, 2, 1),  # 9 VP for influence against 8, and 1 on the track
        (2, 0, 2, 1, -1),
        (0, 1, 2, 0, -3),
    ],
)
def test_ties_go_to_the_higher_sum_of_influence(p1: int, p3: int, p2: int, p4: int, track: int):
    players = {"p1": {"influence": p1}, "p3": {"influence": p3}, "p2": {"influence": p2}, "p4": {"influence": p4}}
    for name in ("p2", "p4") if track > 0 else ("p1", "p3"):
        players[name]["vp"] = abs(track)
    blue = ["p2", "p4", "p3", "p1"]  # gray order would put p1+p3 first
    rows = ranking(players, blue=blue, to_move="p2")
    assert rows[0]["vp"] == rows[1]["vp"]
    assert [row["player"] for row in rows] == ["p2+p4", "p1+p3"]


@rule("15.18")
@pytest.mark.parametrize(
    ("blue", "first"),
    [
        (["p1", "p2", "p3", "p4"], "p2+p4"),
        (["p2", "p1", "p4", "p3"], "p1+p3"),
        (["p3", "p2", "p4", "p1"], "p1+p3"),
        (["p1", "p3", "p4", "p2"], "p2+p4"),
    ],
)
def test_further_ties_go_to_the_person_with_the_earliest_colour_in_gray_order(blue: list[str], first: str):
    assert ranking({}, blue=blue, to_move=blue[0])[0]["player"] == first


@rule("15.18")
def test_most_vp_win_between_the_two_people():
    rows = ranking({"p1": {"vp": 11}, "p3": {"vp": 11}, "p2": {"vp": 10}, "p4": {"vp": 10}})
    assert [(row["player"], row["vp"]) for row in rows] == [("p1+p3", 11), ("p2+p4", 10)]


@rule("15.18")
def test_a_colour_may_displace_its_owners_other_colour():
    game = colours(
        phase="travel", to_move="p1", players={"p1": {"influence": 1, "market": 1}, "p3": {"provinces": {"Y": 1}}}
    )
    game.play("go P-Y")
    assert game.legal_moves() == ["displace p3", "spare"]
    game.play("displace p3")
    assert events_named(game, "displaced") == [("p3", "Y", "P", "p1")]


@rule("15.18")
def test_the_other_colours_pieces_are_no_help_at_income():
    players = {"p1": {"posts": {"Y": 1}}, "p3": {"horse": "S", "influence": 4, "provinces": {"S": 1}}}
    game = colours(phase="travel", to_move="p1", players=players)
    game.play("done")
    assert events_named(game, "traders-earned") == [("p3", "S", 1, 1, 6)]


@rule("15.18", "15.16")
@pytest.mark.parametrize("debtor", ["p1", "p3"])
def test_debt_is_paid_from_the_persons_marker(debtor: str):
    waiting = {"passed": True, "supply": 0, "market": 3}
    players = {name: waiting | {"vp": 20 if name in ("p1", "p3") else 0} for name in COLOURS}
    players[debtor] = {"coins": 8, "vp": 20}
    game = colours(options={"profi": True}, to_move=debtor, buildings={"customs": {"9": debtor}}, players=players)
    game.play("pass")
    after = game.snapshot()["players"]
    assert [after[name]["vp"] for name in COLOURS] == [12, 0, 12, 0]
    assert [after[name]["coins"] for name in COLOURS] == [0 if name == debtor else start for name, start in COINS]
