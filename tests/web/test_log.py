"""The log and what scripts animate."""

from hypothesis import given

from random_histories import SPOT, history
from teahorse.rules.state import TRADERS
from teahorse.server.history.history import MOVE, GameHistory, Row
from teahorse.text.events import tell
from teahorse.text.translation import as_written
from teahorse.web.presenters.animation import acts
from teahorse.web.presenters.log import entry, rounds
from teahorse.web.presenters.player_panels import last_incomes
from variants import Table, over_games, policies, seeds, tables

PEOPLE = {"p1": "Ann", "p2": "Bob", "p3": "Cid"}


def game_of(*moves: str, table: Table | None = None) -> GameHistory:
    rules = (table or Table("2023", 3)).rules
    return GameHistory(rules, [Row(number, MOVE, move) for number, move in enumerate(moves, 1)])


@over_games(15)
@given(tables(), seeds(), policies())
def test_changes_add_up_to_the_positions(table: Table, seed: int, policy: str) -> None:
    rules = table.rules
    for step in history(table, seed, policy, 300).steps:
        changes = entry(step, rules, {}, as_written).changes
        assert all(change.coins or change.vp for change in changes)
        coins, vp = [0] * rules.players, [0] * rules.people
        for change in changes:
            number = int(change.player[1:]) - 1
            coins[number] += change.coins
            vp[rules.record.person[number]] += change.vp
        assert coins == (step.after.coins - step.before.coins)[: rules.players].tolist()
        assert vp == (step.after.vp - step.before.vp)[: rules.people].tolist()


@over_games(10)
@given(tables(), seeds(), policies())
def test_every_entry_is_in_the_log_once_and_in_order(table: Table, seed: int, policy: str) -> None:
    game = history(table, seed, policy)
    found = rounds(game.steps, table.rules, {}, as_written)
    rows = [entry.row for each in found for part in each.parts for entry in part.entries]
    assert rows == [step.row for step in game.steps]
    assert [each.number for each in found] == list(range(1, len(found) + 1))
    for each in found:
        titles = [part.title for part in each.parts]
        assert len(set(titles)) == len(titles)


@over_games(10)
@given(tables(), seeds(), policies())
def test_acts_are_the_events_between_spots(table: Table, seed: int, policy: str) -> None:
    for step in history(table, seed, policy).steps:
        found = acts(step, table.rules, PEOPLE, as_written)
        assert [act.kind for act in found] == [event.name for event in step.events]
        assert [act.text for act in found] == [tell(event, table.rules, PEOPLE) for event in step.events]
        for act in found:
            assert all(SPOT.fullmatch(spot) for spot in (act.start, act.end) if spot), act


def test_an_entry_tells_what_happened_and_what_it_changed() -> None:
    game = game_of("bid school 9", "bank", "pass", "pass")
    told = entry(game.steps[-1], game.rules, PEOPLE, as_written)
    assert (told.row, told.player, told.name, told.move) == (4, "p1", "Ann", "pass")
    assert told.sentences[:2] == (
        "Ann passes; 2 traders go from the supply to the market.",
        "The bank pays Bob 6 coins, for standing bids of 9.",
    )
    assert told.details == ("The trader of Ann in the school returns to the supply.",)
    assert [(change.name, change.coins, change.vp) for change in told.changes] == [("Ann", -9, 0), ("Bob", 6, 0)]


def test_traders_move_between_the_spots_they_leave_and_reach() -> None:
    game = game_of("bid school 5", "bid school 9", "market", "bank", "pass", "pass")
    found = [
        (act.kind, act.player, act.start, act.end, act.amount)
        for step in game.steps
        for act in acts(step, game.rules, PEOPLE, as_written)
    ]
    for act in (
        ("bid", "p2", "camp-p2", "school-9", 9),
        ("outbid", "p1", "school-5", "camp-p1", 5),
        ("market", "p3", "camp-p3", "market", None),
        ("bank", "p1", "camp-p1", "bank-0", 2),
        ("bank-paid", "p1", "bank-0", "camp-p1", 6),
        ("trader-returned", "p2", "school-9", "camp-p2", None),
        ("trader-hired", "p2", "camp-p2", "market", None),
    ):
        assert act in found


def starts(game: GameHistory, kind: str) -> list[str | None]:
    """Where the acts of one kind start in the last step."""
    return [act.start for act in acts(game.steps[-1], game.rules, PEOPLE, as_written) if act.kind == kind]


def test_the_bank_pays_the_last_visitor_by_position() -> None:
    assert starts(game_of("pass", "pass", "bank"), "bank-paid") == ["bank-0"]


def test_of_two_traders_in_the_yard_the_cheaper_returns_first() -> None:
    rich = Table("2023", 3, {"double_bidding": True, "debt": True})
    moves = ("bid yard 12", "pass", "pass", "bid yard 9", "pass", "take post")
    assert starts(game_of(*moves, table=rich), "trader-returned") == ["yard-9"]
    assert starts(game_of(*moves, "take bridge", table=rich), "trader-returned") == ["yard-12"]


def test_what_a_debt_costs_is_in_the_log() -> None:
    game = game_of("bid school 15", "pass", "pass", "pass", table=Table("2013", 3, {"debt": True}))
    changes = entry(game.steps[-1], game.rules, PEOPLE, as_written).changes
    assert [(change.name, change.coins, change.vp) for change in changes] == [("Ann", -9, -48)]  # 6 short, 8 each


def test_journeys_presents_and_income_have_their_spots() -> None:
    game = game_of("pass", "pass", "pass", "go P-Y", "done", "done", "done", "convert 0", "convert 0", "convert 3")
    found = [
        (act.kind, act.player, act.start, act.end, act.amount)
        for step in game.steps
        for act in acts(step, game.rules, PEOPLE, as_written)
    ]
    assert ("journey", "p3", "traders-P-p3", "province-Y", 1) in found
    assert ("banished", "p3", "traders-Y-p3", "market", None) in found
    assert ("income", "p3", None, "camp-p3", 3) in found
    assert ("converted", "p3", None, "camp-p3", 3) in found  # equal incomes turn the order round, so p3 is last
    assert ("traders-came-back", "p1", "traders-P-p1", "camp-p1", TRADERS - 4) in found
    assert last_incomes(game.steps) == {"p1": 3, "p2": 3, "p3": 3}
