"""Section 3: bidding in a building."""

from typing import Any

import pytest

from game_helpers import allows, bids_in, convert_all, events_named, holdings, play, refusal, traders_of
from position_builder import position
from rule_marker import rule
from teahorse import Game
from teahorse.errors import NotationError
from teahorse.rules.moves import bid_id
from teahorse.rules.state import FROM_SUPPLY, TEMPLE
from teahorse.rules.verdicts import REFUSALS
from teahorse.text.refusals import parameters_of, refusal_told

PROGRESS = ("school", "customs", "horse", "guild", "yard")
RICH = {"coins": 99}


def standing(building: str = "school", coins: int = 99, **spaces: str) -> Game:
    """p1 is to bid, p2 and p3 stand where a test says: `standing(_9="p2")`."""
    bids = {price.strip("_"): owner for price, owner in spaces.items()}
    players = {player: {"coins": coins} for player in ("p1", "p2", "p3")}
    return position(players=players, buildings={building: bids})


def open_spaces(game: Game, building: str) -> list[int]:
    """The prices in a building that the player to move may bid."""
    return sorted(int(move.split()[2]) for move in game.legal_moves() if move.startswith(f"bid {building} "))


# --- Spaces and prices ----------------------------------------------------------------------------------


@rule("3.1")
@pytest.mark.parametrize("building", PROGRESS)
def test_a_progress_building_has_five_spaces(building: str) -> None:
    assert open_spaces(position(players={"p1": RICH}), building) == [5, 7, 9, 12, 15]
    assert list(Game.new().snapshot()["buildings"][building]) == ["5", "7", "9", "12", "15"]


@rule("3.1")
def test_the_temple_has_the_prices_of_the_other_buildings() -> None:
    assert open_spaces(position(players={"p1": RICH}), "temple") == [5, 7, 9, 12, 15]
    assert list(Game.new().snapshot()["buildings"]["temple"]) == ["5", "7", "9", "12", "15"]


@rule("3.1")
@pytest.mark.parametrize("move", ["bid school 8", "bid temple 3", "bid school 3"])
def test_a_price_that_is_not_there_is_no_move(move: str) -> None:
    with pytest.raises(NotationError, match=r"its prices are .* \(3\.1\)"):
        Game.new().why_not(move)


@rule("3.1")
def test_a_space_that_the_temple_does_not_have_is_refused_to_programs() -> None:
    game = Game.new(board={"temple": [3, 5, 7, 9]})
    move = int(bid_id(TEMPLE, 4, FROM_SUPPLY))
    verdict = REFUSALS[game.verdicts()[move]]
    assert (verdict.rule, verdict.code) == ("3.1", "no-such-space")
    sentence = refusal_told(verdict.code, parameters_of(game.position, game.rules, move), game.rules, {})
    assert sentence == "The temple has no such space; its prices are 3, 5, 7, 9."


@rule("3.1")
@pytest.mark.parametrize(
    ("building", "price", "small"),
    [
        *((building, price, price < 9) for building in PROGRESS for price in (5, 7, 9, 12)),
        *(("temple", price, True) for price in (5, 7, 9, 12)),
    ],
)
def test_small_spaces_are_outbid_and_large_ones_are_not(building: str, price: int, small: bool) -> None:
    game = position(players={"p1": RICH, "p2": RICH}, to_move="p1", buildings={building: {str(price): "p2"}})
    play(game, f"bid {building} 15")
    assert (str(price) not in bids_in(game, building)) == small
    assert events_named(game, "outbid") == ([("p2", building, price, "p1")] if small else [])


@rule("3.1")
def test_every_space_of_a_temple_with_other_prices_is_small() -> None:
    players = {"p1": RICH, "p2": RICH}
    game = play(position(board={"temple": [2, 4, 6, 8, 10]}, players=players), "bid temple 8")
    assert open_spaces(game, "temple") == [10]
    assert bids_in(play(game, "bid temple 10"), "temple") == {"10": "p2"}


@rule("3.1")
@pytest.mark.parametrize(
    ("building", "price"), [("school", 5), ("customs", 7), ("guild", 9), ("horse", 12), ("school", 15)]
)
def test_the_number_of_a_space_is_its_price(building: str, price: int) -> None:
    game = play(position(players={"p1": {"coins": 20}}), f"bid {building} {price}", "pass", "pass")
    assert holdings(game, "p1")["coins"] == 20, "nothing is paid while bidding"
    assert events_named(play(game, "pass"), "bids-paid") == [("p1", price)]
    assert holdings(game, "p1")["coins"] == 20 - price


# --- Where one may bid ----------------------------------------------------------------------------------


@rule("3.2")
@pytest.mark.parametrize("price", [5, 7, 9, 12, 15])
def test_a_space_must_be_empty(price: int) -> None:
    game = standing("guild", **{f"_{price}": "p3"})
    assert refusal(game, f"bid guild {price}") == ("3.2", "space-taken")
    assert "taken by p3" in game.why_not(f"bid guild {price}").sentence
    assert allows(game, f"bid school {price}")


@rule("3.3")
def test_no_second_bid_in_one_building() -> None:
    game = standing("yard", _9="p1")
    assert open_spaces(game, "yard") == []
    for price in (5, 12, 15):
        assert refusal(game, f"bid yard {price}") == ("3.3", "already-bidding-here")
    assert "the yard" in game.why_not("bid yard 15").sentence
    assert refusal(game, "bid yard 9") == ("3.2", "space-taken")
    assert open_spaces(game, "school") == [5, 7, 9, 12, 15]


@rule("3.3")
@pytest.mark.parametrize(("building", "own", "higher"), [("school", "5", 7), ("temple", "5", 7)])
def test_no_one_raises_their_own_small_bid(building: str, own: str, higher: int) -> None:
    game = position(players={"p1": RICH}, buildings={building: {own: "p1"}})
    assert refusal(game, f"bid {building} {higher}") == ("3.3", "already-bidding-here")


@rule("3.3", "3.7")
def test_one_who_was_outbid_may_bid_in_that_building_again() -> None:
    game = play(standing("school", _5="p1"), "market", "bid school 7", "market")
    assert game.to_move == "p1"
    assert open_spaces(game, "school") == [9, 12, 15]


@rule("3.4", "3.5")
@pytest.mark.parametrize(
    ("taken", "open_to_others"),
    [
        ("5", [7, 9, 12, 15]),
        ("7", [9, 12, 15]),
        ("9", [12, 15]),
        ("12", [9, 15]),
        ("15", [9, 12]),
        ("9 12", [15]),
        ("12 15", [9]),
        ("9 15", [12]),
        ("9 12 15", []),
    ],
)
def test_small_spaces_need_the_highest_bid_and_large_ones_do_not(taken: str, open_to_others: list[int]) -> None:
    owners = dict(zip(taken.split(), ("p2", "p3", "p4"), strict=False))
    players = dict.fromkeys(("p1", "p2", "p3", "p4"), RICH)
    game = position(people=4, players=players, buildings={"horse": owners})
    assert open_spaces(game, "horse") == open_to_others
    for price in {5, 7} - set(open_to_others) - set(map(int, owners)):
        assert refusal(game, f"bid horse {price}") == ("3.4", "not-highest")


@rule("3.4")
def test_the_refusal_of_a_small_space_names_the_highest_bid() -> None:
    game = standing("school", _9="p2", _15="p3")
    assert "p3 stands on 15" in game.why_not("bid school 7").sentence


@rule("3.4", "3.1")
@pytest.mark.parametrize(
    ("taken", "open_to_others"), [("5", [7, 9, 12, 15]), ("9", [12, 15]), ("12", [15]), ("15", [])]
)
def test_every_temple_space_needs_the_highest_bid(taken: str, open_to_others: list[int]) -> None:
    game = standing("temple", **{f"_{taken}": "p2"})
    assert open_spaces(game, "temple") == open_to_others
    for price in {5, 7, 9, 12, 15} - set(open_to_others) - {int(taken)}:
        assert refusal(game, f"bid temple {price}") == ("3.4", "not-highest")


@rule("3.4")
def test_bids_in_another_building_bar_nothing() -> None:
    assert open_spaces(standing("school", _15="p2"), "customs") == [5, 7, 9, 12, 15]


@rule("3.2", "3.3", "3.4", "3.8", "2.2", "3.6")
def test_a_refusal_tells_of_the_space_then_the_trader_then_the_money() -> None:
    used_up = {"coins": 0, "supply": 0, "market": 2, "influence": 4, "provinces": {"Y": 1}}
    game = position(
        players={"p1": used_up, "p2": RICH, "p3": RICH}, buildings={"guild": {"9": "p2"}, "school": {"9": "p2"}}
    )
    assert refusal(game, "bid guild 9") == ("3.2", "space-taken")
    assert refusal(game, "bid guild 5") == ("3.4", "not-highest")
    assert refusal(game, "bid guild 12") == ("3.8", "guild-used-up")
    assert refusal(game, "bid school 12") == ("2.2", "none-in-supply")
    assert refusal(game, "bid school 12 from Y") == ("3.6", "not-affordable")


# --- Affordable -----------------------------------------------------------------------------------------


@rule("3.6")
@pytest.mark.parametrize(
    ("coins", "affordable"), [(4, []), (5, [5]), (11, [5, 7, 9]), (12, [5, 7, 9, 12]), (14, [5, 7, 9, 12])]
)
def test_coins_must_cover_a_bid(coins: int, affordable: list[int]) -> None:
    game = position(players={"p1": {"coins": coins}})
    assert open_spaces(game, "school") == affordable
    assert refusal(game, "bid school 15") == ("3.6", "not-affordable")


@rule("3.6")
@pytest.mark.parametrize(("coins", "affordable"), [(20, []), (21, [5]), (23, [5, 7]), (24, [5, 7]), (25, [5, 7, 9])])
def test_coins_must_cover_all_standing_bids_together(coins: int, affordable: list[int]) -> None:
    game = position(
        players={"p1": {"coins": coins}, "p2": RICH},
        buildings={"school": {"9": "p1", "12": "p2"}, "temple": {"7": "p1"}},
    )
    assert open_spaces(game, "guild") == affordable


@rule("3.6")
def test_the_refusal_says_what_the_bids_would_come_to() -> None:
    game = position(players={"p1": {"coins": 13}}, buildings={"school": {"5": "p1"}})
    assert refusal(game, "bid guild 9") == ("3.6", "not-affordable")
    assert game.why_not("bid guild 9").sentence == "p1 has 13 coins; with this bid the standing bids would come to 14."
    assert allows(game, "bid guild 7")


@rule("3.6", "3.7")
def test_coins_of_an_outbid_bid_are_free_again() -> None:
    game = position(players={"p1": {"coins": 9}, "p2": RICH}, buildings={"school": {"7": "p1"}})
    assert not allows(game, "bid guild 5")
    play(game, "market", "bid school 9", "market")
    assert open_spaces(game, "guild") == [5, 7, 9]


@rule("3.6", "4.2")
def test_bids_of_the_last_round_no_longer_count() -> None:
    game = play(position(players={"p1": {"coins": 12}}), "bid guild 7", *["pass"] * 3, *["done"] * 3)
    convert_all(game, 3)
    while game.to_move != "p1":
        game.play("pass")
    assert (game.round, holdings(game, "p1")["coins"]) == (2, 5)
    assert open_spaces(game, "school") == [5]


# --- Outbid ---------------------------------------------------------------------------------------------


@rule("3.7")
@pytest.mark.parametrize(("lower", "higher"), [("5", 7), ("5", 9), ("7", 9), ("7", 15)])
def test_an_outbid_trader_goes_back_to_its_owners_supply(lower: str, higher: int) -> None:
    game = standing("customs", **{f"_{lower}": "p2"})
    before = holdings(game, "p2")["supply"]
    play(game, f"bid customs {higher}")
    assert bids_in(game, "customs") == {str(higher): "p1"}
    assert holdings(game, "p2")["supply"] == before + 1
    assert events_named(game, "outbid") == [("p2", "customs", int(lower), "p1")]


@rule("3.7", "2.2")
def test_an_outbid_trader_that_came_from_a_province_goes_to_the_supply() -> None:
    game = position(players={"p1": {"supply": 0, "market": 2, "provinces": {"Y": 1}}})
    play(game, "bid school 5 from Y", "bid school 7")
    assert traders_of(game, "p1") == {"supply": 1, "P": 2}


@rule("3.7", "3.5")
def test_large_spaces_are_never_outbid() -> None:
    game = standing("school", _9="p2", _12="p3")
    play(game, "bid school 15")
    assert bids_in(game, "school") == {"9": "p2", "12": "p3", "15": "p1"}
    assert events_named(game, "outbid") == []


@rule("3.7", "3.5")
def test_a_large_bid_below_a_higher_one_outbids_no_one_there() -> None:
    game = play(standing("school", _12="p2"), "bid school 9")
    assert bids_in(game, "school") == {"9": "p1", "12": "p2"}


@rule("3.7")
def test_a_bid_outbids_in_its_own_building_only() -> None:
    game = position(
        players={"p1": RICH, "p2": RICH},
        buildings={"school": {"5": "p2"}, "guild": {"5": "p2"}, "temple": {"5": "p2"}},
    )
    play(game, "bid guild 9")
    assert bids_in(game, "school") == {"5": "p2"} and bids_in(game, "temple") == {"5": "p2"}


@rule("3.7")
def test_outbid_player_who_passed_bids_again() -> None:
    game = play(Game.new(players=3), "bid school 5", "bid guild 5", "market", "pass", "pass", "bid school 7")
    assert events_named(game, "unpassed") == [("p1",)]
    assert game.to_move == "p1", "at their place in the blue order, after p3"
    assert traders_of(game, "p1") == {"supply": 1, "P": 2}, "what passing put in the market stays there"
    assert not holdings(game, "p1")["passed"] and holdings(game, "p2")["passed"]
    assert allows(game, "bid school 9") and allows(game, "bank")


@rule("3.7")
def test_one_with_a_large_bid_is_not_un_passed() -> None:
    game = play(Game.new(players=3), "bid school 9", "pass", "market", "pass", "bid school 12")
    assert events_named(game, "unpassed") == [] and holdings(game, "p1")["passed"]
    assert game.to_move == "p3"


@rule("3.7", "2.7")
def test_an_un_passed_player_passes_once_more_with_the_trader_that_came_back() -> None:
    game = play(Game.new(players=3), "bid school 5", "pass", "market", "pass", "bid school 7", "pass")
    assert events_named(game, "passed") == [("p1", 1)]
    assert traders_of(game, "p1") == {"P": 3}


# --- Useful ---------------------------------------------------------------------------------------------

USED_UP: dict[str, dict[str, Any]] = {
    "school": {"reserve": 0, "market": 3},
    "customs": {"passes": 6},
    "horse": {"horse": "Q"},
    "guild": {"influence": 4},
    "yard": {"structures": {"supply": {"post": 2, "bridge": 2, "teahouse": 2}}},
}
ONE_LEFT: dict[str, dict[str, Any]] = {
    "school": {"reserve": 1, "market": 3},
    "customs": {"passes": 5},
    "horse": {"horse": "T"},
    "guild": {"influence": 3},
    "yard": {"structures": {"supply": {"post": 2, "bridge": 2, "teahouse": 1}}},
}


@rule("3.8")
@pytest.mark.parametrize("building", PROGRESS)
def test_no_bid_where_the_progress_is_used_up(building: str) -> None:
    game = position(players={"p1": RICH | USED_UP[building], "p2": RICH})
    for price in (5, 15):
        assert refusal(game, f"bid {building} {price}") == ("3.8", f"{building}-used-up")
    for other in PROGRESS:
        assert open_spaces(game, other) == ([] if other == building else [5, 7, 9, 12, 15])
    assert open_spaces(play(game, "market"), building) == [5, 7, 9, 12, 15], "for p2 there is progress"


@rule("3.8")
@pytest.mark.parametrize("building", PROGRESS)
def test_a_bid_for_the_last_progress_is_allowed(building: str) -> None:
    game = position(players={"p1": RICH | ONE_LEFT[building]})
    assert open_spaces(game, building) == [5, 7, 9, 12, 15]


@rule("3.8")
@pytest.mark.parametrize("left", ["post", "bridge", "teahouse"])
def test_any_structure_in_reserve_opens_the_yard(left: str) -> None:
    supply = {kind: 1 if kind == left else 2 for kind in ("post", "bridge", "teahouse")}
    assert allows(position(players={"p1": RICH | {"structures": {"supply": supply}}}), "bid yard 5")


@rule("3.8")
def test_the_temple_is_open_to_one_who_has_everything() -> None:
    everything = {"passes": 6, "horse": "Q", "influence": 4, "reserve": 0, "market": 3} | USED_UP["yard"]
    game = position(players={"p1": RICH | everything})
    assert game.legal_moves() == [
        "bank",
        *sorted(f"bid temple {price}" for price in (5, 7, 9, 12, 15)),
        *("market", "pass"),
    ]


# --- For good -------------------------------------------------------------------------------------------


@rule("3.9")
def test_a_bid_stays_whatever_is_done_elsewhere() -> None:
    players = {"p1": RICH | {"supply": 2}, "p2": RICH, "p3": RICH}
    game = position(players=players, buildings={"school": {"5": "p1"}, "guild": {"9": "p1"}})
    for move in ("market", "bid guild 12", "bank", "bid yard 9", "pass", "pass"):
        assert bids_in(game, "school") == {"5": "p1"}
        assert bids_in(game, "guild")["9"] == "p1"
        assert events_named(play(game, move), "outbid") == []
    assert events_named(game, "bids-paid")[0] == ("p1", 5 + 9 + 9)


@rule("3.9")
def test_no_move_takes_a_trader_out_of_a_building() -> None:
    game = position(players={"p1": RICH | {"supply": 0, "market": 2}}, buildings={"school": {"5": "p1"}})
    assert game.legal_moves() == ["pass"]
