"""Receipts: a repeated request changes nothing, on both databases, from another process and after a failure."""

import pytest
from sqlalchemy.exc import IntegrityError

from table_setup import PERSON, config_for
from teahorse.server.storage import receipts
from teahorse.server.storage.database import Database, RowTaken
from teahorse.server.storage.receipts import AlreadyDone, Receipt, Request, once
from teahorse.server.storage.stored import Event
from teahorse.server.tables.errors import TooLate
from teahorse.server.tables.events.subject import NewEvent
from teahorse.server.tables.service import TableService

REQUEST = Request("a" * 64, "b" * 64)

MESSAGE = {"text": "hi", "name": "Ann"}


def test_a_request_is_carried_out_once(tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, PERSON, PERSON))
    with once(REQUEST):
        tables.play(table_id, [key], "bid school 9", 1)
    with once(REQUEST), pytest.raises(AlreadyDone):
        tables.play(table_id, [key], "market", 2)
    assert tables.open(table_id).next_number == 2
    assert tables.storage.receipts.find(REQUEST) == Receipt("b" * 64, table_id, 1, 0)
    assert tables.storage.receipts.find(Request("c" * 64, "")) is None


def test_another_process_knows_it(tables: TableService, database: str) -> None:
    table_id, _ = tables.create(config_for(PERSON, PERSON, PERSON))
    with once(REQUEST):
        tables.append(table_id, lambda _: [NewEvent("message", 0, MESSAGE)])
    other = Database(database)
    try:
        there = TableService(other)
        with once(REQUEST), pytest.raises(AlreadyDone):
            there.append(table_id, lambda _: [NewEvent("message", 0, MESSAGE)])
        assert there.open(table_id).state.number == 1
        assert other.receipts.find(REQUEST) == Receipt("b" * 64, table_id, 0, 1)
    finally:
        other.close()


def test_a_table_is_created_once(tables: TableService) -> None:
    with once(REQUEST):
        table_id, _ = tables.create(config_for(PERSON, PERSON, PERSON))
    with once(REQUEST), pytest.raises(AlreadyDone):
        tables.create(config_for(PERSON, PERSON, PERSON))
    assert tables.storage.recent(1, 10) == [table_id]


def test_a_refused_request_leaves_no_receipt(tables: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    table_id, key = tables.create(config_for(PERSON, PERSON, PERSON))
    with once(REQUEST):
        with pytest.raises(TooLate):
            tables.play(table_id, [key], "bid school 9", 5)
        with monkeypatch.context() as patched, pytest.raises(RowTaken):
            patched.setattr("teahorse.server.storage.events.add_events", _fail)
            tables.storage.events.append(table_id, [Event(1, "message", 0, {}, 0, 0)])
        assert tables.storage.receipts.find(REQUEST) is None
        tables.play(table_id, [key], "bid school 9", 1)  # as when a client tries again after an error
        tables.append(table_id, lambda _: [NewEvent("message", 0, MESSAGE)])  # a second change of the same request
    assert tables.storage.receipts.find(REQUEST) == Receipt("b" * 64, table_id, 1, 0)
    assert tables.open(table_id).state.number == 1


def test_old_receipts_are_removed(tables: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(receipts, "BETWEEN_CLEANUPS", 1)
    with once(REQUEST):
        tables.create(config_for(PERSON, PERSON, PERSON))
    later = receipts.now() + receipts.A_DAY + 1
    monkeypatch.setattr(receipts, "now", lambda: later)
    with once(Request("d" * 64, "")):
        tables.create(config_for(PERSON, PERSON, PERSON))
    assert tables.storage.receipts.find(REQUEST) is None
    assert tables.storage.receipts.find(Request("d" * 64, "")) is not None


def _fail(*_: object) -> None:
    raise IntegrityError("", {}, Exception())
