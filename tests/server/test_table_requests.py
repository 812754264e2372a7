"""Undo past other people's moves, never past a card, and closing a game: asked, agreed, refused, withdrawn."""

import pytest

from people_apart import TableApart, table_apart
from teahorse.bots import bot_named
from teahorse.server.history.history import moves_of
from teahorse.server.storage.access import HOST, give_seats
from teahorse.server.tables import asking
from teahorse.server.tables.errors import NoSuchRequest, NotAtTable, NothingToUndo, TooLate, TooManyUndos
from teahorse.server.tables.events.requests import REQUESTS, Request, TakenBack
from teahorse.server.tables.events.subject import NewEvent
from teahorse.server.tables.events.timing import TIMED_OUT
from teahorse.server.tables.hosting import Hosting
from teahorse.server.tables.keys import hash_of, new_key
from teahorse.server.tables.people import People
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
    assert table.state[REQUESTS].taken_back == TakenBack(0, "Person 1", 3, row=6)


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
    assert table.state[REQUESTS].taken_back == TakenBack(0, "Person 1", 2, row=4)  # the others learn of it
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


# --- Closing a table -----------------------------------------------------------------------------------


def ask_to_close(apart: TableApart) -> Request:
    table = Hosting(apart.tables).close(apart.id, apart.key(0))
    request = table.open_request("close")
    assert request is not None and not table.is_closed
    return request


def test_a_game_with_others_is_closed_when_all_of_them_agree(apart: TableApart) -> None:
    request = ask_to_close(apart)
    assert request.needed == {1, 2} and ask_to_close(apart) == request  # once more: the same request
    asking.agree(apart.tables, apart.id, apart.key(1), request.number)
    apart.play("market")  # it stays open while the game goes on
    assert not ask_to_close(apart).needed & {0, 1}
    table = asking.agree(apart.tables, apart.id, apart.key(2), request.number)
    assert table.is_closed and table.open_request("close") is None


def test_one_refusal_keeps_a_table_open(apart: TableApart) -> None:
    request = ask_to_close(apart)
    table = asking.refuse(apart.tables, apart.id, apart.key(2), request.number)
    assert not table.is_closed and table.open_request("close") is None
    with pytest.raises(NoSuchRequest):
        asking.agree(apart.tables, apart.id, apart.key(1), request.number)


def test_someone_whose_time_was_used_up_is_asked_before_the_table_is_closed(apart: TableApart) -> None:
    apart.tables.append(apart.id, lambda table: [NewEvent(TIMED_OUT, 1, {"bot": "novice", "name": "Bo"})])
    assert apart.open().people_here == {0, 2}
    request = ask_to_close(apart)
    asking.agree(apart.tables, apart.id, apart.key(2), request.number)
    assert not apart.open().is_closed
    assert asking.agree(apart.tables, apart.id, apart.key(1), request.number).is_closed


def test_nobody_waits_for_the_consent_of_someone_who_left(apart: TableApart) -> None:
    hosting, people = Hosting(apart.tables), People(apart.tables)
    request = ask_to_close(apart)
    asking.agree(apart.tables, apart.id, apart.key(1), request.number)
    people.leave(apart.id, apart.key(2), 2, "novice")
    assert hosting.close(apart.id, apart.key(0)).is_closed
    alone = table_apart(apart.tables, None, "novice", "novice")
    alone.play("market")
    assert hosting.close(alone.id, alone.key(0)).is_closed  # bots are not asked


def test_the_request_of_someone_who_leaves_is_no_longer_open(apart: TableApart) -> None:
    request = ask_to_close(apart)
    table = People(apart.tables).leave(apart.id, apart.key(0), 0, "novice")
    assert table.open_request("close") is None
    with pytest.raises(NoSuchRequest):
        asking.agree(apart.tables, apart.id, apart.key(1), request.number)


def test_a_host_without_a_seat_asks_everyone(tables: TableService) -> None:
    host = new_key()
    apart = table_apart(tables, None, None, "novice")
    tables.storage.access.change(apart.id, give_seats(hash_of(host), [], 100, HOST))
    request = Hosting(tables).close(apart.id, [host]).open_request("close")
    assert request is not None and (request.seats, request.needed) == (frozenset(), {0, 1})
