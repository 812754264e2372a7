"""Seeing ahead: what is foretold is what the rules then do."""

from hypothesis import given

from position_builder import position
from random_histories import NAMES, position_view, positions
from teahorse import Game
from teahorse.text.people import NamesForReader
from teahorse.web.presenters.forecast import ahead
from teahorse.web.presenters.what_if import income_if_all_were_done
from variants import Table, over_games, policies, seeds, tables


def copy_of(game: Game) -> Game:
    return Game(game.rules, game.position)


def play_while(game: Game, moves: dict[str, str]) -> list[tuple[str, dict[str, object]]]:
    """Answer every question of these phases with the same move, and give all that happened."""
    told = []
    while game.phase in moves:
        game.make_text(moves[game.phase])
        told += [(event.name, event.fields) for event in game.events]
    return told


# --- Laws ---------------------------------------------------------------------------------------------


@over_games(25)
@given(tables(), seeds(), policies())
def test_the_road_ahead_is_what_comes_when_everyone_really_is_done(table: Table, seed: int, policy: str) -> None:
    for game in positions(table, seed, policy, 7):
        seen = ahead(position_view(game)).travelling
        assert (seen is not None) == (game.phase in ("travel", "displace"))
        if seen is None:
            continue
        really, before = copy_of(game), game.snapshot()
        told = play_while(really, {"travel": "done", "displace": "spare"})
        after = really.snapshot()
        for income in seen.incomes:
            assert sum(item.coins for item in income.items) == income.coins
            assert income_if_all_were_done(game.table, game.rules, income.player) == income.coins
            assert after["phase"] != "convert" or income.coins == after["players"][income.player]["income"]
            assert after["players"][income.player]["presents"] == before["players"][income.player][
                "presents"
            ] + seen.presents.get(income.player, 0)
        assert [fields["place"] for name, fields in told if name == "inspected"] == [seen.inspected]
        assert [fields["player"] for name, fields in told if name == "banished"] == [seen.banished] * bool(
            seen.banished
        )
        assert sum(line.count for line in seen.sent_home) == sum(f["traders"] for n, f in told if n == "sent-home")
        blue = [player for player in after["blue"] if player != "duli"]
        assert list(seen.order) == blue[::-1]
        assert seen.passes_left == before["travel"]["passes_left"]


@over_games(25)
@given(tables(), seeds(), policies())
def test_the_bank_pays_what_was_seen_if_everyone_passes(table: Table, seed: int, policy: str) -> None:
    for game in positions(table, seed, policy, 7):
        seen = ahead(position_view(game)).bidding
        if game.phase != "bid" or seen is None or game.rules.has_duli:  # she goes on bidding
            continue
        snapshot = game.snapshot()
        paid = [
            (f["player"], f["coins"]) for name, f in play_while(copy_of(game), {"bid": "pass"}) if name == "bank-paid"
        ]
        assert paid == [(o, space.pays) for o, space in zip(snapshot["bank"], seen.bank, strict=True) if o]
        for each in seen.free_coins:
            bids = [int(p) for spaces in snapshot["buildings"].values() for p, o in spaces.items() if o == each.player]
            assert (each.committed, each.free) == (sum(bids), each.coins - sum(bids))


@over_games(25)
@given(tables(), seeds(), policies())
def test_the_total_is_that_of_all_standing_bids_dulis_too(table: Table, seed: int, policy: str) -> None:
    for game in positions(table, seed, policy, 3):
        seen = ahead(position_view(game)).bidding
        if seen is not None:
            spaces = [space for building in game.snapshot()["buildings"].values() for space in building.items()]
            assert seen.total == sum(int(price) for price, owner in spaces if owner)


@over_games(15)
@given(tables(), seeds(), policies())
def test_every_way_to_convert_ends_as_it_was_seen(table: Table, seed: int, policy: str) -> None:
    for game in positions(table, seed, policy, 7):
        seen = ahead(position_view(game)).converting
        assert (seen is not None) == (game.phase == "convert")
        if seen is None:
            continue
        assert [choice.vp_taken for choice in seen.choices] == list(range(seen.income + 1))
        for choice in seen.choices[:: max(1, seen.income // 3)]:
            really = copy_of(game)
            really.make_text(f"convert {choice.vp_taken}")
            pieces = really.snapshot()["players"][seen.player]
            assert (pieces["coins"], pieces["vp"]) == (choice.coins, choice.vp)
            totals = {colour: row["vp"] for row in really.standings() for colour in row["player"].split("+")}
            assert totals[seen.player] == choice.total
            play_while(really, {"convert": "convert 0"})
            by_vp = really.outcome is not None and really.outcome["reason"] in ("vp", "both")
            assert by_vp == (seen.ends_from is not None and choice.vp_taken >= seen.ends_from)
            assert seen.ends_already is None or really.is_over


@over_games(5)
@given(tables(), seeds(), policies())
def test_standings_are_those_of_the_rules(table: Table, seed: int, policy: str) -> None:
    for game in positions(table, seed, policy, 25):
        seen = ahead(position_view(game)).standings
        assert [(row.person, row.total) for row in seen] == [(row["player"], row["vp"]) for row in game.standings()]
        assert [row.rank for row in seen] == list(range(1, len(seen) + 1))
        assert all(sum(item.vp for item in row.items) == row.total for row in seen)


# --- Places on the way --------------------------------------------------------------------------------


def test_income_is_itemised_with_its_gaps() -> None:
    """V10: a gap in Sichuan costs the trader in Kang 3 and the post there all."""
    game = position(
        phase="travel",
        to_move="p3",
        players={
            "p1": {"horse": "K", "provinces": {"Y": 1, "K": 1}, "market": 3, "posts": {"Y": 1, "K": 1}, "influence": 4},
            "p3": {"horse": "K", "provinces": {"Y": 1}},
        },
    )
    game = Game.from_snapshot(game.snapshot() | {"to_move": "p1", "travel": {"passes_left": 2, "moved": {}}})
    people = dict(zip(("p1", "p2", "p3"), NAMES, strict=False))
    seen = ahead(position_view(game, people)).travelling
    assert seen is not None
    assert [line.text for line in seen.sent_home] == [
        "A trader of Ann in Kang has no route to Pu'er and goes to the market."
    ]
    (income,) = (income for income in seen.incomes if income.player == "p1")
    assert [(item.kind, item.place, item.count, item.gaps, item.coins) for item in income.items] == [
        ("traders", "Y", 1, 0, 6),
        ("market", "P", 4, 0, 3),
        ("posts", "Y", 1, 0, 1),  # the posts last, so that nothing after them reads as posts
        ("posts", "K", 1, 1, 0),
    ]
    assert (income.name, income.coins) == ("Ann", 10)
    assert seen.inspected == "Y" and seen.revenues["Y"] == max(seen.revenues.values())


def test_the_slider_marks_where_the_game_ends() -> None:
    game = position(phase="convert", to_move="p3", players={"p3": {"market": 1, "income": 3, "vp": 78}})
    seen = ahead(position_view(game)).converting
    assert seen is not None
    assert (seen.ends_from, seen.ends_already) == (2, None)


def test_the_slider_says_who_else_can_end_the_game() -> None:
    def said(*vp: int) -> str | None:
        players = {f"p{number}": {"market": 1, "income": 3, "vp": each} for number, each in enumerate(vp, 1)}
        seen = ahead(position_view(position(phase="convert", to_move="p3", players=players))).converting
        assert seen is not None
        return seen.others_may_end

    assert said(76, 76, 79) is None
    assert said(70, 77, 0) == "p2 can end the game in this round."
    assert said(77, 78, 0) == "p1 and p2 can end the game in this round."


def test_the_slider_knows_when_the_game_ends_anyway() -> None:
    for vp, ends_from in ((0, None), (78, 2)):
        game = position(
            phase="convert",
            to_move="p3",
            players={"p3": {"market": 1, "income": 3, "presents": 14, "vp": vp}},
            presents={"S": 0, "K": 0, "T": 0, "Q": 0},
        )
        seen = ahead(position_view(game)).converting
        assert seen is not None
        assert seen.ends_from == ends_from
        assert seen.ends_already == "The game ends after this round: the last present is gone."


def test_the_bank_is_no_longer_foretold_when_it_has_paid() -> None:
    game = position(phase="take", to_move="p1", buildings={"yard": {"9": "p1"}})
    seen = ahead(position_view(game)).bidding
    assert seen is not None
    assert seen.bank == ()
    assert seen.free_coins[0].committed == 0


def test_who_has_no_trader_left_to_place_sees_what_the_bank_pays_those_there() -> None:
    """2.4: they can only pass, so it doesn't matter that their own bids would no longer count."""
    game = Game.new(players=3, seed=1)
    for move in ("bid school 9", "pass", "pass"):
        game.play(move)
    for is_without_traders in (False, True):
        game.play("market")
        view = position_view(game, NamesForReader({"p1": "Ann"}, {"p1"}))
        bidding = ahead(view).bidding
        assert bidding is not None
        mine = next(each for each in bidding.free_coins if each.player == "p1")
        assert bool(mine.bank) != is_without_traders
        assert (view.bank_offers == view.bank_pays) == is_without_traders
