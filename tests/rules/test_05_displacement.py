"""Section 5, second part: displacement (5.10, 5.11)."""

from typing import Any

import pytest

from game_helpers import allows, events_named, play, refusal, traders_of
from position_builder import position
from rule_marker import rule
from teahorse import Game


def arriving(move: str, victim: dict[str, Any], third: dict[str, Any] | None = None, **pieces: Any) -> Game:
    """p3, with influence 2, makes a journey; p2 and p1 are where a test says."""
    own = {"horse": "Q", "passes": 6, "influence": 2, "market": 3} | pieces
    players = {"p3": own, "p2": {"horse": "Q"} | victim, "p1": {"horse": "Q"} | (third or {})}
    return play(position(phase="travel", to_move="p3", players=players), f"go {move}")


@rule("5.10")
@pytest.mark.parametrize(("influence", "asked"), [(0, True), (1, True), (2, False), (3, False), (4, False)])
def test_only_a_trader_of_lower_influence_is_displaced(influence: int, asked: bool) -> None:
    game = arriving("P-S", {"influence": influence, "provinces": {"S": 1}})
    assert game.phase == ("displace" if asked else "travel")
    if asked:
        assert game.legal_moves() == ["displace p2", "spare"]
        assert game.snapshot()["travel"]["at"] == "S"


@rule("5.10")
@pytest.mark.parametrize(("province", "lower"), [("Q", "T"), ("T", "K"), ("K", "S"), ("S", "Y"), ("Y", "P")])
def test_a_displaced_trader_goes_one_province_down_the_road(province: str, lower: str) -> None:
    """The victim's bridges would lead elsewhere; from Yunnan it goes to the market."""
    victim = {"provinces": {province: 2}, "bridges": ["YK", "SQ"]}
    game = play(arriving(f"P-{province}", victim), "displace p2")
    assert traders_of(game, "p2") == {"supply": 1, province: 1, lower: 1}
    assert events_named(game, "displaced") == [("p2", province, lower, "p3")]
    assert (game.phase, game.to_move) == ("travel", "p3")


@rule("5.10")
def test_one_may_spare_them() -> None:
    game = arriving("P-S", {"provinces": {"S": 3}})
    play(game, "spare")
    assert traders_of(game, "p2") == {"S": 3}
    assert events_named(game, "spared") == [("p3", "S")]
    assert (game.phase, game.to_move) == ("travel", "p3")


@rule("5.10")
def test_whom_one_may_displace_is_refused_by_rule() -> None:
    game = position(
        people=4,
        phase="displace",
        to_move="p4",
        travel={"passes_left": 0, "moved": {"Y": 1}, "at": "Y"},
        players={
            "p4": {"passes": 2, "influence": 1, "provinces": {"Y": 2}},
            "p3": {"influence": 0, "provinces": {"Y": 1}},
            "p2": {"influence": 1, "provinces": {"Y": 1}},
            "p1": {"influence": 0, "horse": "S", "provinces": {"S": 1}},
        },
    )
    assert game.legal_moves() == ["displace p3", "spare"]
    assert refusal(game, "displace p4") == ("5.10", "not-yourself")
    assert refusal(game, "displace p2") == ("5.10", "influence-not-lower")
    assert game.why_not("displace p2").sentence == "p2 has influence 1, which is not lower than p4's 1."
    assert refusal(game, "displace p1") == ("5.10", "nobody-there")
    assert refusal(game, "displace p5") == ("5.10", "not-playing")
    assert refusal(game, "displace duli") == ("5.10", "not-playing")


@rule("5.10")
def test_a_journey_is_settled_before_the_next_move() -> None:
    game = arriving("P-S", {"provinces": {"S": 1}}, structures={"supply": {"post": 1}})
    for move in ("go P-Y", "build post Y", "done"):
        assert refusal(game, move) == ("5.10", "displace-first")
    assert "ended in Sichuan" in game.why_not("done").sentence
    assert allows(play(game, "spare"), "go P-Y")


@rule("5.10")
def test_displacing_is_asked_only_after_a_journey_beside_a_weaker_trader() -> None:
    game = arriving("P-S", {"influence": 2, "provinces": {"S": 1}})
    for move in ("displace p2", "spare"):
        assert refusal(game, move) == ("5.10", "nothing-to-displace")


@rule("5.10")
def test_traders_passed_on_the_way_are_not_displaced() -> None:
    game = arriving("P-K", {"provinces": {"Y": 1, "S": 1}}, {"provinces": {"T": 1}})
    assert game.phase == "travel"


@rule("5.10")
def test_going_down_or_over_a_bridge_displaces_too() -> None:
    down = arriving("K-S", {"provinces": {"S": 1}}, provinces={"K": 1})
    over = arriving("Y-K", {"provinces": {"K": 1}}, provinces={"Y": 1}, bridges=["YK"])
    assert allows(down, "displace p2") and allows(over, "displace p2")


@rule("5.10")
def test_a_displaced_trader_displaces_no_one() -> None:
    game = arriving("P-S", {"influence": 1, "provinces": {"S": 1}}, {"provinces": {"Y": 1}})
    play(game, "displace p2")
    assert traders_of(game, "p1") == {"supply": 2, "Y": 1}
    assert game.to_move == "p3" and game.phase == "travel"


@rule("5.10")
@pytest.mark.parametrize(("province", "lower", "onward"), [("K", "S", "go S-T"), ("Y", "P", "go P-S")])
def test_a_displaced_trader_still_travels_in_its_owners_turn(province: str, lower: str, onward: str) -> None:
    game = play(arriving(f"P-{province}", {"supply": 2, "provinces": {province: 1}}), "displace p2", "done")
    assert game.to_move == "p2"
    assert traders_of(game, "p2") == {"supply": 2, lower: 1}
    assert allows(game, onward)


@rule("5.10")
def test_a_displaced_trader_that_is_back_in_the_market_is_in_no_ones_way() -> None:
    game = play(arriving("P-Y", {"provinces": {"Y": 1}}), "displace p2", "go P-Y")
    assert game.phase == "travel"


@rule("5.10")
def test_only_one_of_several_opponents_is_displaced() -> None:
    game = arriving("P-S", {"influence": 1, "provinces": {"S": 1}}, {"provinces": {"S": 2}})
    assert game.legal_moves() == ["displace p1", "displace p2", "spare"]
    play(game, "displace p1")
    assert traders_of(game, "p1") == {"supply": 1, "S": 1, "Y": 1} and traders_of(game, "p2")["S"] == 1
    assert game.phase == "travel"


@rule("5.11")
def test_posts_are_never_displaced() -> None:
    game = arriving("P-S", {"posts": {"S": 1}, "teahouses": ["S"]})
    assert game.phase == "travel"
    beside = play(arriving("P-S", {"posts": {"S": 1}, "provinces": {"S": 1}}), "displace p2")
    assert beside.snapshot()["players"]["p2"]["posts"] == {"S": 1}


@rule("5.11")
def test_traders_in_the_market_are_never_displaced() -> None:
    assert arriving("P-Y", {"market": 2}).phase == "travel"


@rule("5.11")
def test_several_journeys_displace_the_same_trader_again() -> None:
    game = arriving("P-K", {"supply": 0, "market": 2, "provinces": {"K": 1}})
    play(game, "displace p2", "go P-S", "displace p2", "go P-Y", "displace p2")
    assert traders_of(game, "p2") == {"P": 3}


@rule("5.11")
def test_several_journeys_to_one_province_displace_several_traders() -> None:
    game = arriving("P-S", {"supply": 0, "provinces": {"S": 4}})
    play(game, "displace p2", "go P-S", "displace p2")
    assert game.phase == "travel", "each journey displaces one at most"
    assert traders_of(game, "p2") == {"S": 2, "Y": 2}
    play(game, "go P-S", "displace p2")
    assert traders_of(game, "p2") == {"S": 1, "Y": 3}
