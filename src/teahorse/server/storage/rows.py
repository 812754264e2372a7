"""How rows are appended: the statements, and what they write."""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Table, bindparam, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from ..history.latest_position import LatestDrawing, LatestPosition
from .driver import Parameters
from .receipts import Request
from .schema import POSITIONS, ROWS
from .stored import NewRow, now

ROWS_AFTER = (
    select(ROWS.c.number, ROWS.c.kind, ROWS.c.text, ROWS.c.made_at)
    .where(ROWS.c.table == bindparam("table"), ROWS.c.number > bindparam("after"))
    .order_by(ROWS.c.number)
)
_ADD_ROWS = insert(ROWS)


class Addition(NamedTuple):
    """Rows to append to a table, the position after them, and the request that needs a receipt, if any."""

    table_id: str
    rows: Sequence[NewRow]
    position: LatestPosition | None
    request: Request | None = None


def row_writes(additions: Sequence[Addition], made_at: int, dialect: str) -> dict[Any, list[Parameters]]:
    """The statements that append rows at several tables, with their parameters."""
    writes: dict[Any, list[Parameters]] = {}
    writes[_ADD_ROWS] = [values for each in additions for values in _values(each.table_id, each.rows, made_at)]
    kept = [(each.table_id, each.position) for each in additions if each.position is not None]
    if kept:
        writes[_upsert_into(POSITIONS, dialect)] = [
            {"table": table_id, **vars(position)} for table_id, position in kept
        ]
    return writes


def add_rows(connection: Connection, table_id: str, rows: Sequence[NewRow]) -> None:
    """Append rows in a transaction of the caller."""
    if rows:
        connection.execute(_ADD_ROWS, _values(table_id, rows, now()))


def _values(table_id: str, rows: Sequence[NewRow], made_at: int) -> list[dict[str, Any]]:
    common = {"table": table_id, "made_at": made_at}
    return [common | {"player": new.player, **vars(new.row)} for new in rows]


def upsert(connection: Connection, where: Table, table_id: str, kept: LatestPosition | LatestDrawing) -> None:
    """Insert data of a table, or replace an older version of it."""
    connection.execute(_upsert_into(where, connection.dialect.name), {"table": table_id, **vars(kept)})


@cache
def _upsert_into(where: Table, dialect: str) -> Any:
    new: Any = (postgresql if dialect == "postgresql" else sqlite).insert(where)
    columns = {column.name: new.excluded[column.name] for column in where.c if column is not where.c.table}
    not_older = where.c.number <= new.excluded.number
    return new.on_conflict_do_update(index_elements=[where.c.table], set_=columns, where=not_older)
