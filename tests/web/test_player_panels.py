"""Panels, names, the question, and the position read out."""

import pytest
from hypothesis import given

from position_builder import position
from random_histories import position_view, positions, seats_for
from teahorse import Game
from teahorse.bots import bot_named
from teahorse.rules.state import TRADERS
from teahorse.server.tables.seats import Seat
from teahorse.text.people import NamesForReader
from teahorse.text.translation import as_written
from teahorse.web.presenters.goal import goal
from teahorse.web.presenters.player_names import distinct_names
from teahorse.web.presenters.player_panels import panels
from teahorse.web.presenters.prompt import phase_title, question, round_steps, waiting
from teahorse.web.presenters.screen_reader import reading
from teahorse.web.presenters.spot_cards import spots
from variants import Table, over_games, policies, seeds, tables

PEOPLE = {"p1": "Ann", "p2": "Bob", "p3": "Cid"}


# --- Panels -------------------------------------------------------------------------------------------


@over_games(10)
@given(tables(), seeds(), policies())
def test_panels_account_for_every_trader_and_every_coin(table: Table, seed: int, policy: str) -> None:
    seats = seats_for(table.rules)
    for game in positions(table, seed, policy, 9):
        snapshot = game.snapshot()
        found = panels(position_view(game), seats)
        in_city = snapshot["phase"] in ("bid", "take", "block")
        if snapshot["phase"] != "chance":
            assert [panel.player for panel in found] == snapshot["blue"][:: 1 if in_city else -1]
        for panel in found:
            assert sum(panel.traders.values()) == TRADERS
            assert panel.is_to_move == (snapshot["to_move"] == panel.player)
            if panel.player != "duli":
                assert panel.free == snapshot["players"][panel.player]["coins"] - (panel.committed or 0)


def test_cards_are_shuffled_for_the_bidding_in_blue_order() -> None:
    game = Game.before_dealing(Table("2023", 2).rules)
    assert [panel.player for panel in panels(position_view(game), seats_for(game.rules))] == ["p1", "p2", "duli"]


def test_a_bid_that_is_paid_is_no_longer_committed() -> None:
    game = position(phase="take", to_move="p1", buildings={"yard": {"9": "p1"}})
    mine = panels(position_view(game, PEOPLE), seats_for(game.rules))[0]
    assert (mine.player, mine.coins, mine.committed, mine.free) == ("p1", 9, 0, 9)
    assert mine.traders["buildings"] == 1


def test_after_the_end_panels_show_the_final_points() -> None:
    game = Game.new(players=3, options={"vp_end": 1}, seed=1)
    bot = bot_named("novice", 1)
    while not game.is_over:
        before = game.position
        game.play(bot.choose(game))
    view = position_view(game)
    totals = {player: row.total for row in view.standings for player in row.players}
    found = {panel.player: panel.vp for panel in panels(view, seats_for(game.rules))}
    assert found == totals and found != dict(zip(found, before.vp.tolist(), strict=False))


def test_the_income_shown_is_that_of_the_last_round_until_there_is_a_new_one() -> None:
    game = position(phase="convert", to_move="p3", players={"p3": {"market": 1, "income": 3}})
    found = panels(position_view(game, PEOPLE), seats_for(game.rules), {"p2": 12, "p3": 9})
    assert {panel.player: panel.income for panel in found} == {"p1": None, "p2": 12, "p3": 3}


def test_duli_shows_how_many_cards_she_has_and_what_she_owns() -> None:
    game = position("2023", 2, duli={"teahouses": ["Y"], "influence": 3})
    duli = panels(position_view(game), seats_for(game.rules))[-1]
    assert (duli.name, duli.colour, duli.cards, duli.influence, duli.coins) == ("Dúli", "jade", 16, 3, None)
    assert duli.structures.reserve["teahouse"] == 1
    assert duli.structures.built == {"post": ("Y", "S"), "bridge": (), "teahouse": ("Y",)}


# --- Names --------------------------------------------------------------------------------------------


def test_who_shares_a_name_has_the_colour_added() -> None:
    seats = [Seat("Ann", ("red",)), Seat("Bob", ("blue",)), Seat("Ann", ("purple",))]
    assert distinct_names(Table("2023", 3).rules, seats, as_written) == {
        "p1": "Ann (red)",
        "p2": "Bob",
        "p3": "Ann (purple)",
    }


def test_a_name_has_no_period_at_its_end_since_sentences_have_one() -> None:
    seats = [Seat("Bob Jr.", ("red",)), Seat("Bob Jr", ("blue",)), Seat("...", ("purple",))]
    assert distinct_names(Table("2023", 3).rules, seats, as_written) == {
        "p1": "Bob Jr (red)",
        "p2": "Bob Jr (blue)",
        "p3": "...",
    }


def test_two_colours_in_one_hand_are_told_apart_and_rank_together() -> None:
    seats = [Seat("Ann", ("red", "black")), Seat("Bob", ("blue", "yellow"))]
    names = distinct_names(Table("2013", 2).rules, seats, as_written)
    assert names == {
        "p1": "Ann (red)",
        "p2": "Bob (blue)",
        "p3": "Ann (black)",
        "p4": "Bob (yellow)",
        "p1+p3": "Ann",
        "p2+p4": "Bob",
    }


# --- The question -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "sentence", "step"),
    [
        (position(), "Ann's turn: bid, go to the bank or the market, or pass.", "bid"),
        (
            position(players={"p1": {"supply": 0, "market": 3}}),
            "Ann's turn: pass. You have no trader to place.",
            "bid",
        ),
        (
            position("2013", bank=["p1", None]),
            "Ann's turn: go to the market, or pass. You are in the bank.",
            "bid",
        ),
        (
            position(phase="take", to_move="p1", buildings={"yard": {"9": "p1"}}),
            "Ann's turn: take a structure from the yard.",
            "resolve",
        ),
        (
            position(options={"guards": True}, phase="take", to_move="p1", buildings={"yard": {"9": "p1"}}),
            "Ann's turn: take a structure from the yard, or place your guards.",
            "resolve",
        ),
        (
            position(phase="travel", to_move="p3", players={"p3": {"market": 1}}),
            "Cid's turn: travel. You have 2 border passes left.",
            "travel",
        ),
        (
            position(phase="travel", to_move="p3"),
            "Cid's turn: press Done. You have nothing left to build, and no trader can travel.",
            "travel",
        ),
        (
            position(phase="convert", to_move="p3", players={"p3": {"market": 1, "income": 3}}),
            "Cid's turn: choose how much of your income of 3 becomes VP. The rest is coins.",
            "convert",
        ),
        (Game.before_dealing(Table("2023", 2).rules), "Dúli's cards are to be shuffled.", "bid"),
    ],
)
def test_the_question_to_the_player_to_move_is_one_sentence(game: Game, sentence: str, step: str) -> None:
    assert question(position_view(game, PEOPLE)) == sentence
    assert [each.name for each in round_steps(position_view(game)) if each.is_now] == [step]
    assert len(round_steps(position_view(game))) == 8
    assert phase_title(position_view(game))


def test_in_a_replay_the_reader_is_told_what_they_did() -> None:
    view = position_view(position(), NamesForReader(PEOPLE, {"p1"}))
    assert waiting(view) == "You are bidding."
    assert waiting(position_view(position(), PEOPLE)) == "Ann is bidding."


# --- Spots and reading --------------------------------------------------------------------------------


def test_spots_tell_the_numbers_of_this_table() -> None:
    board = {"trader_values": [4, 4, 10, 20, 30], "post_values": [2, 0, 9, 9, 20], "market_value": 5}
    game = position(
        board=board, players={"p2": {"horse": "K", "provinces": {"K": 2}}}, buildings={"school": {"5": "p2"}}
    )
    told = spots(position_view(game, PEOPLE))
    assert (
        told["province-K"].text
        == "A trader earns 10 here, a post 9. Presents left: 4. Traders: Bob 2. Journeys come after the bidding."
    )
    assert told["market"].text.endswith("a player with traders here earns 5.")
    assert told["school-5"].text.endswith("Bob stands here.")
    assert told["bank-0"].text.startswith("Would pay 6 coins now, for standing bids of 5.")
    assert (told["guild-9"].title, told["guild-9"].rule) == ("Guild, 9", "4.7")


def test_spots_use_the_words_of_the_edition() -> None:
    told = spots(position_view(Game.new("2013", 3), PEOPLE))
    assert told["guild-9"].title == "Dragon House, 9"
    assert told["province-K"].title == "Qamdo"
    assert (told["bank-0"].title, told["bank-1"].title) == ("Bank, high", "Bank, low")
    assert "temple-5" not in told


def test_the_position_is_read_out_whole() -> None:
    game = position(
        options={"guards": True},
        phase="travel",
        to_move="p2",
        blocked="YK",
        players={
            "p1": {"horse": "K", "provinces": {"S": 2}, "posts": {"Y": 1}, "bridges": ["YK"], "guards": "S"},
            "p2": {"horse": "S", "market": 2, "teahouses": ["S"]},
        },
    )
    view = position_view(game, PEOPLE)
    found = dict(reading(view, panels(view, seats_for(game.rules))))
    assert list(found) == ["Now", "Provinces", "Gorges", "City of Pu'er", "Cid", "Bob", "Ann"]
    assert found["Now"][2:] == [
        "Gray order, for all after resolving: Cid, Bob and Ann.",
        "Presents left in all provinces: 14.",
        *goal(view).sentences,
    ]
    assert found["Provinces"][1] == (
        "Sichuan: a trader earns 9, a post 3. Presents left: 5. "
        "Traders: Ann 2. Teahouse: Bob. Horses: Bob. Guards: Ann."
    )
    assert "Posts: Ann 1." in found["Provinces"][0]
    assert found["Gorges"][0] == "The gorge between Yunnan and Kang, bridges: Ann. Blocked till the end of the round."
    assert found["City of Pu'er"][-1] == "Market: Bob 2."
    assert "Guards: Sichuan." in found["Ann"]
    told = spots(position_view(game, PEOPLE))
    assert (told["gorge-YK"].rule, told["gorge-YT"].rule) == ("4.9", "5.4")
