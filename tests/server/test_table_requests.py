"""Undo past other people's moves: asked, agreed, refused, withdrawn; never past a card."""

import pytest

from people_apart import TableApart, table_apart
from teahorse.bots import bot_named
from teahorse.server.history.history import moves_of
from teahorse.server.tables import asking
from teahorse.server.tables.errors import NoSuchRequest, NotAtTable, NothingToUndo, TooLate, TooManyUndos
from teahorse.server.tables.events.requests import REQUESTS, Request
from teahorse.server.tables.service import TableService
from teahorse.server.tables.table import revealed_chance


@pytest.fixture
def apart(tables: TableService) -> TableApart:
    """Three people, each of whom has moved once."""
    apart = table_apart(tables, None, None, None)
    apart.play("market", "bid school 5", "market")
    return apart


def ask(apart: TableApart, seat: int) -> Request:
    table = asking.ask_undo(apart.tables, apart.id, apart.key(seat), apart.open().next_number)
    request = table.open_request("undo")
    assert request is not None
    return request


def moves(apart: TableApart) -> list[str]:
    return moves_of(apart.open().history.steps)


def test_an_undo_happens_when_everyone_who_moved_since_agrees(apart: TableApart) -> None:
    request = ask(apart, 0)
    assert (request.steps, request.needed) == (3, {1, 2})
    table = asking.agree(apart.tables, apart.id, apart.key(2), request.number)
    assert len(moves(apart)) == 3 and table.open_request("undo") != request
    asking.agree(apart.tables, apart.id, apart.key(2), request.number)  # once more: it counts once
    assert len(moves(apart)) == 3
    table = asking.agree(apart.tables, apart.id, apart.key(1), request.number)
    assert moves(apart) == [] and table.to_move == "p1" and table.open_request("undo") is None
    assert [row.kind for row in table.history.rows] == ["move"] * 3 + ["undo"] * 3


def test_those_who_moved_before_are_not_asked(apart: TableApart) -> None:
    request = ask(apart, 1)
    assert request.needed == {2}
    asking.agree(apart.tables, apart.id, apart.key(0), request.number)
    assert len(moves(apart)) == 3  # nobody asked the first player
    asking.agree(apart.tables, apart.id, apart.key(2), request.number)
    assert moves(apart) == ["market"]


def test_one_refusal_ends_the_request(apart: TableApart) -> None:
    request = ask(apart, 0)
    table = asking.refuse(apart.tables, apart.id, apart.key(2), request.number)
    refusal = table.state[REQUESTS].refusal
    assert table.open_request("undo") is None and refusal is not None
    assert (refusal.seat, refusal.asked_by) == (2, {0})
    with pytest.raises(NoSuchRequest):
        asking.agree(apart.tables, apart.id, apart.key(1), request.number)
    assert len(moves(apart)) == 3


def test_the_asker_withdraws_and_a_move_lets_the_request_lapse(apart: TableApart) -> None:
    request = ask(apart, 0)
    assert asking.refuse(apart.tables, apart.id, apart.key(0), request.number).open_request("undo") is None
    request = ask(apart, 0)
    apart.play("market")
    with pytest.raises(NoSuchRequest):
        asking.agree(apart.tables, apart.id, apart.key(1), request.number)
    assert len(moves(apart)) == 4


def test_a_second_request_waits_for_the_first(apart: TableApart) -> None:
    first = ask(apart, 0)
    assert ask(apart, 1) == first


def test_nobody_asks_for_what_is_not_theirs_or_too_late(apart: TableApart) -> None:
    number = apart.open().next_number
    with pytest.raises(NotAtTable):
        asking.ask_undo(apart.tables, apart.id, ["garbage"], number)
    with pytest.raises(TooLate):
        asking.ask_undo(apart.tables, apart.id, apart.key(0), number - 1)
    fresh = table_apart(apart.tables, None, None, None)
    with pytest.raises(NothingToUndo):
        asking.ask_undo(fresh.tables, fresh.id, fresh.key(0), 1)
    with pytest.raises(NotAtTable):
        asking.agree(apart.tables, apart.id, ["garbage"], ask(apart, 0).number)


def test_bots_always_agree(tables: TableService) -> None:
    apart = table_apart(tables, None, "greedy", None)
    apart.play("market", "market")
    table = asking.ask_undo(tables, apart.id, apart.key(0), 3)
    assert moves(apart) == [] and table.open_request("undo") is None
    apart.play("market", "market", "market")
    assert ask(apart, 0).needed == {2}


def test_the_limit_of_undos_holds_for_agreed_ones(apart: TableApart, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("teahorse.server.tables.service.MOST_UNDOS", 2)
    request = ask(apart, 0)
    asking.agree(apart.tables, apart.id, apart.key(1), request.number)
    with pytest.raises(TooManyUndos):
        asking.agree(apart.tables, apart.id, apart.key(2), request.number)


def test_no_consent_reaches_past_a_card_of_duli(tables: TableService) -> None:
    apart = table_apart(tables, None, None)
    table, greedy = apart.open(), bot_named("greedy", 1)
    seen = set()
    while table.to_move is not None and len(table.history.rows) < 120:
        table = apart.play(greedy.choose(table.history.game))
        for seat in (0, 1):
            steps = table.undo_terms({seat}).steps
            taken_back = table.history.steps[-steps:] if steps else []
            assert not any(revealed_chance(step) for step in taken_back)
            seen.add(bool(steps))
    assert seen == {True, False}
