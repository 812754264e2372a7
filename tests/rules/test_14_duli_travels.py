"""Section 14: how Dúli travels, displaces and is displaced, and what the end of the round does to her."""

import re
from pathlib import Path
from typing import Any

import pytest

from game_helpers import convert_all, events_named
from position_builder import position
from rule_marker import rule
from teahorse import Game
from teahorse.rules.edition_files import edition_data

RULES = Path(__file__).parents[2] / "docs" / "rules.md"


def travelled(card: int, p1: dict[str, Any], p2: dict[str, Any], **duli: Any) -> Game:
    """Both have passed, and Dúli has travelled with this card; traders that are not placed are in the market."""
    cards = {"pile": [card, *(other for other in range(1, 17) if other != card)]}
    players = {"p1": {"passed": True} | p1, "p2": p2}
    for name, pieces in players.items():
        in_provinces = sum(pieces.get("provinces", {}).values())
        players[name] = {"supply": 0, "reserve": 0, "market": 7 - in_provinces} | pieces
    game = position(people=2, round=2, to_move="p2", players=players, duli=cards | duli)
    game.play("pass")
    return game


def on_board(game: Game, player: str = "duli") -> dict[str, int]:
    snapshot = game.snapshot()
    pieces = snapshot["duli"] if player == "duli" else snapshot["players"][player]
    return {place: count for place, count in pieces["provinces"].items() if count}


def teahouse(game: Game) -> list[str]:
    return [where for player, _, where in events_named(game, "structure-built") if player == "duli"]


@rule("14.3", "14.5", "14.9")
def test_the_cards_are_those_of_the_rules():
    rows = re.findall(r"^\| (\d+) \| ([a-z ]+) \| ([0-9 ]+) \| (yes)? ?\|$", RULES.read_text("utf-8"), re.MULTILINE)
    assert [int(number) for number, *_ in rows] == list(range(1, 17))
    cards = edition_data("2023")["tables"]["duli"]["value"]
    for (_, buildings, traders, yes), card in zip(rows, cards, strict=True):
        assert (card["bids"], card["traders"]) == (buildings.split(), [int(number) for number in traders.split()])
        assert card["teahouse"] is (yes == "yes")


@rule("14.3", "14.8")
def test_when_the_pile_is_empty_the_cards_are_shuffled_for_her_travel():
    waiting = {"passed": True, "supply": 0, "market": 3}
    duli = {"pile": [], "discard": list(range(1, 17))}
    game = position(people=2, round=2, to_move="p2", players={"p1": waiting}, duli=duli)
    game.play("pass")
    cards = [int(card) for card in game.moves[1].removeprefix("deck ").split()]
    assert events_named(game, "card-drawn") == [(cards[0],)]
    in_yunnan = edition_data("2023")["tables"]["duli"]["value"][cards[0] - 1]["traders"][0]
    assert events_named(game, "duli-placed") == ([("Y", in_yunnan)] if in_yunnan else [])
    assert (events_named(game, "bid"), game.snapshot()["duli"]["discard"]) == ([], cards[:1])
    assert (game.phase, game.to_move) == ("travel", "p2")


# --- The teahouse (14.8) ------------------------------------------------------------------------------


@rule("14.8")
def test_she_builds_in_the_highest_province_with_a_players_trader():
    game = travelled(5, {"horse": "T", "provinces": {"Y": 1, "K": 1}}, {"horse": "Q", "provinces": {"S": 2}})
    assert teahouse(game) == ["K"]
    assert game.snapshot()["duli"]["teahouses"] == ["K"]
    swapped = travelled(5, {"horse": "Q", "provinces": {"S": 2}}, {"horse": "T", "provinces": {"Y": 1, "K": 1}})
    assert teahouse(swapped) == ["K"]


@rule("14.8")
def test_a_card_without_a_teahouse_builds_none():
    assert teahouse(travelled(4, {"horse": "K", "provinces": {"K": 1}}, {})) == []


@rule("14.8")
def test_she_goes_down_to_the_first_province_without_a_teahouse_held_or_not():
    p1 = {"horse": "T", "provinces": {"T": 1}}
    assert teahouse(travelled(5, p1 | {"teahouses": ["T"]}, {})) == ["K"]
    assert teahouse(travelled(5, p1 | {"teahouses": ["K", "T"]}, {})) == ["S"]
    assert teahouse(travelled(5, p1 | {"teahouses": ["T"]}, {}, teahouses=["K"])) == ["S"]
    assert teahouse(travelled(5, p1 | {"teahouses": ["K", "T"]}, {"horse": "S", "teahouses": ["S"]})) == ["Y"]


@rule("14.8")
def test_where_all_have_a_teahouse_from_there_down_she_builds_nothing():
    p1 = {"horse": "T", "provinces": {"S": 1}, "teahouses": ["Y", "S"]}
    assert teahouse(travelled(5, p1, {})) == []


@rule("14.8")
def test_without_a_players_trader_in_a_province_she_builds_nothing():
    assert teahouse(travelled(5, {"horse": "Q"}, {"posts": {"Y": 1}})) == []


@rule("14.8")
def test_she_builds_two_teahouses_at_most():
    p1 = {"horse": "K", "provinces": {"K": 1}}
    assert teahouse(travelled(5, p1, {}, teahouses=["Y"])) == ["K"]
    assert teahouse(travelled(5, p1, {}, teahouses=["Y", "S"])) == []


@rule("14.8")
def test_she_builds_before_she_places_and_displaces():
    # Her traders would push p1 from Kang to Sichuan.
    game = travelled(5, {"horse": "K", "provinces": {"K": 1}}, {}, influence=2)
    assert [event.name for event in game.events if event.name in ("structure-built", "displaced")] == [
        "structure-built",
        "displaced",
    ]
    assert teahouse(game) == ["K"]


# --- Her traders (14.9) -------------------------------------------------------------------------------


@rule("14.9")
@pytest.mark.parametrize(
    ("horses", "placed"),
    [
        (("Y", "Y"), {"Y": 2}),
        (("S", "Y"), {"Y": 2, "S": 2}),
        (("Y", "S"), {"Y": 2, "S": 2}),
        (("K", "S"), {"Y": 2, "S": 2, "K": 1}),
        (("S", "T"), {"Y": 2, "S": 2, "K": 1, "T": 1}),
        (("Q", "Y"), {"Y": 2, "S": 2, "K": 1, "T": 1, "Q": 1}),
    ],
)
def test_she_goes_as_far_as_the_farthest_horse(horses: tuple[str, str], placed: dict[str, int]):
    game = travelled(3, {"horse": horses[0]}, {"horse": horses[1]})
    assert on_board(game) == placed
    assert events_named(game, "duli-placed") == list(placed.items())
    assert game.snapshot()["duli"]["supply"] == 7 - sum(placed.values())


@rule("14.9")
def test_the_card_says_how_many_go_where():
    assert on_board(travelled(16, {"horse": "Q"}, {})) == {"Y": 1, "S": 2, "K": 1, "T": 1, "Q": 2}
    assert on_board(travelled(13, {"horse": "Q"}, {})) == {"Y": 3, "S": 2, "K": 2}
    assert on_board(travelled(4, {"horse": "Q"}, {})) == {"S": 3, "K": 3, "T": 1}


@rule("14.9", "14.10")
def test_she_places_from_yunnan_upward():
    # Going down, she would have pushed p1 from Sichuan to Yunnan and on to the market.
    game = travelled(2, {"horse": "S", "provinces": {"S": 1}}, {}, influence=1)
    assert on_board(game, "p1") == {"Y": 1}


# --- Her displacement (14.10) -------------------------------------------------------------------------


def pushed(p1: tuple[int, int], p2: tuple[int, int], influence: int) -> list[tuple[Any, ...]]:
    """p1 and p2 have (traders in Sichuan, influence); Dúli comes with card 2, 2 traders in Sichuan."""
    players = [{"horse": "S", "provinces": {"S": traders}, "influence": rank} for traders, rank in (p1, p2)]
    return events_named(travelled(2, *players, influence=influence), "displaced")


P1_FALLS, P2_FALLS = [("p1", "S", "Y", "duli")], [("p2", "S", "Y", "duli")]


@rule("14.10")
@pytest.mark.parametrize(("influence", "displaced"), [(0, []), (1, []), (2, P1_FALLS), (4, P1_FALLS)])
def test_she_displaces_a_player_of_lower_influence(influence: int, displaced: list[Any]):
    assert pushed((1, 1), (0, 0), influence) == displaced


@rule("14.10")
@pytest.mark.parametrize(
    ("p1", "p2", "displaced"),
    [
        ((3, 1), (1, 0), P2_FALLS),
        ((1, 0), (3, 1), P1_FALLS),
        ((3, 2), (1, 1), P2_FALLS),
        ((1, 1), (3, 2), P1_FALLS),
        ((3, 2), (0, 0), P1_FALLS),
    ],
)
def test_of_two_weaker_players_the_one_with_less_influence(p1: Any, p2: Any, displaced: list[Any]):
    assert pushed(p1, p2, influence=3) == displaced


@rule("14.10")
@pytest.mark.parametrize(
    ("p1", "p2", "displaced"),
    [((2, 1), (1, 1), P1_FALLS), ((1, 1), (2, 1), P2_FALLS), ((2, 1), (2, 1), []), ((1, 0), (1, 0), [])],
)
def test_of_equal_influence_the_one_with_more_traders_there_or_none(p1: Any, p2: Any, displaced: list[Any]):
    assert pushed(p1, p2, influence=3) == displaced


@rule("14.10")
def test_a_player_who_is_not_weaker_is_no_match():
    assert pushed((3, 2), (1, 1), influence=2) == P2_FALLS
    assert pushed((3, 2), (1, 2), influence=2) == []


@rule("14.10")
def test_only_the_traders_in_that_province_are_counted():
    players = [
        {"horse": "K", "provinces": {"K": 2, "S": 1}},
        {"horse": "K", "provinces": {"S": 2}},
    ]
    game = travelled(4, *players, influence=1)
    assert events_named(game, "displaced") == [("p2", "S", "Y", "duli"), ("p1", "K", "S", "duli")]


@rule("14.10")
def test_from_yunnan_it_goes_to_the_market():
    game = travelled(2, {"provinces": {"Y": 2}}, {}, influence=1)
    assert events_named(game, "displaced") == [("p1", "Y", "P", "duli")]
    after = game.snapshot()["players"]["p1"]
    assert (after["provinces"]["Y"], after["market"]) == (1, 6)


@rule("14.10")
def test_she_displaces_only_where_she_placed_a_trader():
    # Card 1 has one for Kang and none for Tibet.
    game = travelled(1, {"horse": "T", "provinces": {"T": 1, "K": 1}}, {}, influence=1)
    assert events_named(game, "displaced") == [("p1", "K", "S", "duli")]


@rule("14.10", "13.6")
@pytest.mark.parametrize(
    ("p1", "p2", "guarded", "displaced"),
    [
        ((1, 0), (1, 1), "S", P2_FALLS),
        ((1, 0), (1, 1), "K", P1_FALLS),
        ((2, 1), (1, 1), "S", P2_FALLS),
        ((1, 1), (1, 1), "S", P2_FALLS),
        ((1, 0), (1, 2), "S", []),
    ],
)
def test_a_guarded_player_is_left_out_before_comparing(p1: Any, p2: Any, guarded: str, displaced: list[Any]):
    players = {
        name: {"horse": "S", "provinces": {"S": traders}, "influence": rank}
        for name, (traders, rank) in (("p1", p1), ("p2", p2))
    }
    players["p1"]["guards"] = guarded
    game = position(
        people=2,
        options={"guards": True},
        phase="take",
        round=2,
        to_move="p2",
        buildings={"yard": {"5": "p2"}},
        players=players,
        duli={"influence": 2, "pile": [2, 1, *range(3, 17)]},
    )
    game.play("take post")
    assert events_named(game, "displaced") == displaced


# --- Against her (14.11) ------------------------------------------------------------------------------


@rule("14.11")
@pytest.mark.parametrize(("influence", "phase"), [(0, "displace"), (1, "travel")])
def test_her_traders_are_displaced_by_the_normal_rules(influence: int, phase: str):
    duli = {"provinces": {"Y": 2}, "influence": influence}
    game = position(people=2, phase="travel", to_move="p1", players={"p1": {"influence": 1, "market": 1}}, duli=duli)
    game.play("go P-Y")
    assert game.phase == phase
    if phase == "displace":
        assert game.legal_moves() == ["displace duli", "spare"]
        game.play("displace duli")
        assert events_named(game, "displaced") == [("duli", "Y", "P", "p1")]
        assert (game.snapshot()["duli"]["market"], on_board(game)) == (1, {"Y": 1})


def inspected(p1: dict[str, Any], **duli: Any) -> Game:
    game = position(people=2, phase="travel", to_move="p1", players={"p1": {"horse": "Q"} | p1}, duli=duli)
    game.play("done")
    return game


@rule("14.11", "14.14")
def test_her_traders_and_posts_draw_the_inspector():
    game = inspected({}, provinces={"Y": 3, "K": 1})
    assert events_named(game, "revenue") == [("Y", 19), ("S", 3), ("K", 12), ("T", 0), ("Q", 0)]
    assert events_named(game, "banished") == [("duli", "Y")]


@rule("14.11")
@pytest.mark.parametrize(
    ("p1", "duli", "banished"),
    [
        ({"influence": 2}, {"influence": 1}, "p1"),
        ({"influence": 2}, {"influence": 2}, "duli"),  # she is first in gray order
        ({"influence": 1}, {"influence": 2}, "duli"),
        ({"influence": 1}, {"influence": 4}, "p1"),
        ({"influence": 1}, {"influence": 2, "teahouses": ["Y"]}, "p1"),
    ],
)
def test_the_inspector_treats_her_as_a_player(p1: dict[str, Any], duli: dict[str, Any], banished: str):
    game = inspected(p1 | {"provinces": {"Y": 1}}, **(duli | {"provinces": {"Y": 1}}))
    assert events_named(game, "banished") == [(banished, "Y")]


# --- Presents, order, end (14.12 to 14.14) ------------------------------------------------------------


@rule("14.12")
def test_she_takes_presents_only_where_a_player_has_a_trader():
    duli = {"influence": 4, "provinces": {"S": 2, "K": 2}}
    game = inspected({"influence": 4, "provinces": {"Y": 1, "S": 1}}, **duli)
    assert events_named(game, "present") == [("duli", "S", 4), ("p1", "S", 3), ("duli", "S", 2)]
    assert game.snapshot()["duli"]["presents"] == 2


@rule("14.12")
def test_a_trader_that_was_banished_lets_her_take_none():
    game = inspected({"influence": 2, "provinces": {"Y": 1, "S": 1}}, influence=1, provinces={"S": 3})
    assert events_named(game, "banished") == [("p1", "S")]
    assert events_named(game, "present") == []


@rule("14.13")
def test_she_has_no_income_and_keeps_her_place_in_the_order():
    players = {"p1": {"influence": 4, "provinces": {"Y": 1}}, "p2": {"market": 1}}
    game = position(
        people=2, phase="travel", to_move="p1", players=players, duli={"provinces": {"Y": 1}, "influence": 4}
    )
    game.play("done")
    assert events_named(game, "income") == [("p2", 3), ("p1", 6)]
    assert events_named(game, "new-order") == [(1, "p1"), (2, "p2")]
    assert game.snapshot()["blue"] == ["p2", "p1", "duli"]


@rule("14.13", "11.3")
def test_at_the_end_of_the_round_all_her_traders_return():
    game = inspected({"market": 1}, provinces={"Y": 3, "S": 2}, market=1)
    convert_all(game)
    duli = game.snapshot()["duli"]
    assert (duli["supply"], duli["market"], on_board(game)) == (7, 0, {})
    assert events_named(game, "traders-came-back") == [("p1", 1), ("duli", 6)]


@rule("14.13")
def test_she_is_not_in_the_ranking_and_stays_where_she_is_when_the_game_ends():
    game = inspected({"market": 1, "vp": 77}, provinces={"K": 3}, influence=4)
    convert_all(game, 3)
    assert [row["player"] for row in game.outcome["ranking"]] == ["p1", "p2"]
    assert on_board(game) == {"K": 3}


@rule("14.14")
def test_her_pieces_fill_no_gap_of_a_player():
    players = {"p2": {"horse": "K", "influence": 4, "provinces": {"K": 1}}}
    game = position(people=2, phase="travel", to_move="p1", players=players, duli={"provinces": {"S": 1}})
    game.play("done")
    assert events_named(game, "traders-earned") == [("p2", "K", 1, 2, 6)]


@rule("14.14", "15.13")
def test_her_posts_count_for_the_inspector_even_if_only_connected_ones_do():
    game = position(people=2, options={"inspector_posts": "connected"}, phase="travel", to_move="p1")
    game.play("done")
    assert events_named(game, "revenue")[:2] == [("Y", 1), ("S", 3)]
    assert events_named(game, "inspected") == [("S",)]
