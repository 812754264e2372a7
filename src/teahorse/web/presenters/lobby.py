"""The lobby: tables with free seats that everyone may join."""

from collections.abc import Collection
from dataclasses import dataclass

from ...server.storage.database import Database
from ...server.storage.stored import now
from ...server.tables.seats import Seat
from ...server.tables.summary import TableSummary, summaries
from ...text.translation import Say
from .clocks import control_text
from .my_games import variant_of

DAYS = 7  # a table that was listed earlier is no longer shown
MOST_TABLES = 60


@dataclass(frozen=True)
class OpenTable:
    """A table in the lobby."""

    id: str
    title: str
    variant: str
    time: str  # the time control in words; empty without one
    seats: tuple[Seat, ...]
    free: int
    has_started: bool
    is_yours: bool  # the reader sits there, or is its host


def open_tables(storage: Database, say: Say, yours: Collection[str] = ()) -> list[OpenTable]:
    """The tables that someone can join now, the latest first; `yours` are those of the reader."""
    ids = storage.access.listed(now() - DAYS * 24 * 3600, MOST_TABLES)
    found = {each.id: each for each in summaries(storage, dict.fromkeys(ids, ()))}
    still_open = [found[table_id] for table_id in ids if table_id in found and _is_open(found[table_id])]
    return [_table(table, table.id in yours, say) for table in still_open]


def _is_open(table: TableSummary) -> bool:
    is_over = table.game is None or table.game.is_over
    return any(seat.is_free for seat in table.seats) and not table.is_closed and not is_over


def _table(table: TableSummary, is_yours: bool, say: Say) -> OpenTable:
    host = table.host.name if table.host else ""
    title = table.title or (say("{host}'s table").format(host=host) if host else say("A table without a host"))
    time = control_text(table.time_control, say) if table.time_control else ""
    free = sum(seat.is_free for seat in table.seats)
    return OpenTable(table.id, title, variant_of(table, say), time, table.seats, free, not table.is_waiting, is_yours)
