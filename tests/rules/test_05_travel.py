"""Section 5, first part: turns, building and journeys. Displacement and routes are in the other two files."""

from typing import Any

import pytest

from game_helpers import allows, convert_all, events_named, holdings, play, refusal, traders_of
from position_builder import position
from rule_marker import rule
from teahorse import Game
from teahorse.errors import NotationError

IN_MARKET = {"p2": {"market": 1}}
ALL = {"structures": {"supply": {"post": 1, "bridge": 1, "teahouse": 1}}}


def travelling(others: dict[str, Any] | None = None, blocked: str | None = None, **pieces: Any) -> Game:
    """p3, first in gray order, builds and travels."""
    return position(phase="travel", to_move="p3", blocked=blocked, players={"p3": pieces} | (others or {}))


# --- Turns ----------------------------------------------------------------------------------------------


@rule("5.1")
def test_players_travel_in_gray_order_which_is_blue_reversed() -> None:
    game = position(
        people=4, phase="travel", blue=["p3", "p1", "p4", "p2"], to_move="p2", players={"p2": {"market": 1}}
    )
    asked = []
    for _ in range(4):
        asked.append(game.to_move)
        assert events_named(play(game, "done"), "done") == [(asked[-1],)]
    assert asked == ["p2", "p4", "p1", "p3"]
    assert game.phase == "convert"


@rule("5.1")
def test_building_and_moving_come_in_any_order_and_number_and_neither_is_required() -> None:
    game = travelling(horse="K", passes=6, market=3, **ALL)
    for move in ("go P-Y", "build bridge YK", "go P-K", "build post S", "build teahouse K", "go P-S"):
        assert allows(game, "done")
        play(game, move)
        assert (game.phase, game.to_move) == ("travel", "p3")
    assert play(game, "done").to_move == "p2"


@rule("5.1", "5.9")
def test_each_traveller_has_all_their_own_passes() -> None:
    game = travelling({"p2": {"passes": 5, "market": 1}}, passes=3, market=1)
    play(game, "go P-Y", "done")
    assert game.snapshot()["travel"] == {"passes_left": 5, "moved": {}}


# --- Building -------------------------------------------------------------------------------------------


@rule("5.2")
@pytest.mark.parametrize(
    ("move", "kind", "at"),
    [("build post Y", "post", "Y"), ("build bridge YK", "bridge", "YK"), ("build teahouse K", "teahouse", "K")],
)
def test_structures_are_built_from_the_supply_at_no_cost(move: str, kind: str, at: str) -> None:
    game = travelling(horse="K", coins=7, passes=2, market=1, structures={"supply": {kind: 2}})
    before = holdings(game, "p3")
    play(game, move)
    assert events_named(game, "structure-built") == [("p3", kind, at)]
    after = holdings(game, "p3")
    assert (
        after["structures"]["supply"][kind] == 1 and after["structures"]["reserve"] == before["structures"]["reserve"]
    )
    for cost in ("coins", "vp", "passes", "supply", "market"):
        assert after[cost] == before[cost]
    assert game.snapshot()["travel"]["passes_left"] == 2


@rule("5.2")
@pytest.mark.parametrize(
    ("move", "kind"), [("build post Y", "post"), ("build bridge YK", "bridge"), ("build teahouse Y", "teahouse")]
)
def test_structures_in_reserve_are_not_built(move: str, kind: str) -> None:
    others = {other: 1 for other in ("post", "bridge", "teahouse") if other != kind}
    game = travelling(horse="Q", structures={"supply": others})
    assert refusal(game, move) == ("5.2", "no-structure")
    assert kind in game.why_not(move).sentence


@rule("5.2")
def test_what_is_built_stays_for_the_game() -> None:
    game = play(travelling(horse="K", market=1, **ALL), "build post S", "build bridge YK", "build teahouse Y", "done")
    convert_all(play(game, "done", "done"))
    assert game.round == 2
    pieces = holdings(game, "p3")
    assert (pieces["posts"], pieces["bridges"], pieces["teahouses"]) == ({"S": 1}, ["YK"], ["Y"])


@rule("5.3")
@pytest.mark.parametrize(("horse", "reached"), [("Y", "Y"), ("S", "YS"), ("K", "YSK"), ("T", "YSKT"), ("Q", "YSKTQ")])
def test_a_post_needs_the_horse_there_or_beyond(horse: str, reached: str) -> None:
    game = travelling(horse=horse, structures={"supply": {"post": 1}})
    for province in "YSKTQ":
        if province in reached:
            assert allows(game, f"build post {province}")
        else:
            assert refusal(game, f"build post {province}") == ("5.3", "post-beyond-horse")


@rule("5.3")
def test_one_post_per_player_and_province() -> None:
    game = travelling({"p2": {"posts": {"Y": 1}}}, horse="S", structures={"supply": {"post": 2}})
    play(game, "build post Y")
    assert holdings(game, "p3")["posts"] == holdings(game, "p2")["posts"] == {"Y": 1}
    assert refusal(game, "build post Y") == ("5.3", "post-there")
    assert game.why_not("build post Y").sentence.startswith("p3 has a post in Yunnan")
    assert allows(game, "build post S")


@rule("5.3", "5.5")
@pytest.mark.parametrize("kind", ["post", "teahouse"])
def test_nothing_is_built_in_puer(kind: str) -> None:
    with pytest.raises(NotationError):
        travelling(**ALL).why_not(f"build {kind} P")


@rule("5.4")
@pytest.mark.parametrize(
    ("horse", "reached"),
    [("Y", ""), ("S", ""), ("K", "YK"), ("T", "YK YT"), ("Q", "YK YT SQ KQ")],
)
def test_a_bridge_needs_the_horse_to_have_reached_both_provinces(horse: str, reached: str) -> None:
    game = travelling(horse=horse, structures={"supply": {"bridge": 1}})
    for gorge in ("YK", "YT", "SQ", "KQ"):
        if gorge in reached.split():
            assert allows(game, f"build bridge {gorge}")
        else:
            assert refusal(game, f"build bridge {gorge}") == ("5.4", "bridge-beyond-horse")


@rule("5.4")
def test_one_bridge_per_player_and_gorge() -> None:
    game = travelling({"p2": {"horse": "K", "bridges": ["YK"]}}, horse="Q", structures={"supply": {"bridge": 2}})
    assert allows(game, "build bridge YK"), "several players may bridge one gorge"
    play(game, "build bridge YK")
    assert holdings(game, "p3")["bridges"] == holdings(game, "p2")["bridges"] == ["YK"]
    assert refusal(game, "build bridge YK") == ("5.4", "bridge-there")
    assert allows(game, "build bridge KQ")


@rule("5.4", "4.9")
def test_no_bridge_over_the_blocked_gorge() -> None:
    game = travelling(blocked="YT", horse="T", structures={"supply": {"bridge": 1}})
    assert refusal(game, "build bridge YT") == ("4.9", "gorge-blocked")
    assert allows(game, "build bridge YK")


@rule("5.4")
def test_no_bridge_where_the_board_has_no_gorge() -> None:
    game = travelling(horse="Q", structures={"supply": {"bridge": 1}})
    assert refusal(game, "build bridge YQ") == ("16.4", "not-a-gorge")
    assert refusal(game, "build bridge ST") == ("16.4", "not-a-gorge")


@rule("5.5")
@pytest.mark.parametrize(("horse", "reached"), [("Y", "Y"), ("S", "YS"), ("T", "YSKT"), ("Q", "YSKTQ")])
def test_a_teahouse_needs_the_horse_there_or_beyond(horse: str, reached: str) -> None:
    game = travelling(horse=horse, structures={"supply": {"teahouse": 1}})
    for province in "YSKTQ":
        if province in reached:
            assert allows(game, f"build teahouse {province}")
        else:
            assert refusal(game, f"build teahouse {province}") == ("5.5", "teahouse-beyond-horse")


@rule("5.5")
def test_a_province_has_at_most_one_teahouse_of_any_player() -> None:
    game = travelling({"p1": {"horse": "S", "teahouses": ["S"]}}, horse="K", structures={"supply": {"teahouse": 2}})
    assert refusal(game, "build teahouse S") == ("5.5", "teahouse-there")
    assert game.why_not("build teahouse S").sentence.startswith("p1 has a teahouse in Sichuan")
    play(game, "build teahouse Y")
    assert refusal(game, "build teahouse Y") == ("5.5", "teahouse-there")
    assert allows(game, "build teahouse K")


# --- Journeys -------------------------------------------------------------------------------------------


@rule("5.6")
def test_traders_move_from_market_and_provinces_and_not_from_the_supply() -> None:
    game = travelling({"p2": {"market": 1}}, horse="K", supply=2, provinces={"S": 1})
    assert refusal(game, "go P-Y") == ("5.6", "no-trader-to-move")
    assert refusal(game, "go K-S") == ("5.6", "no-trader-to-move")
    assert game.why_not("go P-Y").sentence == "p3 has no trader in Pu'er."
    assert [move for move in game.legal_moves() if move.startswith("go")] == ["go S-K", "go S-Y"]
    play(game, "go S-K")
    assert traders_of(game, "p3") == {"supply": 2, "K": 1}


@rule("5.6")
def test_each_trader_makes_one_journey_per_turn() -> None:
    game = play(travelling(horse="K", passes=6, market=2), "go P-Y")
    assert refusal(game, "go Y-S") == ("5.6", "all-have-moved")
    play(game, "go P-Y")
    assert refusal(game, "go Y-S") == ("5.6", "all-have-moved")
    assert game.snapshot()["travel"]["moved"] == {"Y": 2}


@rule("5.6")
def test_a_trader_that_stood_there_may_still_move_when_another_arrives() -> None:
    game = play(travelling(horse="K", passes=6, market=1, provinces={"Y": 1}), "go P-Y", "go Y-S")
    assert traders_of(game, "p3")["Y"] == traders_of(game, "p3")["S"] == 1
    assert refusal(game, "go Y-S") == ("5.6", "all-have-moved")
    assert refusal(game, "go S-K") == ("5.6", "all-have-moved")


@rule("5.6")
def test_next_round_every_trader_may_move_again() -> None:
    game = play(travelling(horse="S", influence=4, market=1), "go P-Y", "done", "done", "done")
    convert_all(game)
    play(game, "pass", "pass", "pass")
    while game.to_move != "p3":
        play(game, "done")
    assert (game.round, game.phase) == (2, "travel")
    assert allows(game, "go Y-S")


@rule("5.6")
def test_a_journey_goes_to_another_province_and_never_to_puer() -> None:
    game = travelling(horse="K", market=1, provinces={"Y": 1, "S": 1})
    for move in ("go Y-Y", "go S-S", "go P-P", "go K-K"):
        assert refusal(game, move) == ("5.6", "same-place")
    for move in ("go Y-P", "go S-P"):
        assert refusal(game, move) == ("5.6", "not-to-puer")


@rule("5.7")
@pytest.mark.parametrize(("horse", "reached"), [("Y", "Y"), ("S", "YS"), ("K", "YSK"), ("T", "YSKT"), ("Q", "YSKTQ")])
def test_only_provinces_the_horse_has_reached_are_entered(horse: str, reached: str) -> None:
    game = travelling(horse=horse, passes=6, market=1)
    for province in "YSKTQ":
        if province in reached:
            assert allows(game, f"go P-{province}")
        else:
            assert refusal(game, f"go P-{province}") == ("5.7", "beyond-horse")


@rule("5.8", "5.9")
@pytest.mark.parametrize(
    ("journey", "bridges", "steps"),
    [
        ("P-Y", [], 1), ("P-Q", [], 5), ("Y-T", [], 3), ("Q-Y", [], 4), ("T-K", [], 1), ("K-S", [], 1),
        ("P-K", ["YK"], 2), ("K-Y", ["YK"], 1), ("P-T", ["YK"], 3), ("T-Y", ["YT"], 1), ("P-T", ["YT"], 2),
        ("P-Q", ["YT"], 3), ("P-K", ["YT"], 3), ("Y-K", ["YT"], 2), ("S-T", ["YT"], 2), ("S-Q", ["SQ"], 1),
        ("Q-S", ["SQ"], 1), ("P-Q", ["SQ"], 3), ("P-T", ["SQ"], 4), ("S-T", ["SQ"], 2), ("K-Q", ["KQ"], 1),
        ("Y-Q", ["YK", "KQ"], 2), ("P-Q", ["YK", "KQ"], 3), ("Q-Y", ["YT", "SQ"], 2),
    ],
)  # fmt: skip
def test_a_journey_costs_its_cheapest_way_by_road_and_own_bridges(journey: str, bridges: list[str], steps: int) -> None:
    start = journey[0]
    at = {"market": 1} if start == "P" else {"provinces": {start: 1}}
    game = travelling(horse="Q", passes=6, bridges=bridges, **at)
    play(game, f"go {journey}")
    assert events_named(game, "journey") == [("p3", start, journey[2], steps)]
    assert game.snapshot()["travel"]["passes_left"] == 6 - steps


@rule("5.8")
def test_bridges_of_others_carry_no_one() -> None:
    game = play(travelling({"p2": {"horse": "K", "bridges": ["YK"]}}, horse="K", passes=3, market=1), "go P-K")
    assert events_named(game, "journey") == [("p3", "P", "K", 3)]


@rule("5.8")
def test_a_bridge_built_in_this_turn_carries_the_next_trader() -> None:
    game = travelling(horse="K", passes=2, market=1, structures={"supply": {"bridge": 1}})
    assert refusal(game, "go P-K") == ("5.9", "not-enough-passes")
    assert events_named(play(game, "build bridge YK", "go P-K"), "journey") == [("p3", "P", "K", 2)]


@rule("5.9")
@pytest.mark.parametrize(("passes", "enough"), [(2, False), (3, False), (4, True)])
def test_a_journey_needs_a_pass_for_each_step(passes: int, enough: bool) -> None:
    game = travelling(horse="T", passes=passes, market=1)
    assert allows(game, "go P-T") == enough
    if not enough:
        assert refusal(game, "go P-T") == ("5.9", "not-enough-passes")
        assert game.why_not("go P-T").sentence.startswith("That journey takes 4 border passes, and p3 has")


@rule("5.9")
def test_one_border_pass_is_told_as_one() -> None:
    game = play(travelling(horse="S", passes=2, market=3), "go P-Y", "go P-Y")
    assert game.why_not("go P-Y").sentence == "That journey takes one border pass, and p3 has 0 left."


@rule("5.9")
def test_the_journeys_of_a_turn_share_the_passes() -> None:
    game = play(travelling(horse="K", passes=5, market=2, provinces={"Y": 1}), "go P-S", "go Y-K")
    assert game.snapshot()["travel"]["passes_left"] == 1
    assert refusal(game, "go P-S") == ("5.9", "not-enough-passes")
    play(game, "go P-Y")
    assert game.snapshot()["travel"]["passes_left"] == 0


@rule("5.9")
def test_all_passes_are_there_again_next_round() -> None:
    game = play(travelling(horse="S", passes=3, market=2), "go P-S", "go P-Y", "done", "done", "done")
    convert_all(game)
    play(game, "pass", "pass", "pass")
    while game.to_move != "p3":
        play(game, "done")
    assert holdings(game, "p3")["passes"] == game.snapshot()["travel"]["passes_left"] == 3
