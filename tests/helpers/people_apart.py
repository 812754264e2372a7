"""A table where each person has a key of their own, as people who are far apart have."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import SimpleNamespace

import pytest

from table_setup import config_for
from teahorse.server.tables.keys import hash_of, new_id, new_key
from teahorse.server.tables.service import TableService
from teahorse.server.tables.table import Table
from teahorse.server.tables.timing.control import TimeControl

CLOCK_OF_STORAGE = "teahorse.server.storage.stored.time"


@dataclass(frozen=True)
class TableApart:
    """A table and a key for each of its seats; those of bots open nothing."""

    tables: TableService
    id: str
    keys: tuple[str, ...]

    def open(self) -> Table:
        """The table as it stands."""
        return self.tables.open(self.id)

    def key(self, seat: int) -> list[str]:
        """The key of one seat."""
        return [self.keys[seat]]

    def play(self, *moves: str) -> Table:
        """Make moves for people and bots, one after the other."""
        table = self.open()
        for move in moves:
            if table.bot_of(table.to_move) is None:
                table = self.tables.play(self.id, self.keys, move, table.next_number)
            else:
                table = self.tables.play_for_bot(self.id, move, table.next_number)
        return table


def table_apart(
    tables: TableService, *bots: str | None, time: TimeControl | None = None, host: int = 0, **options: object
) -> TableApart:
    """A new table with a key for each seat."""
    config = replace(config_for(*bots, **options), time=time)  # type: ignore[arg-type]  # options of any kind
    table_id, keys = new_id(), tuple(new_key() for _ in bots)
    people = {hash_of(keys[seat]): [seat] for seat, bot in enumerate(bots) if bot is None}
    tables.create_as(table_id, people, config, {hash_of(keys[host])})
    return TableApart(tables, table_id, keys)


def set_storage_clock(monkeypatch: pytest.MonkeyPatch, clock: Callable[[], float]) -> None:
    """Let rows and events have the time of this clock."""
    monkeypatch.setattr(CLOCK_OF_STORAGE, SimpleNamespace(time=clock))
