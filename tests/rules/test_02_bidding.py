"""Section 2: a turn of bidding."""

import pytest

from game_helpers import allows, bids_in, events_named, holdings, play, refusal, traders_of
from position_builder import position
from rule_marker import rule
from teahorse import Game

GONE_TO_MARKET = {"supply": 0, "market": 3, "passed": True}


def movers(game: Game, *moves: str) -> list[str | None]:
    """Who is to move before each move, and after the last."""
    asked = []
    for move in moves:
        asked.append(game.to_move)
        game.play(move)
    return [*asked, game.to_move]


# --- Turns ----------------------------------------------------------------------------------------------


@rule("2.1")
def test_players_bid_in_blue_order_round_and_round() -> None:
    game = position(people=4, blue=["p3", "p1", "p4", "p2"], to_move="p3")
    assert movers(game, *["market"] * 5) == ["p3", "p1", "p4", "p2", "p3", "p1"]


@rule("2.1")
def test_a_player_who_passed_is_not_asked_again() -> None:
    game = Game.new(players=4)
    assert movers(game, "pass", "market", "pass", "market", "market", "pass") == [
        "p1",
        "p2",
        "p3",
        "p4",
        "p2",
        "p4",
        "p2",
    ]


@rule("2.1")
def test_the_last_player_left_goes_on_alone() -> None:
    game = Game.new(players=3)
    assert movers(game, "pass", "pass", "market", "market", "market") == ["p1", "p2", *["p3"] * 4]


@rule("2.1")
def test_bidding_ends_when_all_have_passed() -> None:
    game = play(Game.new(players=3), "pass", "pass")
    assert game.phase == "bid"
    play(game, "pass")
    assert (game.phase, game.to_move) == ("travel", "p3")
    assert not any(pieces["passed"] for pieces in game.snapshot()["players"].values())


@rule("2.1", "3.7")
def test_someone_un_passed_is_asked_at_their_place_in_the_blue_order() -> None:
    game = Game.new(players=4)
    asked = movers(game, "bid school 5", "bid guild 5", "market", "market", "pass", "pass", "bid school 7", "market")
    assert asked == ["p1", "p2", "p3", "p4", "p1", "p2", "p3", "p4", "p1"], "p1 is back, p2 is not"
    assert events_named(play(Game.new(), "bid school 5", "bid school 7"), "unpassed") == [], "p1 had not passed"


@rule("2.1")
def test_a_turn_is_one_of_bid_bank_market_and_pass() -> None:
    game = position(players={"p1": {"coins": 99, "horse": "S", "provinces": {"S": 1}}})
    prices = dict.fromkeys(("school", "customs", "horse", "guild", "yard", "temple"), (5, 7, 9, 12, 15))
    places = [f"bid {building} {price}" for building in prices for price in prices[building]] + ["bank", "market"]
    assert game.legal_moves() == sorted(["pass", *places, *(f"{place} from S" for place in places)])


# --- Which trader ---------------------------------------------------------------------------------------


@rule("2.2")
@pytest.mark.parametrize(
    ("source", "left"),
    [
        ("", {"supply": 1, "Y": 2, "K": 1}),
        (" from Y", {"supply": 2, "Y": 1, "K": 1}),
        (" from K", {"supply": 2, "Y": 2}),
    ],
)
@pytest.mark.parametrize("placement", ["bid guild 5", "market", "bid temple 9"])
def test_the_trader_comes_from_the_supply_or_a_province_at_choice(
    placement: str, source: str, left: dict[str, int]
) -> None:
    game = position(players={"p1": {"horse": "K", "supply": 2, "provinces": {"Y": 2, "K": 1}}})
    assert allows(game, placement + source)
    play(game, placement + source)
    assert traders_of(game, "p1") == (left | {"P": 1} if placement == "market" else left)


@rule("2.2")
def test_no_trader_comes_from_a_province_without_one() -> None:
    game = position(players={"p1": {"horse": "K", "provinces": {"Y": 1}}, "p2": {"horse": "K", "provinces": {"S": 1}}})
    for move in ("bid school 5 from S", "bank from K", "market from T"):
        assert refusal(game, move) == ("2.2", "no-trader-there")
    assert "no trader in Sichuan" in game.why_not("market from S").sentence


@rule("2.2")
def test_an_empty_supply_leaves_only_the_provinces() -> None:
    game = position(players={"p1": {"horse": "K", "supply": 0, "market": 2, "provinces": {"Y": 1, "K": 1}}})
    for move in ("bid school 5", "bank", "market"):
        assert refusal(game, move) == ("2.2", "none-in-supply")
        assert allows(game, f"{move} from Y") and allows(game, f"{move} from K")
    assert "Yunnan, Kang" in game.why_not("market").sentence


@rule("2.3")
def test_a_gap_made_by_bidding_sends_no_one_home() -> None:
    game = position(players={"p1": {"horse": "T", "provinces": {"Y": 1, "S": 1, "K": 1, "T": 1}}})
    play(game, "bid school 5 from Y")
    assert traders_of(game, "p1") == {"S": 1, "K": 1, "T": 1}
    assert [event.name for event in game.events] == ["bid"]
    play(game, "market", "market", "market from K", "pass", "pass", "pass")
    assert game.phase == "travel"
    assert traders_of(game, "p1") == {"supply": 1, "P": 2, "S": 1, "T": 1}


@rule("2.4", "2.2")
def test_a_player_with_no_trader_to_place_can_only_pass() -> None:
    """Those in the market, in buildings and in reserve can't be placed."""
    game = position(
        players={"p1": {"coins": 50, "supply": 0, "market": 2}},
        buildings={"school": {"9": "p1"}, "guild": {"5": "p1"}},
    )
    assert game.legal_moves() == ["pass"]
    for move in ("bid yard 9", "bank", "market", "bid yard 9 from Y", "bank from S", "market from Q"):
        assert refusal(game, move) == ("2.4", "no-trader-to-place")


@rule("2.4")
def test_one_trader_anywhere_is_enough_to_place() -> None:
    assert allows(position(players={"p1": {"supply": 1, "market": 2}}), "bid yard 9")
    assert allows(position(players={"p1": {"supply": 0, "market": 2, "provinces": {"Y": 1}}}), "bid yard 9 from Y")


# --- The bank -------------------------------------------------------------------------------------------


def with_bids() -> Game:
    """p1 has two bids, two traders in the supply and one in Yunnan."""
    return position(
        players={"p1": {"coins": 30, "supply": 2, "provinces": {"Y": 1}}, "p2": {"coins": 30}},
        buildings={"school": {"5": "p1"}, "guild": {"12": "p1", "9": "p2"}},
    )


@rule("2.5")
@pytest.mark.parametrize(
    ("move", "places"), [("bank", {"P": 3, "Y": 1}), ("bank from Y", {"P": 4})], ids=["supply", "province"]
)
def test_the_bank_sends_bids_and_supply_to_the_market_and_passes(move: str, places: dict[str, int]) -> None:
    game = play(with_bids(), move)
    assert game.snapshot()["bank"] == ["p1", None]
    assert traders_of(game, "p1") == places
    assert holdings(game, "p1")["passed"]
    assert game.to_move == "p2"
    assert events_named(game, "bank") == [("p1", 0, "supply" if move == "bank" else "Y", places["P"])]


@rule("2.5")
def test_spaces_freed_by_going_to_the_bank_are_open_again() -> None:
    game = with_bids()
    assert refusal(play(game, "market"), "bid school 5") == ("3.2", "space-taken")
    game.undo()
    play(game, "bank")
    assert bids_in(game, "school") == {} and bids_in(game, "guild") == {"9": "p2"}
    assert allows(game, "bid school 5")
    assert allows(play(game, "market"), "bid guild 12")


@rule("2.5")
def test_a_player_who_went_to_the_bank_cannot_be_outbid_any_more() -> None:
    game = play(with_bids(), "bank", "bid school 7")
    assert events_named(game, "outbid") == [] and holdings(game, "p1")["passed"]
    assert traders_of(game, "p1") == {"P": 3, "Y": 1}


@rule("2.5", "4.2")
def test_bids_given_up_for_the_bank_are_not_paid() -> None:
    game = play(with_bids(), "bank", "pass", "pass")
    assert events_named(game, "bank-paid") == [("p1", 9, 6)] and events_named(game, "bids-paid") == [("p2", 9)]
    assert holdings(game, "p1")["coins"] == 30 + 6


@rule("2.5")
def test_the_bank_is_open_to_one_without_bids() -> None:
    game = play(Game.new(players=3), "bank")
    assert traders_of(game, "p1") == {"P": 2}
    assert game.snapshot()["bank"] == ["p1", None]


@rule("2.5")
def test_the_bank_has_two_spaces_and_no_third() -> None:
    game = play(Game.new(players=3), "bank")
    assert allows(game, "bank")
    play(game, "bank")
    assert game.snapshot()["bank"] == ["p1", "p2"]
    assert game.to_move == "p3"
    assert refusal(game, "bank") == ("2.5", "bank-taken")
    assert allows(game, "market")


@rule("2.5")
def test_equal_bank_spaces_have_no_names() -> None:
    game = Game.new(players=3)
    assert refusal(game, "bank high") == ("2.5", "bank-alike")
    assert refusal(game, "bank low") == ("2.5", "bank-alike")


@rule("2.5")
def test_a_bank_space_takes_one_trader_where_the_spaces_differ() -> None:
    game = play(Game.new("2013", 3), "bank low")
    assert refusal(game, "bank low") == ("2.5", "bank-space-taken")
    assert "taken by p1" in game.why_not("bank low").sentence
    assert allows(game, "bank high")


@rule("2.5", "2.1")
def test_bidding_ends_when_the_last_one_goes_to_the_bank() -> None:
    game = play(position(players={"p2": GONE_TO_MARKET, "p3": GONE_TO_MARKET}), "bank")
    assert (game.phase, game.to_move) == ("travel", "p3")


# --- The market, and passing ----------------------------------------------------------------------------


@rule("2.6")
def test_any_number_of_traders_go_to_the_market_one_by_one() -> None:
    game = position(players={"p1": {"supply": 3, "provinces": {"Y": 2}}, "p2": GONE_TO_MARKET, "p3": GONE_TO_MARKET})
    for count, move in enumerate(("market", "market from Y", "market", "market", "market from Y"), 1):
        play(game, move)
        assert traders_of(game, "p1")["P"] == count
        assert events_named(game, "market") == [("p1", "Y" if "from" in move else "supply")]
    assert game.legal_moves() == ["pass"], "none can be taken up again"


@rule("2.6")
def test_a_trader_in_the_market_stays_there_when_its_owner_is_outbid() -> None:
    game = play(Game.new(players=3), "market", "market", "market", "bid school 5", "bid school 7")
    assert traders_of(game, "p1") == {"supply": 2, "P": 1}


@rule("2.7")
def test_passing_sends_the_supply_to_the_market_and_nothing_else() -> None:
    game = position(
        players={"p1": {"supply": 2, "market": 1, "provinces": {"Y": 1}}}, buildings={"school": {"9": "p1"}}
    )
    play(game, "pass")
    assert traders_of(game, "p1") == {"P": 3, "Y": 1}
    assert bids_in(game, "school") == {"9": "p1"}
    assert events_named(game, "passed") == [("p1", 2)]
    assert holdings(game, "p1")["passed"] and not holdings(game, "p2")["passed"]


@rule("2.7")
def test_passing_is_always_allowed() -> None:
    assert allows(Game.new(players=3), "pass")
    empty = position(players={"p1": {"supply": 0, "market": 3}})
    assert events_named(play(empty, "pass"), "passed") == [("p1", 0)]
