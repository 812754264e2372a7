"""Section 1: the table is set up, and what a round is."""

import pytest

from game_helpers import allows, event_names, events_named, holdings, play, refusal
from position_builder import position
from rule_marker import rule
from teahorse import Game
from teahorse.errors import SwitchError

BUILDINGS = ("school", "customs", "horse", "guild", "yard", "temple")


@rule("1.1")
@pytest.mark.parametrize("people", [3, 4, 5])
def test_players_are_numbered_by_the_first_blue_order(people: int) -> None:
    game = Game.new(players=people)
    assert game.snapshot()["blue"] == [f"p{number}" for number in range(1, people + 1)]
    assert list(game.snapshot()["players"]) == game.snapshot()["blue"]
    assert (game.round, game.phase, game.to_move) == (1, "bid", "p1")


@rule("1.1")
@pytest.mark.parametrize("people", [0, 1, 6])
def test_no_table_has_one_player_or_six(people: int) -> None:
    with pytest.raises(SwitchError, match="2 to 5"):
        Game.new(players=people)


@rule("1.2")
@pytest.mark.parametrize("edition", ["2023", "2013"])
@pytest.mark.parametrize("people", [3, 5])
def test_each_player_begins_with_the_same_pieces(edition: str, people: int) -> None:
    for pieces in Game.new(edition, people).snapshot()["players"].values():
        del pieces["coins"]
        assert pieces == {
            "vp": 0,
            "presents": 0,
            "supply": 3,
            "market": 0,
            "reserve": 4,
            "provinces": {"Y": 0, "S": 0, "K": 0, "T": 0, "Q": 0},
            "passes": 2,
            "influence": 0,
            "horse": "Y",
            "structures": {
                "supply": {"post": 0, "bridge": 0, "teahouse": 0},
                "reserve": {"post": 2, "bridge": 2, "teahouse": 2},
            },
            "posts": {},
            "bridges": [],
            "teahouses": [],
            "guards": None,
            "passed": False,
            "income": 0,
        }


@rule("1.3")
@pytest.mark.parametrize(
    ("people", "coins"), [(3, [9, 9, 12]), (4, [9, 9, 12, 12]), (5, [9, 9, 12, 12, 15])], ids=["3", "4", "5"]
)
def test_coins_at_the_start_follow_the_blue_order(people: int, coins: list[int]) -> None:
    players = Game.new(players=people).snapshot()["players"]
    assert [pieces["coins"] for pieces in players.values()] == coins


@rule("1.4")
def test_fourteen_presents_lie_above_yunnan() -> None:
    presents = Game.new(players=4).snapshot()["presents"]
    assert presents == {"S": 5, "K": 4, "T": 3, "Q": 2}
    assert sum(presents.values()) == 14


@rule("1.5")
def test_the_board_is_empty_and_no_gorge_is_blocked_at_the_start() -> None:
    game = Game.new(players=3)
    snapshot = game.snapshot()
    assert snapshot["blocked"] is None
    assert snapshot["bank"] == [None, None]
    assert list(snapshot["buildings"]) == list(BUILDINGS)
    assert not any(owner for spaces in snapshot["buildings"].values() for owner in spaces.values())
    assert snapshot["travel"] is snapshot["duli"] is snapshot["result"] is None
    assert game.events == []


@rule("1.5")
def test_coins_never_run_out() -> None:
    """The box has 53 pieces; here each player has far more already, and the bank still pays in full."""
    rich = {"coins": 999_999, "supply": 0, "market": 2, "passed": True}
    players = {"p1": {"coins": 999_999}, "p2": rich, "p3": rich | {"market": 3}}
    game = position(players=players, buildings={"school": {"15": "p2"}})
    assert holdings(play(game, "bank"), "p1")["coins"] == 999_999 + 10


@rule("1.6")
def test_a_round_goes_from_bidding_to_the_next_bidding() -> None:
    game = Game.new(players=3)
    phases = []
    for move in (
        *("bid yard 9", "bid temple 5", "pass", "pass", "pass"),
        *("take post", "block YK"),
        *("go P-Y", "done", "go P-Y", "done", "go P-Y", "done"),
        *("convert 0", "convert 0", "convert 0"),
    ):
        phases.append(game.phase)
        game.play(move)
    assert phases == ["bid"] * 5 + ["take", "block"] + ["travel"] * 6 + ["convert"] * 3
    assert (game.round, game.phase) == (2, "bid")


@rule("1.6")
def test_inspector_presents_income_and_order_follow_the_last_traveller_in_this_order() -> None:
    game = position(phase="travel", to_move="p1", players={"p1": {"horse": "S", "provinces": {"Y": 1, "S": 2}}})
    play(game, "done")
    assert event_names(game) == [
        *("done", *["revenue"] * 5, "inspected", "banished", "present"),
        *("income", "income", "traders-earned", "traders-earned", "market-earned", "income", *["new-order"] * 3),
    ]
    assert events_named(game, "present") == [("p1", "S", 4)], "the banished trader gets none"
    assert events_named(game, "income") == [("p3", 0), ("p2", 0), ("p1", 6 + 9 + 3)], "nor does it earn in Sichuan"
    assert (game.phase, game.to_move) == ("convert", "p1")


@rule("1.6")
def test_end_is_checked_only_after_the_last_conversion() -> None:
    players = {"p1": {"vp": 79, "market": 1}, "p2": {"market": 1}, "p3": {"market": 1}}
    game = position(phase="travel", to_move="p1", players=players)
    play(game, "done", "convert 1")
    assert (game.phase, game.to_move, game.is_over) == ("convert", "p2", False)
    play(game, "convert 0")
    assert (game.to_move, game.is_over) == ("p3", False)
    assert play(game, "convert 0").is_over


@rule("1.6")
@pytest.mark.parametrize(
    ("phase", "belongs_elsewhere"),
    [
        ("bid", ("take post", "block YK", "build post Y", "go P-Y", "done", "spare", "displace p2", "convert 0")),
        ("take", ("pass", "bank", "market", "bid school 5", "block YK", "build post Y", "go P-Y", "done")),
        ("block", ("pass", "market", "take post", "take post at Y", "build bridge YK", "done", "convert 0")),
        ("travel", ("pass", "bid school 5", "take post", "take post at Y", "block YK", "convert 0")),
        ("convert", ("pass", "bid school 5", "take post", "block YK", "go P-Y", "done", "spare")),
    ],
)
def test_a_move_of_another_part_of_the_round_is_refused(phase: str, belongs_elsewhere: tuple[str, ...]) -> None:
    game = Game.new(players=3)
    for move in ("bid yard 9", "bid temple 5", "pass", "pass", "pass", "take post", "block YK", *["done"] * 3):
        if game.phase == phase:
            break
        game.play(move)
    assert game.phase == phase
    for move in belongs_elsewhere:
        assert refusal(game, move) == ("1.6", "wrong-phase")
        assert not allows(game, move)
