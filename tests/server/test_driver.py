"""Statements on the driver's own connections: the same values as through SQLAlchemy, and the same errors."""

import pytest
from sqlalchemy import bindparam, func, insert, select
from sqlalchemy.exc import IntegrityError

from table_setup import PERSON, config_for
from teahorse.server.storage.database import Database
from teahorse.server.storage.schema import KEYS, RECEIPTS
from teahorse.server.tables.service import TableService

RECEIPT = {"content": "b" * 64, "table": "t" * 10, "row": 1, "event": 0, "made_at": 5}
HASHES = select(RECEIPTS.c.hash).where(RECEIPTS.c.hash.in_(bindparam("some", expanding=True))).order_by("hash")


def hashes(storage: Database, *some: str) -> list[str]:
    return [found for (found,) in storage._driver.fetch(HASHES, {"some": list(some)})]


def test_a_list_stands_for_all_its_values(storage: Database) -> None:
    storage._driver.write({insert(RECEIPTS): [RECEIPT | {"hash": each} for each in "abc"]})
    assert hashes(storage, "a") == ["a"]
    assert hashes(storage, "c", "a", "x") == ["a", "c"]
    assert hashes(storage, "b", "c") == ["b", "c"]
    assert hashes(storage) == []


def test_json_is_read(tables: TableService) -> None:
    table_id, _ = tables.create(config_for(PERSON, PERSON, PERSON))
    query = select(KEYS.c.seats, KEYS.c.role).where(KEYS.c.table == bindparam("table"))
    assert [list(row) for row in tables.storage._driver.fetch(query, {"table": table_id})] == [[[0, 1, 2], "host"]]


def test_a_transaction_that_fails_leaves_nothing_and_can_be_repeated(storage: Database) -> None:
    add = insert(RECEIPTS)
    with pytest.raises(IntegrityError):
        storage._driver.write({add: [RECEIPT | {"hash": each} for each in "abb"]})
    assert hashes(storage, "a", "b") == []
    storage._driver.write({add: [RECEIPT | {"hash": each} for each in "ab"]})
    assert hashes(storage, "a", "b") == ["a", "b"]


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)  # SQLite is a file
def test_a_connection_that_was_lost_is_opened_again(storage: Database) -> None:
    ((own,),) = storage._driver.fetch(select(func.pg_backend_pid()), {})
    with storage._engine.connect() as connection:
        connection.execute(select(func.pg_terminate_backend(own)))
    assert hashes(storage, "a") == []
