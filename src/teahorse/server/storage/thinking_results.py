"""Stores the results of workers on other machines: the latest hint of each table, and reviews in progress."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert

from .engine import storage_errors, writing
from .schema import HINTS, REVIEW_PROGRESS


@dataclass(frozen=True)
class Progress:
    """A review that is being made: its table and rows, when someone last looked, and how far it is."""

    table: str
    rows_count: int
    looked_at: int
    data: dict[str, Any]


class ThinkingResults:
    """Hints and reviews in progress, in PostgreSQL."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @storage_errors
    def hint(self, table_id: str, rows_count: int) -> Any:
        """The hint about a position; None if there is none."""
        wanted = (HINTS.c.table == table_id) & (HINTS.c.rows_count == rows_count)
        with self._engine.connect() as connection:
            return connection.scalar(select(HINTS.c.data).where(wanted))

    @storage_errors
    def save_hint(self, table_id: str, rows_count: int, data: Any) -> None:
        """Store a hint in place of the table's last one."""
        new = upsert(HINTS).values(table=table_id, rows_count=rows_count, data=data)
        columns = {"rows_count": new.excluded.rows_count, "data": new.excluded.data}
        with writing(self._engine) as connection:
            connection.execute(new.on_conflict_do_update(index_elements=[HINTS.c.table], set_=columns))

    @storage_errors
    def waiting_jobs(self) -> dict[str, int]:
        """How many jobs wait in each queue."""
        query = text("SELECT queue_name, count(*) FROM procrastinate_jobs WHERE status = 'todo' GROUP BY queue_name")
        with self._engine.connect() as connection:
            return {row[0]: row[1] for row in connection.execute(query)}

    # --- Reviews in progress --------------------------------------------------------------------------

    @storage_errors
    def progress(self, table_id: str) -> Progress | None:
        """The review of a table that is being made."""
        with self._engine.connect() as connection:
            found = connection.execute(select(REVIEW_PROGRESS).where(REVIEW_PROGRESS.c.table == table_id)).first()
        return None if found is None else Progress(**found._mapping)

    @storage_errors
    def start_progress(self, new: Progress, most: int, watched_since: int) -> bool:
        """Begin a review in place of the table's last one; False if there are too many that someone watches.

        If there are too many, the one that nobody has looked at for longest is dropped.
        """
        others = REVIEW_PROGRESS.c.table != new.table
        with writing(self._engine) as connection:
            connection.execute(delete(REVIEW_PROGRESS).where(REVIEW_PROGRESS.c.table == new.table))
            count = connection.scalar(select(func.count()).select_from(REVIEW_PROGRESS)) or 0
            if count >= most:
                oldest = connection.execute(
                    select(REVIEW_PROGRESS.c.table, REVIEW_PROGRESS.c.looked_at)
                    .where(others)
                    .order_by(REVIEW_PROGRESS.c.looked_at)
                    .limit(1)
                ).first()
                if oldest is None or oldest.looked_at >= watched_since:
                    return False
                connection.execute(delete(REVIEW_PROGRESS).where(REVIEW_PROGRESS.c.table == oldest.table))
            connection.execute(upsert(REVIEW_PROGRESS).values(**vars(new)).on_conflict_do_nothing())
        return True

    @storage_errors
    def save_progress(self, table_id: str, rows_count: int, data: Mapping[str, Any]) -> bool:
        """Store how far a review is; False if it was dropped."""
        with writing(self._engine) as connection:
            changed = connection.execute(update(REVIEW_PROGRESS).where(_is(table_id, rows_count)).values(data=data))
        return changed.rowcount > 0

    @storage_errors
    def note_look(self, table_id: str, rows_count: int, looked_at: int) -> None:
        """Note that someone looks at the progress of a review."""
        with writing(self._engine) as connection:
            connection.execute(update(REVIEW_PROGRESS).where(_is(table_id, rows_count)).values(looked_at=looked_at))

    @storage_errors
    def end_progress(self, table_id: str, rows_count: int) -> None:
        """Forget the progress of a review that is finished."""
        with writing(self._engine) as connection:
            connection.execute(delete(REVIEW_PROGRESS).where(_is(table_id, rows_count)))


def _is(table_id: str, rows_count: int) -> Any:
    return (REVIEW_PROGRESS.c.table == table_id) & (REVIEW_PROGRESS.c.rows_count == rows_count)
