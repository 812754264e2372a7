"""Offers: every legal move once, refused ones with their reason, all at spots that exist."""

import re

from hypothesis import given

from position_builder import position
from random_histories import SPOT, position_view, positions, seats_for
from teahorse import Game
from teahorse.rules.random_play import POLICIES
from teahorse.text.events import tell_refusal
from teahorse.text.translation import as_written
from teahorse.web.presenters.offered_moves import Offer, as_json, offers
from teahorse.web.presenters.player_names import distinct_names
from teahorse.web.presenters.spot_cards import spots
from variants import Table, over_games, policies, seeds, steps, tables

PEOPLE = {"p1": "Ann", "p2": "Bob", "p3": "Cid"}


def offered(game: Game, move: str) -> Offer:
    (offer,) = (offer for offer in offers(position_view(game, PEOPLE)) if offer.move == move)
    return offer


# --- Laws ---------------------------------------------------------------------------------------------


@over_games(12)
@given(tables(), seeds(), policies())
def test_every_legal_move_has_one_offer_and_every_refusal_is_the_one_of_the_rules(
    table: Table, seed: int, policy: str
) -> None:
    for game in positions(table, seed, policy):
        found = offers(position_view(game))
        assert sorted(offer.move for offer in found if offer.why is None) == game.legal_moves()
        assert len({offer.move for offer in found}) == len(found)
        for offer in found:
            why = game.why_not(offer.move)
            assert (offer.why, offer.rule) == ((why.sentence, why.rule) if why else (None, None))


@over_games(12)
@given(tables(), seeds(), policies())
def test_offers_begin_and_end_at_spots_of_this_board(table: Table, seed: int, policy: str) -> None:
    for game in positions(table, seed, policy):
        there = spots(position_view(game))
        assert all(SPOT.fullmatch(spot) for spot in there)
        for offer in offers(position_view(game)):
            ends = {spot for spot in (offer.source, offer.target) if spot}
            assert all(SPOT.fullmatch(spot) for spot in ends), offer
            # Only the market and pieces may be pointed at without there being any: to hear that there are none.
            assert offer.why is None or not offer.move.startswith("go ") or len(set(offer.move[3:])) == 3
            missing = ends - set(there)
            assert not missing if offer.why is None else all(re.match("traders-P-|piece-", spot) for spot in missing)


@over_games(12)
@given(tables(), seeds(), policies())
def test_buttons_of_legal_moves_read_differently(table: Table, seed: int, policy: str) -> None:
    names = distinct_names(table.rules, seats_for(table.rules), as_written)
    for game in positions(table, seed, policy):
        labels = [offer.label for offer in offers(position_view(game, names)) if offer.why is None]
        assert len(set(labels)) == len(labels)


def test_nothing_is_offered_before_the_cards_are_shuffled_nor_after_the_end() -> None:
    assert offers(position_view(Game.before_dealing(Table("2023", 2).rules))) == []
    *_, last = steps(Table("2023", 3).rules, 1, POLICIES[0])
    assert offers(position_view(Game(Table("2023", 3).rules, last.after))) == []


# --- Spots of the contract ----------------------------------------------------------------------------


def ends(game: Game, move: str) -> tuple[str | None, str | None]:
    offer = offered(game, move)
    return offer.source, offer.target


def test_a_bid_goes_from_the_camp_or_a_province_to_its_space() -> None:
    game = position(players={"p1": {"provinces": {"Y": 1}, "horse": "Y"}})
    assert ends(game, "bid school 9") == ("camp-p1", "school-9")
    assert ends(game, "bid temple 5 from Y") == ("traders-Y-p1", "temple-5")
    assert ends(game, "market from Y") == ("traders-Y-p1", "market")
    assert ends(game, "pass") == (None, None)


def test_the_bank_is_its_first_empty_space_or_the_one_that_is_named() -> None:
    game = Game.new("2023", 3)
    assert ends(game, "bank") == ("camp-p1", "bank-0")
    game.play("bank")
    assert ends(game, "bank") == ("camp-p2", "bank-1")
    assert ends(Game.new("2013", 3), "bank low") == ("camp-p1", "bank-1")
    assert "bank" not in {offer.move for offer in offers(position_view(Game.new("2013", 3)))}


def test_on_the_road_traders_and_pieces_are_taken_to_places_and_gorges() -> None:
    game = position(
        phase="travel",
        to_move="p3",
        players={"p3": {"horse": "K", "market": 1, "structures": {"supply": {"post": 1, "bridge": 1}}}},
    )
    assert ends(game, "go P-Y") == ("traders-P-p3", "province-Y")
    assert ends(game, "build post K") == ("piece-post", "province-K")
    assert ends(game, "build bridge YK") == ("piece-bridge", "gorge-YK")
    assert ends(game, "done") == (None, None)


def test_the_yard_offers_pieces_for_the_camp_or_a_province_and_the_temple_gorges() -> None:
    game = position(phase="take", to_move="p1", buildings={"yard": {"9": "p1"}}, options={"guards": True})
    assert ends(game, "take post") == ("piece-post", "camp-p1")
    assert ends(game, "take post at Y") == ("piece-post", "province-Y")
    assert ends(game, "take guards at Q") == ("piece-guards", "province-Q")
    blocking = position(phase="block", to_move="p1", buildings={"temple": {"9": "p1"}})
    assert ends(blocking, "block YK") == ("blocker", "gorge-YK")


def displacing() -> Game:
    return position(
        phase="displace",
        to_move="p3",
        travel={"passes_left": 0, "moved": {"S": 1}, "at": "S"},
        players={
            "p3": {"horse": "S", "provinces": {"S": 1}, "influence": 2},
            "p2": {"horse": "S", "provinces": {"S": 1}},
        },
    )


def test_displacing_ends_at_the_traders_who_are_there() -> None:
    assert ends(displacing(), "displace p2") == (None, "traders-S-p2")
    assert "displace p1" not in {offer.move for offer in offers(position_view(displacing()))}


# --- What moves lead to -------------------------------------------------------------------------------


def test_a_bid_tells_what_it_leaves_and_whom_it_outbids() -> None:
    game = position(players={"p1": {"coins": 20}}, buildings={"school": {"5": "p2"}, "guild": {"7": "p1"}})
    assert offered(game, "bid school 9").effect == "Leaves you 4 of your 20 coins free. Outbids Bob."
    assert offered(game, "bid horse 9").effect == "Leaves you 4 of your 20 coins free."


def test_a_bid_over_the_own_one_counts_only_what_stands_afterwards() -> None:
    game = position(options={"double_bidding": True}, players={"p1": {"coins": 20}}, buildings={"school": {"5": "p1"}})
    assert offered(game, "bid school 9").effect == "Leaves you 11 of your 20 coins free. Outbids your own lower bid."


def test_a_bid_on_credit_tells_how_many_coins_are_short() -> None:
    game = position("2013", options={"debt": True}, players={"p1": {"coins": 9}})
    assert offered(game, "bid school 15").effect == "Makes you 6 coins short, which costs VP."


def test_the_bank_pays_for_the_bids_that_stay() -> None:
    game = position(players={"p1": {"coins": 12}}, buildings={"school": {"9": "p2"}, "guild": {"12": "p1"}})
    pays = (
        "Pays you 6 coins when the bidding is over, as the other bids stand now; your own are given up. "
        "Your bidding ends."
    )
    assert offered(game, "bank").effect == pays  # 9 in all, 16.2
    game = position(players={"p1": {"coins": 12}}, buildings={"school": {"9": "p2"}})
    assert (
        offered(game, "bank").effect
        == "Pays you 6 coins when the bidding is over, as the bids stand now. Your bidding ends."
    )


def test_passing_tells_that_bids_stand_and_who_goes_to_the_market() -> None:
    game = position(players={"p1": {"coins": 12}}, buildings={"guild": {"12": "p1"}})
    left = game.snapshot()["players"]["p1"]["supply"]
    assert offered(game, "pass").effect == f"Your bids stand. {left} traders go from your supply to the market."
    assert offered(position(), "pass").effect.startswith("3 traders go")


def test_a_journey_tells_its_passes_and_what_it_earns() -> None:
    safe = {"horse": "S", "market": 2, "influence": 4}
    game = position(phase="travel", to_move="p3", players={"p3": safe})
    lost = "No route from Sichuan to Pu'er: traders there go back to the market. Your income would stay 3."
    assert offered(game, "go P-S").effect == f"Border passes: uses 2, leaves 0. {lost}"
    assert offered(game, "go P-Y").effect == "Border passes: uses 1, leaves 1. Your income would be 9 (+6)."
    banished = offered(position(phase="travel", to_move="p3", players={"p3": safe | {"influence": 0}}), "go P-Y").effect
    assert banished.endswith("The inspector would banish your trader in Yunnan. Your income would stay 3.")
    watched = position(phase="travel", to_move="p3", players={"p3": safe, "p2": {"horse": "S", "provinces": {"Y": 1}}})
    assert offered(watched, "go P-Y").effect.endswith("You may displace a trader there.")


def test_done_tells_who_would_go_home() -> None:
    game = position(phase="travel", to_move="p3", players={"p3": {"horse": "K", "provinces": {"K": 2}}})
    assert offered(game, "done").effect == "2 traders from Kang would go home to the market. Your income would be 3."


def test_displacing_tells_where_the_trader_goes() -> None:
    assert offered(displacing(), "displace p2").effect == "The trader goes to Yunnan."
    refused = offered(displacing(), "displace p3")
    assert (refused.why, refused.rule) == ("You can displace only the traders of others, not your own.", "5.10")


def test_a_refusal_calls_people_by_their_names() -> None:
    game = position(players={"p1": {"coins": 5}, "p2": {"coins": 15}}, buildings={"school": {"15": "p2"}})
    refused = offered(game, "bid school 15")
    assert (refused.why, refused.rule) == ("That space is taken by Bob.", "3.2")
    why = game.why_not("bid guild 9")
    assert why is not None
    assert tell_refusal(why, game.rules, PEOPLE) == offered(game, "bid guild 9").why
    assert why.sentence.startswith("p1 has 5 coins")
    assert str(offered(game, "bid guild 9").why).startswith("Ann has 5 coins")


# --- For the page -------------------------------------------------------------------------------------


def test_the_page_gets_each_reason_once() -> None:
    game = position(players={"p1": {"coins": 5}})
    found = offers(position_view(game, PEOPLE))
    packed = as_json(found)
    assert len(packed["offers"]) == len(found)
    assert len({tuple(why) for why in packed["whys"]}) == len(packed["whys"]) < len(found) / 2
    for row, offer in zip(packed["offers"], found, strict=True):
        assert row[:5] == offer[:5]
        assert (packed["whys"][row[5]] if row[5] >= 0 else (None, None)) == (offer.why, offer.rule)
