"""Section 10: income becomes VP or coins."""

from typing import Any

import pytest

from game_helpers import events_named, refusal_and_sentence
from position_builder import position
from rule_marker import rule
from teahorse import Game


def converting(**changes: Any) -> Game:
    """p2 has 9, p1 has 6, p3 has nothing; p1 was the last to travel."""
    players = {
        "p1": {"provinces": {"Y": 1}, "influence": 4} | changes,
        "p2": {"provinces": {"Y": 1}, "market": 1, "influence": 4},
        "p3": {"supply": 3},
    }
    game = position(phase="travel", to_move="p1", players=players)
    game.play("done")
    return game


@rule("10.1")
def test_players_convert_in_the_new_gray_order():
    game = converting()
    assert (game.phase, game.to_move) == ("convert", "p2")
    game.play("convert 0")
    assert (game.phase, game.to_move) == ("convert", "p1")


@rule("10.1")
def test_without_income_there_is_nothing_to_decide():
    game = converting()
    game.play("convert 0")
    game.play("convert 0")
    assert (game.phase, game.round) == ("bid", 2)  # p3 was not asked


@rule("10.1")
def test_one_without_income_in_front_of_the_order_is_not_asked_either():
    players = {name: {"supply": 3} for name in ("p1", "p2", "p3")}
    game = position(phase="travel", to_move="p1", players=players)
    game.play("done")
    assert (game.phase, game.round, game.to_move) == ("bid", 2, "p3")


@rule("10.1")
@pytest.mark.parametrize(("vp", "coins"), [(0, 9), (1, 8), (8, 1), (9, 0)])
def test_any_part_becomes_vp_and_the_rest_is_coins(vp: int, coins: int):
    game = converting()
    game.play(f"convert {vp}")
    player = game.snapshot()["players"]["p2"]
    assert (player["vp"], player["coins"], player["income"]) == (vp, 9 + coins, 0)
    assert events_named(game, "converted") == [("p2", vp, coins)]


@rule("10.1")
def test_all_parts_of_the_income_and_no_more_may_be_converted():
    game = converting()
    assert game.legal_moves() == [f"convert {vp}" for vp in range(10)]
    sentence = "p2's income this round is 9; at most that becomes VP."
    assert refusal_and_sentence(game, "convert 10") == ("10.1", "more-than-income", sentence)


@rule("10.1")
def test_coins_from_before_can_not_be_converted():
    game = converting(coins=50)
    game.play("convert 9")
    sentence = "p1's income this round is 6; at most that becomes VP."
    assert refusal_and_sentence(game, "convert 7") == ("10.1", "more-than-income", sentence)
    game.play("convert 6")
    assert game.snapshot()["players"]["p1"]["coins"] == 50


@rule("10.1")
def test_vp_have_no_upper_limit():
    players = {"p1": {"market": 1, "vp": 1234}}
    game = position(options={"vp_end": None}, phase="travel", to_move="p1", players=players)
    game.play("done")
    game.play("convert 3")
    assert game.snapshot()["players"]["p1"]["vp"] == 1237
