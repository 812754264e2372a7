"""Section 13: guards, and how a game with expert rules ends."""

from typing import Any

import pytest

from game_helpers import convert_all, events_named, refusal_and_sentence
from position_builder import position
from rule_marker import rule
from teahorse import Game, NotationError

GUARDS = {"guards": True}
TAKEN = {"post": 2, "bridge": 2, "teahouse": 2}


def at_the_yard(options: dict[str, object] | None = None, **pieces: Any) -> Game:
    """p1 is to take something from the yard."""
    return position(
        options=GUARDS if options is None else options,
        phase="take",
        round=2,
        buildings={"yard": {"9": "p1"}},
        players={"p1": pieces},
    )


def arriving(victims: dict[str, Any], **changes: Any) -> Game:
    """p1, with influence 2, sends a trader from Sichuan to Kang, where victims stand; p2 and p3 have influence 1."""
    traveller = {"influence": 2, "horse": "K", "provinces": {"Y": 1, "S": 2}}
    others = {name: {"influence": 1, "horse": "K"} | victims.get(name, {}) for name in ("p2", "p3")}
    game = position(options=GUARDS, phase="travel", to_move="p1", players={"p1": traveller} | others, **changes)
    game.play("go S-K")
    return game


@rule("13.5")
def test_each_player_has_one_guards_marker_in_reserve():
    players = Game.new(players=4, options=GUARDS).snapshot()["players"]
    assert [player["guards"] for player in players.values()] == ["reserve"] * 4
    players = Game.new(players=4).snapshot()["players"]
    assert [player["guards"] for player in players.values()] == [None] * 4


@rule("13.5")
def test_duli_has_no_guards():
    game = Game.new(players=2, options=GUARDS)
    assert "guards" not in game.snapshot()["duli"]
    players = {"p1": {"influence": 1, "market": 1}}
    game = position(
        people=2, options=GUARDS, phase="travel", to_move="p1", players=players, duli={"provinces": {"Y": 7}}
    )
    game.play("go P-Y")
    assert "displace duli" in game.legal_moves()


@rule("13.5")
@pytest.mark.parametrize("province", ["Y", "S", "K", "T", "Q"])
def test_guards_are_put_in_any_province_whatever_the_horse_has_reached(province: str):
    game = at_the_yard(horse="Y")
    game.play(f"take guards at {province}")
    assert events_named(game, "guards-placed") == [("p1", province)]
    after = game.snapshot()["players"]["p1"]
    assert after["guards"] == province
    assert after["structures"]["reserve"] == {"post": 2, "bridge": 2, "teahouse": 2}
    assert (after["supply"], game.phase) == (3, "travel")


@rule("13.5")
def test_guards_can_not_be_kept():
    with pytest.raises(NotationError):
        at_the_yard().play("take guards")


@rule("13.5")
def test_guards_are_taken_only_once():
    sentence = "p1's guards have been used."
    assert refusal_and_sentence(at_the_yard(guards="gone"), "take guards at Y") == ("13.5", "guards-used", sentence)
    yard = {"yard": {"9": "p1", "12": "p1"}}
    game = position(options={"expert": True}, phase="take", round=2, buildings=yard)
    game.play("take guards at K")
    assert refusal_and_sentence(game, "take guards at K") == ("13.5", "guards-used", sentence)
    assert game.why_not("take post") is None


@rule("13.5")
@pytest.mark.parametrize("options", [{}, {"double_bidding": True}])
def test_without_the_switch_there_are_no_guards(options: dict[str, object]):
    sentence = "There are no guards in this game."
    assert refusal_and_sentence(at_the_yard(options), "take guards at Y") == ("13.5", "no-guards", sentence)


@rule("13.5")
def test_guards_alone_make_a_yard_bid_useful():
    def bidder(guards: str) -> Game:
        return position(options=GUARDS, round=2, players={"p1": {"structures": {"supply": TAKEN}, "guards": guards}})

    assert bidder("reserve").why_not("bid yard 5") is None
    sentence = "p1 has nothing left in reserve to take from the yard."
    assert refusal_and_sentence(bidder("gone"), "bid yard 5") == ("3.8", "yard-used-up", sentence)
    no_guards = position(round=2, players={"p1": {"structures": {"supply": TAKEN}}})
    assert refusal_and_sentence(no_guards, "bid yard 5")[:2] == ("3.8", "yard-used-up")


@rule("13.6")
def test_guarded_traders_can_not_be_displaced():
    game = arriving({"p2": {"provinces": {"K": 1}, "guards": "K"}, "p3": {"provinces": {"K": 1}}})
    sentence = "p2's guards protect the traders in Kang this round."
    assert refusal_and_sentence(game, "displace p2") == ("13.6", "guarded", sentence)
    assert game.legal_moves() == ["displace p3", "spare"]


@rule("13.6")
def test_where_all_are_guarded_nobody_is_asked():
    guarded = {"provinces": {"K": 1}, "guards": "K"}
    assert arriving({"p2": guarded}).phase == "travel"
    assert arriving({"p2": guarded, "p3": guarded}).phase == "travel"


@rule("13.6")
@pytest.mark.parametrize("guards", ["reserve", "Y", "S", "T", "gone"])
def test_guards_elsewhere_do_not_help(guards: str):
    game = arriving({"p2": {"provinces": {"K": 1}, "guards": guards}}, round=2)
    assert game.legal_moves() == ["displace p2", "spare"]


@rule("13.6")
def test_guards_of_several_players_may_share_a_province():
    players = {"p2": {"guards": "K"}, "p3": {"guards": "K"}}
    yard = {"yard": {"9": "p1"}}
    game = position(options=GUARDS, phase="take", round=2, buildings=yard, players=players)
    game.play("take guards at K")
    assert [player["guards"] for player in game.snapshot()["players"].values()] == ["K", "K", "K"]


@rule("13.6")
def test_the_inspector_ignores_guards():
    players = {"p2": {"horse": "K", "provinces": {"K": 1}, "guards": "K"}}
    game = position(options=GUARDS, phase="travel", to_move="p1", players=players)
    game.play("done")
    assert events_named(game, "banished") == [("p2", "K")]


@rule("13.6", "11.3")
def test_at_the_end_of_the_round_guards_leave_the_game():
    game = position(options=GUARDS, phase="travel", to_move="p1", players={"p2": {"guards": "K"}})
    game.play("done")
    convert_all(game)
    assert [player["guards"] for player in game.snapshot()["players"].values()] == ["reserve", "gone", "reserve"]
    assert events_named(game, "guards-left") == [("p2", "K")]


@rule("13.6")
def test_guards_that_are_gone_stay_gone():
    game = position(options=GUARDS, phase="travel", to_move="p1", round=5, players={"p2": {"guards": "gone"}})
    game.play("done")
    convert_all(game)
    assert game.snapshot()["players"]["p2"]["guards"] == "gone"
    assert events_named(game, "guards-left") == []


def after_a_round(options: dict[str, object], vp: int, **changes: Any) -> Game:
    game = position(options=options, phase="travel", to_move="p1", players={"p1": {"vp": vp, "market": 1}}, **changes)
    game.play("done")
    convert_all(game, 3)
    return game


@rule("13.7")
@pytest.mark.parametrize("options", [{"double_bidding": True}, {"guards": True}, {"expert": True}])
def test_vp_do_not_end_a_game_with_expert_rules(options: dict[str, object]):
    assert not after_a_round(options, vp=300).is_over


@rule("13.7")
def test_a_table_that_sets_an_end_by_vp_gets_it():
    assert after_a_round({"expert": True, "vp_end": 90}, vp=87).is_over
    assert not after_a_round({"expert": True, "vp_end": 90}, vp=86).is_over


@rule("13.7")
def test_presents_and_the_cap_still_end_a_game_with_expert_rules():
    players = {"p1": {"presents": 13}, "p2": {"influence": 4, "horse": "S", "provinces": {"S": 1}}}
    presents = {"S": 1, "K": 0, "T": 0, "Q": 0}
    game = position(options={"expert": True}, phase="travel", to_move="p1", presents=presents, players=players)
    game.play("done")
    convert_all(game)
    assert game.outcome["reason"] == "presents"
    assert after_a_round({"expert": True}, vp=300, round=60).outcome["reason"] == "cap"
