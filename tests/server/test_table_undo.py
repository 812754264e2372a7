"""Undo at a table: own moves until another player moves, past bots where one person plays, never past a card."""

import pytest

from table_setup import PERSON, config_for, play_greedily, play_moves
from teahorse.server.history.history import MOVE, UNDO, moves_of
from teahorse.server.storage.database import Database
from teahorse.server.tables.errors import NothingToUndo, TooLate, TooManyUndos
from teahorse.server.tables.service import TableService
from teahorse.server.tables.table import Table

THREE = (PERSON, PERSON, PERSON)


def rows_of(table: Table) -> list[tuple[str, str]]:
    return [(row.kind, row.text) for row in table.history.rows]


def test_a_move_can_be_taken_back_until_someone_else_has_moved(tables: TableService) -> None:
    table_id, key = tables.create(config_for(*THREE))
    table = play_moves(tables, table_id, key, "bid school 9")
    assert table.undoable({"p1"}) == table.undoable_step({"p1"}) == 1
    assert table.undoable({"p2", "p3"}) == 0
    table = play_moves(tables, table_id, key, "market")
    assert table.undoable({"p1"}) == 0 and table.undoable({"p2"}) == 1
    assert table.undoable({"p1", "p2"}) == 1  # around one screen, too, a turn is one person's


def test_an_undo_is_a_row_that_takes_a_row_back(tables: TableService) -> None:
    table_id, key = tables.create(config_for(*THREE))
    play_moves(tables, table_id, key, "bid school 9", "market")
    table = tables.undo(table_id, [key], 3, whole=False)
    assert rows_of(table) == [(MOVE, "bid school 9"), (MOVE, "market"), (UNDO, "market")]
    assert table.to_move == "p2" and moves_of(table.history.steps) == ["bid school 9"]
    table = tables.undo(table_id, [key], 4, whole=False)
    assert moves_of(table.history.steps) == [] and table.to_move == "p1"
    with pytest.raises(NothingToUndo):
        tables.undo(table_id, [key], 5, whole=False)


def travelling(tables: TableService) -> tuple[str, str, Table]:
    """A table where p3 travels, and has moved two traders."""
    table_id, key = tables.create(config_for(*THREE))
    bids = ["market", "market", "market"] * 2 + ["pass", "pass", "pass"]
    table = play_moves(tables, table_id, key, *bids)
    assert table.history.game.phase == "travel"
    return table_id, key, play_moves(tables, table_id, key, "go P-Y", "go P-Y")


def test_a_turn_of_several_moves_is_undone_step_by_step_or_at_once(tables: TableService) -> None:
    table_id, key, table = travelling(tables)
    mover = str(table.to_move)
    assert table.undoable_step({mover}) == 1 and table.undoable({mover}) == 2
    table = tables.undo(table_id, [key], table.next_number, whole=False)
    assert table.undoable({mover}) == 1
    table = play_moves(tables, table_id, key, "go P-Y")
    number = table.next_number
    table = tables.undo(table_id, [key], number, whole=True)
    assert rows_of(table)[number - 1 :] == [(UNDO, "go P-Y")] * 2
    assert table.to_move == mover and table.history.steps[-1].move == "pass"
    assert table.undoable({mover}) == 1  # having passed was another turn


def test_a_displacement_belongs_to_the_turn_of_its_journey(tables: TableService) -> None:
    table_id, key = tables.create(config_for(*THREE))
    play_moves(tables, table_id, key, "market", "bid guild 5", "market", "pass", "pass", "pass", "go P-Y", "done")
    table = play_moves(tables, table_id, key, "go P-Y", "displace p3")
    assert table.undoable({"p2"}) == 2


def test_an_undo_of_a_whole_turn_is_stored_all_or_not_at_all(tables: TableService, database: str) -> None:
    table_id, key, table = travelling(tables)
    tables.undo(table_id, [key], table.next_number, whole=True)
    assert rows_of(TableService(Database(database)).open(table_id)) == rows_of(tables.open(table_id))


def test_the_number_of_undos_is_limited(tables: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("teahorse.server.tables.service.MOST_UNDOS", 3)
    table_id, key = tables.create(config_for(*THREE))
    for _ in range(3):
        table = play_moves(tables, table_id, key, "market")
        tables.undo(table_id, [key], table.next_number, False)
    table = play_moves(tables, table_id, key, "market")
    with pytest.raises(TooManyUndos, match="3 moves have been taken back, and no more can be"):
        tables.undo(table_id, [key], table.next_number, False)
    assert len(play_moves(tables, table_id, key, "market").history.rows) == 8  # the game itself goes on


def test_an_undo_with_another_number_comes_too_late(tables: TableService) -> None:
    table_id, key = tables.create(config_for(*THREE))
    play_moves(tables, table_id, key, "market")
    for number in (1, 3):
        with pytest.raises(TooLate):
            tables.undo(table_id, [key], number, whole=False)


def test_players_cannot_undo_the_moves_of_others(tables: TableService) -> None:
    table_id, key = tables.create(config_for(*THREE))
    play_moves(tables, table_id, key, "market")
    with pytest.raises(NothingToUndo):
        tables.undo(table_id, ["garbage"], 2, whole=False)


def test_a_move_cannot_be_undone_once_a_bot_has_moved(tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, "greedy", "greedy"))
    table = play_moves(tables, table_id, key, "market", "market")
    assert table.undoable({"p1"}) == 0


def test_a_table_may_allow_undo_past_bots(tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, "greedy", "greedy", take_back="bots"))
    table = play_moves(tables, table_id, key, "bid school 5", "market", "market", "market", "bid yard 9")
    assert table.undoable_step({"p1"}) == table.undoable({"p1"}) == 2
    table = tables.undo(table_id, [key], table.next_number, whole=False)
    assert table.to_move == "p1" and table.undoable({"p1"}) == 3
    table = tables.undo(table_id, [key], table.next_number, whole=True)
    assert table.history.steps == [] and table.undoable({"p1"}) == 0


@pytest.mark.parametrize(
    ("bots", "expected"),
    [((PERSON, "greedy", "greedy"), "bots"), ((PERSON, PERSON, "greedy"), "turn"), (THREE, "turn")],
)
def test_where_one_person_plays_against_bots_undo_goes_past_them_by_default(
    tables: TableService, bots: tuple[str | None, ...], expected: str
) -> None:
    table_id, _ = tables.create(config_for(*bots, take_back=None))
    assert tables.open(table_id).take_back == expected


def test_a_stray_pass_costs_nothing_though_bots_have_moved_since(tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, "greedy", "greedy", take_back=None))
    play_moves(tables, table_id, key, "pass", "market", "bid school 5", "market")
    table = tables.undo(table_id, [key], 5, whole=False)
    assert table.history.steps == [] and table.to_move == "p1"
    assert len(rows_of(table)) == 8  # nothing is deleted
    play_moves(tables, table_id, key, "bid school 5")


def test_an_undo_past_bots_is_not_too_late_because_a_bot_has_moved_meanwhile(tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, "greedy", "greedy", take_back="bots"))
    play_moves(tables, table_id, key, "pass", "market", "market")
    with pytest.raises(TooLate):
        tables.undo(table_id, [key], 1, whole=False)  # sent before the person's own move
    with pytest.raises(TooLate):
        tables.undo(table_id, [key], 5, whole=False)
    table = tables.undo(table_id, [key], 2, whole=False)  # sent when no bot had moved
    assert table.history.steps == []
    play_moves(tables, table_id, key, "pass", "market")
    with pytest.raises(TooLate):
        tables.undo(table_id, [key], 4, whole=False)  # other undos came in between


def test_past_bots_but_not_past_another_person(tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, PERSON, "greedy", take_back="bots"))
    table = play_moves(tables, table_id, key, "market", "market", "market")
    assert table.undoable({"p1"}) == 0 and table.undoable({"p2"}) == 2


def test_moves_of_bots_alone_cannot_be_undone(tables: TableService) -> None:
    table_id, key = tables.create(config_for("greedy", PERSON, PERSON, take_back="bots"))
    table = play_moves(tables, table_id, key, "market")
    assert table.undoable({"p2", "p3"}) == table.undoable_step({"p2", "p3"}) == 0


def shows_card(table: Table) -> bool:
    return any(event.name == "card-drawn" for event in table.history.steps[-1].events)


@pytest.mark.parametrize("take_back", ["turn", "bots"])
def test_a_move_that_revealed_a_card_cannot_be_undone(tables: TableService, take_back: str) -> None:
    table_id, key = tables.create(config_for(PERSON, "greedy", take_back=take_back))
    table = tables.open(table_id)
    assert table.undoable({"p1"}) == 0  # the first deck
    seen: set[tuple[bool, bool]] = set()
    while table.to_move is not None and len(table.history.rows) < 150:
        table = play_greedily(tables, table_id, key, len(table.history.rows) + 1)
        last = table.history.steps[-1]
        hidden = not shows_card(table) and last.player != "chance"
        if last.player in ("p1", "chance"):
            assert bool(table.undoable({"p1"})) == hidden
        elif not hidden:
            assert table.undoable({"p1"}) == 0
        seen.add((last.player == "p1", hidden))
    assert {(True, True), (True, False), (False, False)} <= seen
