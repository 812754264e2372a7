"""The log and what scripts animate."""

from hypothesis import given

from random_histories import SPOT, history
from teahorse.rules.state import TRADERS
from teahorse.server.history.history import MOVE, GameHistory, Row
from teahorse.text.events import tell_all
from teahorse.text.translation import as_written
from teahorse.web.presenters.animation import acts
from teahorse.web.presenters.log import EarnedIncome, Entry, entries, rounds
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
        changes = [change for entry in entries(step, rules, {}, as_written) for change in entry.changes]
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
    told = [(entry.row, entry.number) for each in found for part in each.parts for entry in part.entries]
    assert told == sorted(set(told)) and {row for row, _ in told} == {step.row for step in game.steps}
    assert [each.number for each in found] == list(range(1, len(found) + 1))
    for each in found:
        titles = [part.title for part in each.parts]
        assert len(set(titles)) == len(titles)
    gifts = {event.name for step in game.steps for event in step.events} & {"present"}
    assert bool(gifts) == any(part.title == "Presents" for each in found for part in each.parts)


@over_games(10)
@given(tables(), seeds(), policies())
def test_acts_are_the_events_between_spots(table: Table, seed: int, policy: str) -> None:
    for step in history(table, seed, policy).steps:
        found = acts(step, table.rules, PEOPLE, as_written)
        assert [act.kind for act in found] == [event.name for event in step.events]
        assert [act.text for act in found] == tell_all(step.events, table.rules, PEOPLE)
        for act in found:
            assert all(SPOT.fullmatch(spot) for spot in (act.start, act.end) if spot), act


def told(game: GameHistory) -> list[Entry]:
    """The entries of the last step."""
    return list(entries(game.steps[-1], game.rules, PEOPLE, as_written))


def test_a_move_and_what_each_player_gets_from_it_are_entries_of_their_own() -> None:
    move, bank, bids = told(game_of("bid school 9", "bank", "pass", "pass"))
    assert (move.id, move.part, move.player, move.name, move.move) == ("entry-4", "bid", "p1", "Ann", "pass")
    assert move.sentences == ("Ann passes; 2 traders go from the supply to the market.",)
    assert (bank.id, bank.part, bank.player) == ("entry-4-1", "resolve", "p2")
    assert bank.sentences == ("The bank pays Bob 6 coins, for standing bids of 9.",)
    assert (bids.id, bids.part, bids.player) == ("entry-4-2", "resolve", "p1")
    assert bids.sentences[0] == "Ann pays 9 coins for the bids."
    assert bids.details == ("The trader of Ann at the school returns to the supply.",)
    changes = [(change.name, change.coins, change.vp) for entry in (move, bank, bids) for change in entry.changes]
    assert changes == [("Bob", 6, 0), ("Ann", -9, 0)]


def test_inspector_income_and_order_are_parts_of_their_own_and_incomes_a_table() -> None:
    """6, 8, 9."""
    game = game_of("pass", "pass", "pass", "go P-Y", "go P-Y", "done", "done", "done")
    done, inspector, income, order = told(game)
    assert [entry.part for entry in told(game)] == ["travel", "inspector", "income", "order"]
    assert done.player == "p1" and {entry.player for entry in told(game)[1:]} == {None}
    assert inspector.sentences[0].startswith("The inspector visits Yunnan")
    assert income.sentences == () and income.incomes == (
        EarnedIncome("p3", "Cid", 6, 0, 3, 9),
        EarnedIncome("p2", "Bob", 0, 0, 3, 3),
        EarnedIncome("p1", "Ann", 0, 0, 3, 3),
    )
    assert order.sentences == ("New turn order, by income: 1. Cid, 2. Ann, 3. Bob. Bidding goes the other way round.",)
    titles = [part.title for part in rounds(game.steps, game.rules, PEOPLE, as_written)[0].parts]
    assert titles == ["Bidding", "Build and travel", "Inspector", "Income", "Turn order"]


def test_dulis_doings_are_entries_of_their_own() -> None:
    """14.5, 14.9."""
    game = history(Table("2023", 2), 1, "uniform", 300)
    found = [entry for step in game.steps for entry in entries(step, game.rules, PEOPLE, as_written)]
    parts = {entry.part for entry in found if entry.player == "duli"}
    assert parts == {"bid", "resolve", "travel"}
    assert all(entry.player == "duli" for entry in found if any("draws card" in said for said in entry.sentences))


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
    changes = [change for entry in told(game) for change in entry.changes]
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
