"""Tables: who may move, what is stored, what can be taken back."""

import threading
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from table_setup import PERSON, config_for, play_greedily, play_moves
from teahorse.errors import IllegalMove, NotationError, TeahorseError
from teahorse.game import Game
from teahorse.rules.ruleset import Ruleset
from teahorse.server.history.history import MOVE, UNDO, moves_of
from teahorse.server.storage.database import Database
from teahorse.server.tables.errors import GameOver, NoSuchTable, NotYourSeat, TooLate
from teahorse.server.tables.service import TableService
from teahorse.server.tables.table import Table

THREE = (PERSON, PERSON, PERSON)
GAMES = Path(__file__).parents[1] / "games"


@pytest.fixture
def others(tables: TableService, database: str) -> Iterator[TableService]:
    """A second server on the same database."""
    storage = Database(database)
    yield TableService(storage)
    storage.close()


def rows_of(table: Table) -> list[tuple[str, str]]:
    return [(row.kind, row.text) for row in table.history.rows]


# --- Creating and opening -----------------------------------------------------------------------------


def test_a_new_table_has_the_configured_rules_seats_and_title(tables: TableService) -> None:
    wish = replace(config_for(PERSON, "merchant", PERSON, guards=True), title="Friday", headers={"Event": "Club"})
    table = tables.open(tables.create(wish)[0])
    assert (table.kind, table.title, table.seed, table.take_back) == ("game", "Friday", 7, "turn")
    assert table.rules is wish.rules and table.seats == wish.seats
    assert table.names == {"p1": "Person 1", "p2": "Person 2", "p3": "Person 3"}
    assert table.colours == {"p1": "red", "p2": "blue", "p3": "black"}
    assert (table.bot_of("p1"), table.bot_of("p2")) == (None, "merchant")
    assert table.next_number == 1 and table.to_move == "p1"


def test_the_key_of_a_new_table_opens_all_seats_of_people(tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, "greedy", PERSON))
    assert tables.open(table_id).players_of([key]) == {"p1", "p3"}


def test_two_people_with_two_colours_each_move_both(tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, "greedy", two_players="two-colours"))
    assert tables.open(table_id).players_of([key]) == {"p1", "p3"}


@pytest.mark.parametrize("key", ["", "x", "\ud800", "k" * 22, "'; DROP TABLE rows; --", "0" * 100_000])
def test_garbage_opens_no_seat(tables: TableService, key: str) -> None:
    table_id, _ = tables.create(config_for(*THREE))
    assert tables.open(table_id).players_of([key]) == frozenset()
    with pytest.raises(NotYourSeat):
        tables.play(table_id, [key], "pass", 1)


def test_the_key_of_one_table_opens_no_other(tables: TableService) -> None:
    (first, _), (_, key) = tables.create(config_for(*THREE)), tables.create(config_for(*THREE))
    with pytest.raises(NotYourSeat):
        tables.play(first, [key], "pass", 1)


@pytest.mark.parametrize("table_id", ["", "nowhere", "a" * 10, "../../etc", "\x00"])
def test_an_unknown_table_id_is_refused(tables: TableService, table_id: str) -> None:
    with pytest.raises(NoSuchTable, match="There is no table at this address"):
        tables.open(table_id)


def test_an_opened_record_goes_on_where_it_stopped(tables: TableService) -> None:
    moves = ("bid school 9", "bid yard 9", "market")
    table_id, key = tables.create(replace(config_for(*THREE), kind="opened", moves=moves))
    table = play_moves(tables, table_id, key, "pass")
    assert moves_of(table.history.steps) == [*moves, "pass"]


def test_a_record_with_a_move_that_is_not_allowed_becomes_no_table(tables: TableService, storage: Database) -> None:
    with pytest.raises(IllegalMove):
        tables.create(replace(config_for(*THREE), moves=("bid school 9", "bid school 9")))
    assert storage.recent(1, 9) == []


@pytest.mark.parametrize("name", ["standard-4-vp", "duli-2-both", "two-colours-2-presents", "house-3-cap"])
def test_a_finished_record_opens_and_is_written_again(tables: TableService, name: str) -> None:
    game = Game.from_record((GAMES / f"{name}.yunnan").read_text())
    people = game.rules.people
    wish = config_for(*[PERSON] * people, **game.rules.options)
    table_id, _ = tables.create(replace(wish, rules=game.rules, kind="opened", moves=tuple(game.moves)))
    again = Game.from_record(tables.record(table_id))
    assert again.moves == game.moves and again.result_text() == game.result_text()


def test_a_record_tells_who_played_and_which_are_bots(tables: TableService) -> None:
    wish = replace(config_for(PERSON, "merchant/racer", PERSON), headers={"Event": 'The "Tea" Cup'})
    table_id, key = tables.create(wish)
    play_moves(tables, table_id, key, "bid school 9")
    headers = Game.from_record(tables.record(table_id)).headers
    assert headers.pop("Date") == tables.open(table_id).created_at.strftime("%Y-%m-%d")
    assert headers == {
        "Event": 'The "Tea" Cup',
        "Player.p1": "Person 1",
        "Player.p2": "Person 2",
        "Player.p3": "Person 3",
        "Bot.p2": "merchant/racer",
    }


# --- Playing ------------------------------------------------------------------------------------------


def test_a_move_becomes_the_next_row(tables: TableService) -> None:
    table_id, key = tables.create(config_for(*THREE))
    table = tables.play(table_id, [key], "bid school 9", 1)
    assert rows_of(table) == [(MOVE, "bid school 9")]
    assert table.to_move == "p2" and table.next_number == 2


def test_a_table_that_was_handed_out_does_not_change(tables: TableService) -> None:
    table_id, key = tables.create(config_for(*THREE))
    before = play_moves(tables, table_id, key, "bid school 9")
    snapshot, legal = before.history.game.snapshot(), before.history.game.legal_moves()
    play_moves(tables, table_id, key, "bid yard 9", "market")
    tables.undo(table_id, [key], 4, whole=False)
    assert before.history.game.snapshot() == snapshot and before.history.game.legal_moves() == legal
    assert rows_of(before) == [(MOVE, "bid school 9")] and len(before.history.steps) == 1


@pytest.mark.parametrize(
    ("move", "error"),
    [("bid school 9", IllegalMove), ("bid school 6", NotationError), ("", NotationError), ("done", IllegalMove)],
)
def test_a_move_that_is_refused_leaves_no_trace(tables: TableService, database: str, move: str, error: type) -> None:
    table_id, key = tables.create(config_for(*THREE))
    before = play_moves(tables, table_id, key, "bid school 9")
    with pytest.raises(error):
        tables.play(table_id, [key], move, 2)
    assert rows_of(tables.open(table_id)) == rows_of(before)
    assert tables.storage.rows_after(table_id, 1) == []
    assert play_moves(tables, table_id, key, "market").next_number == 3


def test_people_cannot_move_for_bots_nor_bots_for_people(tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, "greedy", PERSON))
    with pytest.raises(NotYourSeat):
        tables.play_for_bot(table_id, "market", 1)
    play_moves(tables, table_id, key, "market")
    with pytest.raises(NotYourSeat):
        tables.play(table_id, [key], "market", 2)


def test_players_cannot_shuffle_the_cards(tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, PERSON))
    deck = tables.open(table_id).history.rows[0].text
    with pytest.raises(IllegalMove):
        tables.play(table_id, [key], deck, 2)


def test_no_move_can_be_made_after_the_last_one(tables: TableService) -> None:
    table_id, key = tables.create(config_for(*THREE))
    over = play_greedily(tables, table_id, key)
    with pytest.raises(GameOver):
        tables.play(table_id, [key], "pass", over.next_number)


@pytest.mark.parametrize("number", [-1, 0, 1, 3, 99])
def test_a_move_with_another_number_comes_too_late(tables: TableService, number: int) -> None:
    table_id, key = tables.create(config_for(*THREE))
    play_moves(tables, table_id, key, "bid school 9")
    with pytest.raises(TooLate):
        tables.play(table_id, [key], "market", number)
    assert tables.open(table_id).next_number == 2


def test_only_one_of_many_simultaneous_moves_is_stored(tables: TableService, others: TableService) -> None:
    table_id, key = tables.create(config_for(*THREE))
    outcomes: list[str] = []
    start = threading.Barrier(8)

    def click(at: TableService) -> None:
        start.wait()
        try:
            at.play(table_id, [key], "market", 1)
            outcomes.append("played")
        except TooLate:
            outcomes.append("too late")

    threads = [threading.Thread(target=click, args=(at,)) for at in (tables, others) * 4]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["played"] + ["too late"] * 7
    assert rows_of(tables.open(table_id)) == [(MOVE, "market")]


def test_two_servers_on_one_database_see_each_others_rows(tables: TableService, others: TableService) -> None:
    table_id, key = tables.create(config_for(*THREE))
    assert others.open(table_id).next_number == 1
    for number, at in enumerate((tables, others, tables, others), 1):
        at.play(table_id, [key], "market", number)
    others.undo(table_id, [key], 5, whole=False)
    assert rows_of(tables.open(table_id)) == [(MOVE, "market")] * 4 + [(UNDO, "market")]
    assert rows_of(others.open(table_id)) == rows_of(tables.open(table_id))
    with pytest.raises(TooLate):
        tables.play(table_id, [key], "market", 5)


def test_a_table_that_left_the_memory_is_played_again(storage: Database) -> None:
    tables = TableService(storage, most_open=2)
    ids = [tables.create(config_for(PERSON, PERSON, seed=number)) for number in range(5)]
    history = {table_id: play_greedily(tables, table_id, key, 30) for table_id, key in ids}
    assert len(tables._open) == 2
    for table_id, table in history.items():
        again = tables.open(table_id)
        assert rows_of(again) == rows_of(table)
        assert again.history.game.snapshot() == table.history.game.snapshot()


def test_a_move_check_may_refuse_a_persons_move(storage: Database) -> None:
    def refuse(table: Table, move: str) -> None:
        if move != "market":
            raise TeahorseError("Not now.")

    tables = TableService(storage, check_move=refuse)
    table_id, key = tables.create(config_for(PERSON, "greedy", PERSON))
    with pytest.raises(TeahorseError, match=r"Not now\."):
        tables.play(table_id, [key], "pass", 1)
    tables.play(table_id, [key], "market", 1)
    assert rows_of(tables.play_for_bot(table_id, "pass", 2)) == [(MOVE, "market"), (MOVE, "pass")]


# --- Chance -------------------------------------------------------------------------------------------


def test_dulis_cards_are_shuffled_at_once_and_each_time_anew(tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, PERSON, vp_end="none", presents_end=0))
    table = tables.open(table_id)
    assert table.history.rows[0].text.startswith("deck ") and table.to_move == "p1"
    while table.to_move is not None and len(decks_of(table)) < 3:
        table = play_greedily(tables, table_id, key, len(table.history.rows) + 1)
        assert table.to_move != "chance"
    assert len(set(decks_of(table))) == 3


def decks_of(table: Table) -> list[str]:
    return [row.text for row in table.history.rows if row.text.startswith("deck")]


# --- Subscribers ---------------------------------------------------------------------------------------


def test_subscribers_are_told_about_every_new_row(tables: TableService) -> None:
    heard: list[tuple[str, str, int]] = []
    first, key = tables.create(config_for(*THREE))
    tables.subscribe(lambda table_id, row, event: heard.append(("all", table_id, row)))
    leave = tables.subscribe(lambda table_id, row, event: heard.append(("one", table_id, row)), first)
    second, other = tables.create(config_for(PERSON, PERSON))
    play_moves(tables, first, key, "market")
    leave()
    tables.undo(first, [key], 2, whole=False)
    assert heard == [("all", second, 1), ("all", first, 1), ("one", first, 1), ("all", first, 2)]
    with pytest.raises(IllegalMove):
        tables.play(second, [other], "done", 2)
    assert len(heard) == 4


def test_a_table_that_is_handed_out_has_nothing_left_to_work_out(tables: TableService, others: TableService) -> None:
    table_id, key = tables.create(config_for(*THREE))
    opened = [tables.open(table_id), others.open(table_id), play_moves(tables, table_id, key, "market")]
    opened.append(others.open(table_id))
    # `Game` judges when it is first asked; two threads that ask at once would get in each other's way.
    assert all(table.history.game._judged is not None for table in opened)


def test_many_threads_may_read_while_one_plays(tables: TableService) -> None:
    table_id, key = tables.create(config_for(*THREE))
    done = threading.Event()
    wrong: list[Collection[str]] = []

    def read() -> None:
        while not done.is_set():
            table = tables.open(table_id)
            expected = Game(table.rules, table.history.game.position).legal_moves()
            if table.history.game.legal_moves() != expected:
                wrong.append(expected)

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    play_greedily(tables, table_id, key)
    done.set()
    for reader in readers:
        reader.join()
    assert wrong == []


def test_rules_of_a_stored_table_are_those_it_was_created_with(tables: TableService, others: TableService) -> None:
    rules = Ruleset.of("2013", 3, {"debt": True}, {"market_value": 2})
    table_id, _ = tables.create(replace(config_for(*THREE), rules=rules))
    assert others.open(table_id).rules is rules


def test_news_of_another_process_are_read_once_for_all_listeners(storage: Database, tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, PERSON, PERSON))
    other, heard = TableService(storage), []
    other.open(table_id)
    play_moves(tables, table_id, key, "market")
    other.pass_on(table_id, 1, 0)
    assert other.in_memory(table_id, 1, 0) is None  # nobody listens
    for _ in range(2):
        other.subscribe(
            lambda table, row, event: heard.append(other.in_memory(table, row, event) is not None), table_id
        )
    other.pass_on(table_id, 1, 0)
    assert heard == [True, True]
