"""Receipts of requests that changed something, so that a repeated request is not carried out again.

A receipt is written in the transaction of the change itself: after a crash there are both or neither. It doesn't
contain the answer, which may hold a key. It says which rows and events were there, so the answer can be made again.
"""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.event import listen
from sqlalchemy.exc import IntegrityError

from ...errors import TeahorseError
from .driver import Parameters
from .engine import storage_errors
from .schema import RECEIPTS
from .stored import now

A_DAY = 24 * 3600  # seconds that a receipt is kept
BETWEEN_CLEANUPS = 500  # new receipts
_ADD = insert(RECEIPTS)
_OLD = delete(RECEIPTS).where(RECEIPTS.c.made_at < bindparam("before"))


@dataclass(frozen=True)
class Request:
    """A request that must be carried out only once: by a hash of its idempotency key, and one of its content."""

    hash: str
    content: str


@dataclass(frozen=True)
class Receipt:
    """A change that was made: at which table, and the numbers of the last row and event after it."""

    content: str
    table: str
    row: int
    event: int


class AlreadyDone(TeahorseError):
    """The request was carried out before."""


class _Pending:
    """A request whose receipt is not written yet."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.is_written = False


_current: ContextVar[_Pending | None] = ContextVar("request", default=None)
_written = itertools.count(1)


@contextmanager
def once(request: Request) -> Iterator[None]:
    """Write a receipt with the first change that is stored in this block. Raises `AlreadyDone` if there is one."""
    token = _current.set(_Pending(request))
    try:
        yield
    finally:
        _current.reset(token)


def write_receipt(connection: Connection, table_id: str, row: int, event: int) -> None:
    """Write the receipt of the current request, if it needs one, in a transaction of the caller."""
    pending = _current.get()
    if pending is None or pending.is_written:
        return
    new: Any = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(RECEIPTS)
    values = _values(pending.request, table_id, row, event)
    if connection.scalar(new.values(**values).on_conflict_do_nothing().returning(RECEIPTS.c.row)) is None:
        raise AlreadyDone("This request was carried out before.")
    if next(_written) % BETWEEN_CLEANUPS == 0:
        connection.execute(_OLD, {"before": now() - A_DAY})

    def committed(_: Connection) -> None:
        pending.is_written = True

    listen(connection, "commit", committed, once=True)


def _values(request: Request, table_id: str, row: int, event: int) -> dict[str, Any]:
    return {**vars(request), "table": table_id, "row": row, "event": event, "made_at": now()}


class ReceiptStore:
    """All receipts of the last day."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add_to(self, writes: dict[Any, list[Parameters]], request: Request, table_id: str, row: int) -> None:
        """Add the receipt of a request to what is written. The primary key refuses a second one, and all with it."""
        writes.setdefault(_ADD, []).append(_values(request, table_id, row, 0))
        if next(_written) % BETWEEN_CLEANUPS == 0:
            writes[_OLD] = [{"before": now() - A_DAY}]

    @contextmanager
    def written_with(self, writes: dict[Any, list[Parameters]], table_id: str, row: int) -> Iterator[None]:
        """Add the receipt of the current request, if it needs one, to what is written and committed in this block.

        Raises `AlreadyDone` if there is one already.
        """
        pending = _current.get()
        if pending is None or pending.is_written:
            yield
            return
        self.add_to(writes, pending.request, table_id, row)
        try:
            yield
        except IntegrityError:
            if self.find(pending.request) is not None:
                raise AlreadyDone("This request was carried out before.") from None
            raise
        pending.is_written = True

    @storage_errors
    def find(self, request: Request) -> Receipt | None:
        """The receipt of a request; None if it changed nothing yet."""
        with self._engine.connect() as connection:
            found = connection.execute(select(RECEIPTS).where(RECEIPTS.c.hash == request.hash)).first()
        return None if found is None else Receipt(found.content, found.table, found.row, found.event)
