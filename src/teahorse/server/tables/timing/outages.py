"""Outages: no server was running, the machine was asleep, or its clock jumped ahead. They cost nobody their time."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import NamedTuple

from ...storage.schema import StorageError
from ...storage.timing import LONGEST_SILENCE, Uptime, UptimeStore

NEAR = 60  # seconds; rows are also stored shortly after the last sign of life and before the first


class Outage(NamedTuple):
    """A period between two uptimes."""

    began_at: int
    ended_at: int


def outages_between(uptimes: Sequence[Uptime]) -> tuple[Outage, ...]:
    """The outages between uptimes, which are in the order in which they were stored.

    If the clock was set back, the next uptime begins before the last one ended: no outage.
    """
    return tuple(
        Outage(before.seen_at, after.began_at) for before, after in pairwise(uptimes) if after.began_at > before.seen_at
    )


def seconds_in_service(start: int, end: float, outages: Sequence[Outage]) -> float:
    """The seconds from start to end without outages; 0 if the clock was set back in between.

    Nothing happens during an outage. So one that start or end lies in is not of this time: the clock had jumped ahead
    and was set back, and now goes through the same hours again.
    """
    if end <= start:
        return 0
    covered, until = 0.0, float(start)  # outages may overlap where the clock was set back
    for outage in sorted(outages):
        if start > outage.began_at + NEAR or end < outage.ended_at - NEAR:
            continue
        begin, finish = max(outage.began_at, until), min(outage.ended_at, end)
        if finish > begin:
            covered += finish - begin
            until = finish
    return end - start - covered


class Outages:
    """The outages of a database. Can be used from any thread."""

    def __init__(
        self,
        uptimes: UptimeStore,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._uptimes = uptimes
        self._known: tuple[Outage, ...] | None = None
        self._wall, self._steady = wall, steady
        self._offset = wall() - steady()  # when it was looked at last

    def known(self) -> tuple[Outage, ...]:
        """The outages, as read last."""
        if self._known is None:
            self._known = outages_between(self._uptimes.latest())
        return self._known

    def note(self, now: int) -> None:
        """Note that a server is running, and read the outages that it or another server has noticed."""
        self._uptimes.beat(now)
        self._known = outages_between(self._uptimes.latest())

    def notice_jump(self) -> None:
        """Note a jump of the machine's clock. Called before a time is stored: a jump back may follow."""
        now = self._wall()
        before, self._offset = self._offset, now - self._steady()
        if abs(self._offset - before) > LONGEST_SILENCE:
            with suppress(StorageError):  # a keeper notes it later
                self.note(int(now))
