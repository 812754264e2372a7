"""Tables, rows and events as the database stores them."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...errors import TeahorseError
from ...rules.board import TABLES_VERSION
from ...rules.version import RULES_VERSION
from ..history.history import Row


class RowTaken(TeahorseError):
    """Another row has that number already."""


@dataclass(frozen=True)
class StoredTable:
    """A table as stored, without its rows."""

    id: str
    kind: str
    title: str
    edition: str
    people: int
    options: Mapping[str, Any]
    board: Mapping[str, Any] | None
    seats: list[dict[str, Any]]
    seed: int
    take_back: str
    lesson: str | None
    headers: dict[str, str]
    rules_version: int = RULES_VERSION
    tables_version: int = TABLES_VERSION
    created_at: int = field(default_factory=lambda: now())


@dataclass(frozen=True)
class NewRow:
    """A row to append, and its player."""

    row: Row
    player: str


@dataclass(frozen=True)
class StoredRow:
    """A row as stored."""

    row: Row
    made_at: int


@dataclass(frozen=True)
class Event:
    """An event as stored."""

    number: int  # 1, 2, 3 ... at each table
    kind: str
    seat: int | None
    data: Mapping[str, Any]
    after_row: int  # the last row when it happened
    made_at: int  # seconds since 1970


def now() -> int:
    """The time, in seconds since 1970."""
    return int(time.time())
