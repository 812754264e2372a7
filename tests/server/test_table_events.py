"""Events at a table: appended once each, folded into its state, told to everyone, kept by backups."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from table_setup import PERSON, config_for, free_seats, play_moves
from teahorse.game import Game
from teahorse.server.storage.backup import restore_backup, write_backup
from teahorse.server.storage.database import Database
from teahorse.server.tables.errors import GameOver, NotStarted, NotYourSeat, TableClosed
from teahorse.server.tables.events.seating import CLOSED, HOST, SEAT_FREED, SEAT_TAKEN, SEAT_TO_BOT, SEATING, STARTED
from teahorse.server.tables.events.subject import NewEvent
from teahorse.server.tables.keys import hash_of
from teahorse.server.tables.service import TableService
from teahorse.server.tables.summary import summaries
from teahorse.server.tables.table import Table

THREE = (PERSON, PERSON, PERSON)
BOT = NewEvent(SEAT_TO_BOT, 1, {"bot": "merchant", "name": "Mei"})


@pytest.fixture
def others(tables: TableService, database: str) -> Iterator[TableService]:
    """A second server on the same database."""
    storage = Database(database)
    yield TableService(storage)
    storage.close()


def test_an_event_is_stored_with_the_row_it_came_after(tables: TableService, others: TableService) -> None:
    table_id, key = tables.create(config_for(*THREE))
    play_moves(tables, table_id, key, "market", "market")
    table = tables.append(table_id, lambda _: [NewEvent("chat", 2, {"text": "Đúng rồi"}), NewEvent("chat")])
    assert [(event.number, event.kind, event.seat, event.after_row) for event in table.events] == [
        (1, "chat", 2, 2),
        (2, "chat", None, 2),
    ]
    assert table.events[0].data == {"text": "Đúng rồi"} and table.state.number == 2
    assert others.open(table_id).events == table.events
    assert len(table.history.rows) == 2


def test_seats_change_hands_and_everyone_sees_it(tables: TableService, others: TableService) -> None:
    table_id, key = tables.create(config_for(*THREE))
    before = others.open(table_id)
    tables.append(table_id, lambda _: [BOT])
    assert before.bot_of("p2") is None and others.open(table_id).bot_of("p2") == "merchant"
    play_moves(tables, table_id, key, "market")
    with pytest.raises(NotYourSeat):
        others.play(table_id, [key], "market", 2)
    others.play_for_bot(table_id, "market", 2)
    others.append(table_id, lambda _: [NewEvent(SEAT_FREED, 1)])
    assert tables.open(table_id).state[SEATING].free == (1,)
    table = tables.append(
        table_id, lambda _: [NewEvent(SEAT_TAKEN, 1, {"name": "Lan"}), NewEvent(HOST, 1, {"name": "Lan"})]
    )
    assert (table.names["p2"], table.bot_of("p2"), table.state[SEATING].host) == ("Lan", None, 1)
    assert table.colours == before.colours and table.seat_of("p2").colours == before.seat_of("p2").colours


def test_lists_and_records_name_those_who_sit_there_now(tables: TableService) -> None:
    table_id, key = tables.create(config_for(*THREE))
    tables.append(table_id, lambda _: [BOT])
    play_moves(tables, table_id, key, "market")
    (listed,) = summaries(tables.storage, {table_id: [hash_of(key)]})
    assert [(seat.name, seat.bot) for seat in listed.seats][1] == ("Mei", "merchant")
    assert listed.mover == listed.seats[1]
    headers = Game.from_record(tables.record(table_id)).headers
    assert (headers["Player.p2"], headers["Bot.p2"]) == ("Mei", "merchant")


def test_a_game_with_free_seats_starts_later(tables: TableService) -> None:
    table_id, key = tables.create(free_seats(config_for(*THREE), 1, 2))
    table = tables.open(table_id)
    assert table.is_waiting and table.to_move is None and table.players_of([key]) == {"p1"}
    with pytest.raises(NotStarted):
        tables.play(table_id, [key], "market", 1)
    tables.append(table_id, lambda _: [BOT, NewEvent(SEAT_TAKEN, 2, {"name": "Lan"}), NewEvent(STARTED)])
    assert tables.play(table_id, [key], "market", 1).to_move == "p2"
    (listed,) = summaries(tables.storage, {table_id: []})
    assert not listed.is_waiting and [seat.name for seat in listed.seats] == ["Person 1", "Mei", "Lan"]


def test_nobody_moves_at_a_closed_table(tables: TableService) -> None:
    table_id, key = tables.create(config_for(*THREE))
    play_moves(tables, table_id, key, "market")
    assert tables.append(table_id, lambda _: [NewEvent(CLOSED)]).to_move is None
    with pytest.raises(TableClosed):
        tables.play(table_id, [key], "market", 2)
    with pytest.raises(TableClosed):
        tables.undo(table_id, [key], 2, whole=False)
    (listed,) = summaries(tables.storage, {table_id: [hash_of(key)]})
    assert listed.is_closed and listed.mover is None


def test_a_refused_event_leaves_no_trace(tables: TableService) -> None:
    table_id, _ = tables.create(config_for(*THREE))
    heard: list[int] = []
    tables.subscribe(lambda table, row, event: heard.append(event))

    def refuse(_: object) -> list[NewEvent]:
        raise GameOver

    with pytest.raises(GameOver):
        tables.append(table_id, refuse)
    assert tables.append(table_id, lambda _: []).events == () and heard == []
    tables.append(table_id, lambda _: [BOT])
    assert heard == [1]


def test_simultaneous_events_all_arrive_and_each_is_decided_on_the_latest_state(
    tables: TableService, others: TableService
) -> None:
    table_id, _ = tables.create(free_seats(config_for(*THREE), 0, 1, 2))
    start = threading.Barrier(6)

    def sit(at: TableService, name: str) -> None:
        start.wait()
        at.append(table_id, lambda table: [NewEvent(SEAT_TAKEN, table.state[SEATING].free[0], {"name": name})])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("threading.excepthook", lambda _: None)  # three find no free seat
        threads = [
            threading.Thread(target=sit, args=(at, str(number))) for number, at in enumerate((tables, others) * 3)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    table = tables.open(table_id)
    assert table.state[SEATING].free == () and len({seat.name for seat in table.seats}) == 3
    assert [event.number for event in table.events] == [1, 2, 3] and others.open(table_id).events == table.events


def test_an_event_is_decided_again_when_another_process_was_faster(tables: TableService, others: TableService) -> None:
    table_id, _ = tables.create(free_seats(config_for(*THREE), 1, 2))
    decided: list[int] = []

    def decide(table: Table) -> list[NewEvent]:
        seat = table.state[SEATING].free[0]
        decided.append(seat)
        if len(decided) == 1:
            others.append(table_id, lambda _: [NewEvent(SEAT_TAKEN, seat, {"name": "Lan"})])
        return [NewEvent(SEAT_TAKEN, seat, {"name": "Tashi"})]

    assert [seat.name for seat in tables.append(table_id, decide).seats] == ["Person 1", "Lan", "Tashi"]
    assert decided == [1, 2]


def test_a_backup_keeps_events(tables: TableService, database: str, tmp_path: Path) -> None:
    table_id, _ = tables.create(config_for(*THREE))
    events = tables.append(table_id, lambda _: [BOT, NewEvent(HOST, 2, {"name": "Person 3"})]).events
    write_backup(database, tmp_path / "backup")
    copy = f"sqlite:///{tmp_path / 'copy.sqlite'}"
    restore_backup(tmp_path / "backup", copy)
    storage = Database(copy)
    assert TableService(storage).open(table_id).events == events
    storage.close()
