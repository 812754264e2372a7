"""Section 11: the game ends, or the next round begins."""

from collections.abc import Mapping
from typing import Any

import pytest

from game_helpers import convert_all, events_named, refusal_and_sentence
from position_builder import position
from rule_marker import rule
from teahorse import Game

PRESENTS = {"S": 5, "K": 4, "T": 3, "Q": 2}


def last_turn(
    options: Mapping[str, object] | None = None, round: int = 1, left: int = 14, vp: int = 0, **changes: Any
) -> Game:
    """p1 will earn 3 and decide last; `left` presents are in Sichuan, p2 and p3 hold the others."""
    presents = {"S": min(left, 5), "K": max(0, left - 5), "T": 0, "Q": 0} if left < 14 else PRESENTS
    players = {
        "p1": {"market": 1, "vp": vp} | changes,
        "p2": {"presents": (14 - left) // 2, "supply": 3},
        "p3": {"presents": 14 - left - (14 - left) // 2, "supply": 3},
    }
    return position(options=options, phase="travel", round=round, to_move="p1", presents=presents, players=players)


def ended(game: Game, vp: int = 0) -> str | None:
    """Why the game ended when all have converted, or None."""
    game.play("done")
    convert_all(game, vp)
    return game.outcome["reason"] if game.outcome else None


@rule("11.1")
@pytest.mark.parametrize(("vp", "reason"), [(79, None), (80, "vp"), (81, "vp")])
def test_80_vp_end_the_game(vp: int, reason: str | None):
    assert ended(last_turn(vp=vp - 3), vp=3) == reason


@rule("11.1")
@pytest.mark.parametrize("name", ["p1", "p2", "p3"])
def test_any_player_may_end_the_game(name: str):
    game = position(phase="travel", to_move="p1", players={name: {"market": 1, "vp": 77}})
    assert ended(game, vp=3) == "vp"


@rule("11.1")
def test_the_vp_that_are_converted_count():
    assert ended(last_turn(vp=77), vp=2) is None
    assert ended(last_turn(vp=77), vp=3) == "vp"


@rule("11.1")
def test_the_end_comes_only_after_all_have_converted():
    players = {"p1": {"market": 1}, "p2": {"market": 1, "vp": 79}, "p3": {"market": 1}}
    game = position(phase="travel", to_move="p1", players=players)
    game.play("done")
    game.play("convert 0")
    game.play("convert 3")
    assert (game.phase, game.to_move) == ("convert", "p3")  # p2 has 82 VP
    game.play("convert 0")
    assert game.is_over


def taking_the_last(left: int) -> Game:
    """p2 takes three presents in Sichuan, and `left` presents stay in Kang."""
    players = {"p2": {"influence": 4, "horse": "S", "provinces": {"S": 3}}, "p3": {"presents": 11 - left}}
    presents = {"S": 3, "K": left, "T": 0, "Q": 0}
    return position(phase="travel", to_move="p1", presents=presents, players=players)


@rule("11.1")
@pytest.mark.parametrize(("left", "reason"), [(0, "presents"), (1, None)])
def test_the_last_present_ends_the_game(left: int, reason: str | None):
    assert ended(taking_the_last(left)) == reason


@rule("11.1")
def test_both_reasons_may_hold_at_once():
    game = taking_the_last(0)
    snapshot = game.snapshot()
    snapshot["players"]["p2"]["vp"] = 79
    assert ended(Game.from_snapshot(snapshot), vp=1) == "both"


@rule("11.1")
@pytest.mark.parametrize(("vp", "reason"), [(9, None), (10, "vp")])
def test_a_table_may_set_another_end_by_vp(vp: int, reason: str | None):
    assert ended(last_turn({"vp_end": 10}, vp=vp - 3), vp=3) == reason


@rule("11.1")
def test_a_table_may_play_without_an_end_by_vp():
    assert ended(last_turn({"vp_end": None}, vp=500)) is None


@rule("11.1")
@pytest.mark.parametrize(("left", "reason"), [(3, "presents"), (4, None)])
def test_a_table_may_set_another_end_by_presents(left: int, reason: str | None):
    game = last_turn({"presents_end": 3}, left=left + 1, horse="S", provinces={"S": 1, "Y": 1}, influence=4)
    assert ended(game) == reason


@rule("11.1")
def test_a_game_that_is_over_takes_no_more_moves():
    game = last_turn(vp=80 - 3)
    assert ended(game, vp=3) == "vp"
    assert events_named(game, "game-ended") == [("vp",)]
    assert (game.phase, game.to_move, game.is_over, game.legal_moves()) == ("over", None, True, [])
    assert refusal_and_sentence(game, "pass") == ("11.1", "game-over", "The game is over; no more moves are made.")


@rule("11.2")
@pytest.mark.parametrize(("round", "reason"), [(59, None), (60, "cap")])
def test_no_game_goes_on_after_round_60(round: int, reason: str | None):
    assert ended(last_turn(round=round)) == reason


@rule("11.2")
def test_round_60_is_the_last_whatever_the_switches():
    assert ended(last_turn({"vp_end": None}, round=60)) == "cap"
    assert ended(last_turn({"expert": True}, round=60)) == "cap"


@rule("11.2")
def test_another_reason_goes_before_the_cap():
    assert ended(last_turn(round=60, vp=77), vp=3) == "vp"


@rule("11.3")
def test_the_next_round_begins():
    game = last_turn(round=7)
    assert ended(game) is None
    assert (game.round, game.phase) == (8, "bid")
    assert events_named(game, "round") == [(8,)]


@rule("11.3")
def test_traders_in_the_market_return_to_the_supply():
    players = {"p1": {"market": 2, "supply": 1}, "p3": {"market": 3, "provinces": {"Y": 1}}}
    game = position(phase="travel", to_move="p1", players=players)
    assert ended(game) is None
    after = game.snapshot()["players"]
    assert (after["p1"]["market"], after["p1"]["supply"]) == (0, 3)
    # The inspector has sent p3's trader from Yunnan to the market too.
    assert (after["p3"]["market"], after["p3"]["supply"], after["p3"]["provinces"]["Y"]) == (0, 4, 0)
    assert events_named(game, "traders-came-back") == [("p1", 2), ("p3", 4)]


@rule("11.3")
def test_traders_in_the_provinces_stay_for_the_next_round():
    game = last_turn(influence=4, horse="S", provinces={"Y": 1, "S": 2})
    assert ended(game) is None
    assert game.snapshot()["players"]["p1"]["provinces"] == {"Y": 1, "S": 2, "K": 0, "T": 0, "Q": 0}


@rule("11.3")
def test_the_blocker_goes_back_to_the_temple():
    game = position(phase="travel", to_move="p1", blocked="SQ")
    assert ended(game) is None
    assert game.snapshot()["blocked"] is None


@rule("11.3", "9.1")
def test_bidding_goes_by_the_new_gray_order_reversed():
    game = last_turn()
    assert ended(game) is None
    assert game.snapshot()["blue"] == ["p3", "p2", "p1"]
    assert game.to_move == "p3"


@rule("11.3")
def test_when_the_game_ends_the_position_stays_as_it_is():
    players = {"p1": {"market": 2, "vp": 77}, "p2": {"guards": "K"}}
    game = position(
        options={"guards": True, "vp_end": 80}, phase="travel", to_move="p1", round=9, blocked="SQ", players=players
    )
    assert ended(game, vp=3) == "vp"
    after = game.snapshot()
    assert (after["round"], after["blocked"], after["players"]["p1"]["market"]) == (9, "SQ", 2)
    assert after["players"]["p2"]["guards"] == "K"
    assert (
        events_named(game, "round")
        == events_named(game, "traders-came-back")
        == events_named(game, "guards-left")
        == []
    )
