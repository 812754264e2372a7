"""Section 14: Dúli at the table, her cards and her bids. How she travels is in test_14_duli_travels.py."""

from typing import Any

import pytest

from game_helpers import convert_all, events_named, refusal_and_sentence
from position_builder import position
from rule_marker import rule
from teahorse import Game
from teahorse.rules.ruleset import Ruleset

PASSED = {"passed": True, "supply": 0, "market": 3}


def pile(*first: int) -> dict[str, Any]:
    """Dúli's cards with these on top."""
    return {"pile": [*first, *(card for card in range(1, 17) if card not in first)]}


def discarded(*last: int) -> list[int]:
    return [*(card for card in range(1, 17) if card not in last), *last]


def her_bid(card: int, buildings: dict[str, Any] | None = None, **duli: Any) -> Game:
    """p2 puts a trader in the market, and Dúli draws a card."""
    coins = {name: {"coins": 60} for name in ("p1", "p2")}
    game = position(people=2, to_move="p2", round=2, buildings=buildings or {}, players=coins, duli=pile(card) | duli)
    game.play("market")
    return game


def bids(game: Game) -> list[tuple[str, int]]:
    return [(building, price) for player, building, price, _ in events_named(game, "bid") if player == "duli"]


# --- At the table (14.1 to 14.4) ----------------------------------------------------------------------


@rule("14.1")
def test_two_people_play_with_duli_who_is_last_in_blue_order():
    game = Game.new(players=2, seed=1)
    snapshot = game.snapshot()
    assert snapshot["blue"] == ["p1", "p2", "duli"]
    assert {name: player["coins"] for name, player in snapshot["players"].items()} == {"p1": 9, "p2": 9}
    assert game.to_move == "p1"


@rule("14.1")
def test_three_people_play_without_duli():
    assert Game.new(players=3).snapshot()["duli"] is None


@rule("14.1")
def test_duli_may_be_played_with_expert_rules():
    players = {"p1": {"coins": 30}}
    game = position(people=2, options={"expert": True}, buildings={"school": {"9": "p1"}}, players=players)
    assert game.why_not("bid school 12") is None


@rule("14.1", "14.8")
def test_duli_is_first_in_gray_order():
    game = position(people=2, to_move="p2", players={"p1": PASSED})
    game.play("pass")
    assert events_named(game, "card-drawn") == [(1,)]  # she has travelled
    assert (game.phase, game.to_move) == ("travel", "p2")
    game.play("done")
    assert (game.phase, game.to_move) == ("travel", "p1")


@rule("14.2", "14.4")
def test_what_duli_has_at_the_start():
    rules = Ruleset.of("2023", 2)
    duli = Game.before_dealing(rules).snapshot()["duli"]
    assert duli == {
        "supply": 6,
        "market": 0,
        "provinces": {"Y": 0, "S": 0, "K": 0, "T": 0, "Q": 0},
        "influence": 0,
        "presents": 0,
        "posts": ["Y", "S"],
        "teahouses": [],
        "pile": [],
        "discard": [],
        "needs": "start",
    }


@rule("14.4")
def test_in_the_first_round_duli_starts_on_the_9_of_the_school():
    school = {"5": None, "7": None, "9": "duli", "12": None, "15": None}
    assert Game.new(players=2).snapshot()["buildings"]["school"] == school


@rule("14.4", "14.13")
def test_later_rounds_begin_with_all_her_traders_in_her_supply():
    game = Game.new(players=2, seed=3)
    for move in ("pass", "pass", "done", "done"):
        game.play(move)
    convert_all(game)
    snapshot = game.snapshot()
    assert (game.round, snapshot["duli"]["supply"]) == (2, 7)
    assert set(snapshot["buildings"]["school"].values()) == {None}


@rule("14.3")
def test_one_bank_space_is_closed():
    game = position(people=2)
    assert game.snapshot()["bank"] == [None, "closed"]
    game.play("bank")
    assert game.snapshot()["bank"] == ["p1", "closed"]
    assert refusal_and_sentence(game, "bank") == ("2.5", "bank-taken", "No space of the bank is free.")


@rule("14.3", "15.4")
def test_where_the_bank_spaces_differ_low_is_closed():
    game = position(people=2, options={"bank": "high-low"})
    sentence = "That space of the bank is closed in a game with Dúli."
    assert refusal_and_sentence(game, "bank low") == ("14.3", "bank-space-closed", sentence)
    assert game.why_not("bank high") is None


@rule("14.3")
def test_the_cards_are_shuffled_before_the_first_bid():
    game = Game.before_dealing(Ruleset.of("2023", 2))
    assert (game.phase, game.to_move, game.legal_moves()) == ("chance", "chance", [])
    sentence = "Dúli's cards must be shuffled first: `deck` with all 16 cards."
    assert refusal_and_sentence(game, "pass") == ("14.3", "deal-first", sentence)
    game.play("deck " + " ".join(str(card) for card in range(16, 0, -1)))
    duli = game.snapshot()["duli"]
    assert (duli["pile"], duli["discard"], duli["needs"]) == (list(range(16, 0, -1)), [], None)
    assert (game.phase, game.to_move) == ("bid", "p1")


@rule("14.3")
def test_cards_are_not_shuffled_while_the_pile_lasts():
    sentence = "No cards are shuffled now; that happens only when Dúli needs one and her pile is empty."
    deck = "deck " + " ".join(str(card) for card in range(1, 17))
    assert refusal_and_sentence(position(people=2), deck) == ("14.3", "no-cards-needed", sentence)


@rule("14.3")
def test_cards_drawn_lie_in_the_discard_pile():
    game = her_bid(7)
    assert events_named(game, "card-drawn") == [(7,)]
    duli = game.snapshot()["duli"]
    assert (duli["discard"], duli["pile"][0], len(duli["pile"])) == ([7], 1, 15)


@rule("14.3")
def test_the_last_card_is_drawn_without_shuffling():
    duli = {"pile": [16], "discard": discarded()[:15]}
    game = position(people=2, to_move="p2", duli=duli)
    game.play("market")
    assert (game.moves, game.snapshot()["duli"]["pile"]) == (["market"], [])
    assert game.snapshot()["duli"]["discard"] == discarded()


@rule("14.3")
def test_when_a_card_is_needed_and_the_pile_is_empty_all_16_are_shuffled():
    game = position(people=2, to_move="p2", duli={"pile": [], "discard": discarded()})
    game.play("market")
    assert game.moves[0] == "market" and game.moves[1].startswith("deck ") and len(game.moves) == 2
    cards = [int(card) for card in game.moves[1].split()[1:]]
    duli = game.snapshot()["duli"]
    assert (duli["pile"], duli["discard"]) == (cards[1:], cards[:1])
    assert events_named(game, "deck") == [()]
    assert (len(bids(game)), game.phase, game.to_move) == (1, "bid", "p1")


@rule("14.3")
def test_in_a_chance_she_goes_on_with_what_she_needed_the_card_for():
    deck = "deck " + " ".join(str(card) for card in range(1, 17))
    chance = {"people": 2, "phase": "chance", "to_move": "chance"}
    game = position(**chance, duli={"pile": [], "discard": discarded(), "needs": "bid"})
    game.play(deck)
    assert (bids(game), game.to_move) == ([("school", 5)], "p1")
    game = position(**chance, duli={"pile": [], "discard": discarded(), "needs": "travel"})
    game.play(deck)
    assert (events_named(game, "duli-placed"), game.phase, game.to_move) == ([("Y", 3)], "travel", "p2")


# --- Her bids (14.5 to 14.7) --------------------------------------------------------------------------


@rule("14.5")
def test_in_her_turn_duli_bids_in_the_first_building_of_her_card():
    game = her_bid(9)  # customs school horse yard guild
    assert bids(game) == [("customs", 5)]
    assert (game.snapshot()["buildings"]["customs"]["5"], game.snapshot()["duli"]["supply"]) == ("duli", 6)
    assert game.to_move == "p1"


@rule("14.5")
@pytest.mark.parametrize(
    ("standing", "price"),
    [
        ({}, 5),
        ({"5": "p1"}, 7),
        ({"7": "p1"}, 9),
        ({"9": "p1"}, 12),
        ({"12": "p1"}, 9),
        ({"15": "p1"}, 9),
        ({"9": "p1", "15": "p2"}, 12),
        ({"9": "p1", "12": "p2"}, 15),
    ],
)
def test_she_takes_the_cheapest_space_that_is_open(standing: dict[str, str], price: int):
    assert bids(her_bid(9, {"customs": standing})) == [("customs", price)]


FULL = {"9": "p1", "12": "p2", "15": "p1"}


@rule("14.5")
def test_she_passes_over_buildings_where_she_has_a_trader_or_no_space():
    options = {"double_bidding": True}
    coins = {name: {"coins": 90} for name in ("p1", "p2")}

    def bid(**buildings: Any) -> list[tuple[str, int]]:
        game = position(
            people=2, options=options, round=2, to_move="p2", buildings=buildings, players=coins, duli=pile(9)
        )
        game.play("market")
        return bids(game)

    assert bid(customs={"5": "duli"}) == [("school", 5)]
    assert bid(customs={"15": "duli"}) == [("school", 5)]
    assert bid(customs=FULL) == [("school", 5)]
    assert bid(customs=FULL, school={"9": "duli"}) == [("horse", 5)]
    assert bid(customs={"5": "duli"}, school={"5": "duli"}, horse={"5": "duli"}, yard={"7": "p1"}) == [("yard", 9)]
    assert bid(customs={"5": "duli"}, school={"5": "duli"}, horse={"5": "duli"}, yard=FULL) == [("guild", 5)]


@rule("14.5", "14.6")
def test_a_card_that_offers_nothing_is_spent():
    everywhere = {name: {"5": "duli"} for name in ("school", "customs", "horse", "guild", "yard")}
    game = her_bid(9, everywhere)
    assert (bids(game), events_named(game, "card-spent")) == ([], [(9,)])
    after = game.snapshot()
    assert (after["duli"]["supply"], after["duli"]["market"], after["duli"]["discard"]) == (2, 0, [9])
    assert set(after["buildings"]["temple"].values()) == {None}
    assert (after["bank"], game.to_move) == ([None, "closed"], "p1")


@rule("14.5")
def test_she_goes_on_bidding_while_one_player_does():
    game = position(people=2, to_move="p2", players={"p1": PASSED}, duli=pile(9, 4))
    game.play("market")
    assert (bids(game), game.to_move) == ([("customs", 5)], "p2")
    game.play("market")
    assert (bids(game), game.to_move) == ([("yard", 5)], "p2")


@rule("14.5")
@pytest.mark.parametrize("last", ["pass", "bank"])
def test_the_bidding_is_over_as_soon_as_both_players_have_passed(last: str):
    game = position(people=2, to_move="p2", players={"p1": PASSED}, duli=pile(9) | {"influence": 1})
    game.play(last)
    assert (bids(game), game.phase) == ([], "travel")
    assert events_named(game, "card-drawn") == [(9,)]  # for her travel
    assert game.snapshot()["duli"]["market"] == 0  # her traders did not go there


@rule("14.5")
def test_with_a_high_and_a_low_bank_going_there_is_not_passing():
    game = position(people=2, options={"bank": "high-low"}, to_move="p2", players={"p1": PASSED}, duli=pile(9))
    game.play("bank high")
    assert (bids(game), game.phase, game.to_move) == ([("customs", 5)], "bid", "p2")


@rule("14.5")
def test_she_outbids_and_brings_a_player_back():
    passed = {"passed": True, "supply": 0, "market": 2}
    players = {"p1": passed, "p2": {"supply": 3}}
    game = position(people=2, to_move="p2", buildings={"customs": {"7": "p1"}}, players=players, duli=pile(9))
    game.play("market")
    assert bids(game) == [("customs", 9)]
    assert events_named(game, "outbid") == [("p1", "customs", 7, "duli")]
    assert events_named(game, "unpassed") == [("p1",)]
    assert (game.to_move, game.snapshot()["players"]["p1"]["supply"]) == ("p1", 1)


@rule("14.5")
def test_she_is_outbid_and_her_trader_returns_to_her_supply():
    game = position(people=2, round=2, buildings={"customs": {"5": "duli"}})
    game.play("bid customs 7")
    assert events_named(game, "outbid") == [("duli", "customs", 5, "p1")]
    assert (game.to_move, game.snapshot()["duli"]["supply"]) == ("p2", 7)


@rule("14.6")
def test_influence_4_does_not_keep_her_from_the_guild():
    assert bids(her_bid(3, influence=4)) == [("guild", 5)]


@rule("14.6")
def test_double_bidding_is_not_for_her():
    game = position(
        people=2,
        options={"double_bidding": True},
        round=2,
        to_move="p2",
        buildings={"customs": {"9": "duli"}},
        duli=pile(9),
    )
    game.play("market")
    assert bids(game) == [("school", 5)]


@rule("14.7")
def test_her_bids_count_in_the_banks_total():
    standing = {"school": {"9": "duli"}, "guild": {"12": "duli"}}
    game = position(people=2, round=2, to_move="p2", buildings=standing, players={"p1": PASSED})
    game.play("bank")
    assert events_named(game, "bank-paid") == [("p2", 21, 12)]


@rule("14.7")
def test_only_the_guild_gives_her_something():
    standing = {name: {"5": "duli"} for name in ("school", "customs", "horse", "yard")}
    game = position(people=2, round=2, to_move="p2", buildings=standing, players={"p1": PASSED}, duli=pile(16))
    game.play("pass")
    assert events_named(game, "trader-returned") == [("duli", name) for name in standing]
    assert (
        events_named(game, "influence-gained")
        == events_named(game, "bids-paid")
        == events_named(game, "trader-hired")
        == []
    )
    duli = game.snapshot()["duli"]
    assert (duli["influence"], duli["supply"] + duli["provinces"]["Y"]) == (0, 7)
    assert (duli["posts"], duli["teahouses"]) == (["Y", "S"], [])


@rule("14.7")
@pytest.mark.parametrize(("before", "after", "gained"), [(0, 1, [("duli", 1)]), (3, 4, [("duli", 4)]), (4, 4, [])])
def test_the_guild_gives_her_influence_up_to_4(before: int, after: int, gained: list[tuple[str, int]]):
    standing = {"guild": {"9": "duli"}}
    game = position(
        people=2, round=2, to_move="p2", buildings=standing, players={"p1": PASSED}, duli={"influence": before}
    )
    game.play("pass")
    assert events_named(game, "influence-gained") == gained
    assert game.snapshot()["duli"]["influence"] == after
    assert set(game.snapshot()["buildings"]["guild"].values()) == {None}
