"""Sorts the tables of a person: those where others wait for them first, the longest wait first."""

from collections.abc import Iterator, Sequence
from enum import Enum

import numpy as np

from ...rules.names import PLAYER
from ...rules.state import GAME
from ...snapshot import decides
from ..storage.game_lists import ListedTable
from .events.requests import PAUSED, REQUESTS, RESUMED
from .events.seating import SEATING
from .events.timing import RETURNED, TIMED_OUT, TIMING
from .loading import seats_from
from .table import CHANCE

KINDS = (*SEATING.folds, PAUSED, RESUMED, TIMED_OUT, RETURNED)  # the events that a list needs


class TableStatus(Enum):
    """Where a table stands for its reader."""

    WAITING = "waiting"  # other people wait for the reader's move
    RUNNING = "running"
    FINISHED = "finished"


def sorted_tables(tables: Sequence[ListedTable]) -> list[tuple[ListedTable, TableStatus]]:
    """The tables with their status: the waiting ones first, then the others as they were."""
    found = [(table, _status(table, player)) for table, player in zip(tables, _players_to_move(tables), strict=True)]
    waiting = [each for each in found if each[1] is TableStatus.WAITING]
    others = [each for each in found if each[1] is not TableStatus.WAITING]
    return [*sorted(waiting, key=lambda each: each[0].touched_at), *others]


def _players_to_move(tables: Sequence[ListedTable]) -> Iterator[str | None]:
    """Who moves next at each table; chance, where the position is of another version. All are read at once."""
    known = [len(table.position) == GAME.itemsize for table in tables]
    positions = np.frombuffer(
        b"".join(table.position for table, is_known in zip(tables, known, strict=True) if is_known), GAME
    )
    fields = zip(*(positions[name].tolist() for name in ("phase", "blue", "turn")), strict=True)
    for is_known in known:
        yield decides(*next(fields)) if is_known else CHANCE


def _status(table: ListedTable, player: str | None) -> TableStatus:
    seats = seats_from(table.seats)
    seating = SEATING.after(SEATING.initial(seats), table.events)
    if player is None or seating.is_closed:
        return TableStatus.FINISHED
    is_paused = REQUESTS.after(REQUESTS.initial(seats), table.events).is_paused
    away = TIMING.after(TIMING.initial(seats), table.events).away  # a bot moves for them
    people = {number for number, seat in enumerate(seating.seats) if seat.bot is None}
    is_own = player in PLAYER and PLAYER.index(player) % len(seats) in table.own - away  # 15.18: two colours each
    is_waiting = is_own and seating.is_started and not is_paused and not people <= table.own
    return TableStatus.WAITING if is_waiting else TableStatus.RUNNING
