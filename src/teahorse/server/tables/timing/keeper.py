"""Notices that time is used up, also after a restart, and notes that a server is running.

Every server of a database has a keeper. What it needs is in the database, and the number of an event can be used only
once, so it doesn't matter who is first.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Sequence
from math import ceil

from cachetools import LRUCache

from ...storage.database import StorageError
from ...storage.timing import LONGEST_SILENCE
from ..errors import NoSuchTable, OtherRules
from ..events.subject import NewEvent
from ..events.timing import CLOCK_SET_BACK, TIMED_OUT, TIMING
from ..service import TableService
from ..subscriptions import EVERYWHERE
from ..table import Table

SECONDS_BETWEEN_LOOKS = 1.0
SECONDS_BETWEEN_BEATS = 5.0
LONGEST_WAIT = 600  # seconds; then a table is looked at even if a server died before it could note the time
MOST_AT_ONCE = 50
MOST_KNOWN = 10_000  # tables

log = logging.getLogger(__name__)


class ClockKeeper:
    """Looks at the clocks of all tables."""

    def __init__(
        self,
        service: TableService,
        interval: float = SECONDS_BETWEEN_LOOKS,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._service = service
        self._interval = interval
        self._now = now
        self._due: LRUCache[str, int | None] = LRUCache(MOST_KNOWN)  # as stored; None for tables without a clock
        self._changed: set[str] = set()
        self._lock = threading.Lock()  # guards `_changed`
        self._last_beat = 0.0
        self._last_look: float | None = None
        self._task: asyncio.Task[None] | None = None
        self._unsubscribe: Callable[[], None] | None = None

    async def start(self) -> None:
        """Look from now on."""
        # A worker's move starts a clock, too, and a worker has no keeper.
        self._unsubscribe = self._service.subscribe(lambda table_id, *_: self.note_change(table_id), EVERYWHERE)
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop looking."""
        if self._unsubscribe is not None:
            self._unsubscribe()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def note_change(self, table_id: str) -> None:
        """A row or an event was added at a table. Can be called from any thread."""
        with self._lock:
            self._changed.add(table_id)

    async def _run(self) -> None:
        is_failing = False
        while True:
            try:
                await asyncio.to_thread(self.look)
                is_failing = False
            except StorageError as error:  # the database may be gone for a while
                if not is_failing:
                    log.warning("The clocks can't be looked at, and will be again when this works: %s", error)
                is_failing = True
            except Exception:  # an error at one table must not stop the clocks of the others for good
                log.exception("The clocks can't be looked at; trying again.")
            await asyncio.sleep(self._interval)

    def look(self) -> None:
        """Look at the tables that changed, and at those that are due."""
        with self._lock:
            changed, self._changed = self._changed, set()
        if self._was_set_back():
            self._service.storage.clocks.look_at_all(int(self._now()))
        changed = {table_id for table_id in changed if self._due.get(table_id, 0) is not None}
        due = self._service.storage.clocks.due(int(self._now()), MOST_AT_ONCE)
        self._note_running(is_needed=bool(changed or due))
        for table_id in changed.union(due):
            self._look_at(table_id)

    def _was_set_back(self) -> bool:
        """Whether the machine's clock was set back since the last look, or since a server ran before this one."""
        last = self._service.storage.uptimes.last_seen() if self._last_look is None else self._last_look
        self._last_look = self._now()
        return self._last_look < last - LONGEST_SILENCE

    def _note_running(self, is_needed: bool) -> None:
        """Note that a server is running: now and then while time runs anywhere, and always before anybody loses time.

        So outages are known, and cost nobody time.
        """
        now = self._now()
        is_time = abs(now - self._last_beat) >= SECONDS_BETWEEN_BEATS
        if is_needed or (is_time and self._service.storage.clocks.count()):
            self._last_beat = now
            self._service.outages.note(int(now))

    def _look_at(self, table_id: str) -> None:
        """Give a seat to the bot if its time is used up, and note when to look again."""
        try:
            table = self._service.append(table_id, self._new_events)
        except (NoSuchTable, OtherRules):
            self._service.storage.clocks.remove(table_id)
            return
        control = table.state[TIMING].control
        if control is None:
            self._due[table_id] = None
            return
        if table.history.game.is_over or table.is_closed or table.failure is not None:
            self._service.storage.clocks.remove(table_id)
            self._due.pop(table_id, None)
            return
        due = self._next_look(table)
        stored = self._due.get(table_id)
        if stored is None or due < stored or stored <= self._now():
            self._service.storage.clocks.set_due(table_id, due)
            self._due[table_id] = due

    def _new_events(self, table: Table) -> Sequence[NewEvent]:
        clock, now = table.clock, self._now()
        if table.to_move is None or clock is None:
            return []
        if clock.was_set_back(now):
            return [NewEvent(CLOCK_SET_BACK)]
        if not clock.is_used_up(now):
            return []
        seat = clock.running
        name = "" if seat is None else table.seats[seat].name
        return [NewEvent(TIMED_OUT, seat, {"name": name, "bot": clock.control.bot})]

    def _next_look(self, table: Table) -> int:
        now = int(self._now())
        longest = max(LONGEST_WAIT, (now - int(table.touched_at.timestamp())) // 10)
        seconds = None if table.clock is None else table.clock.seconds_until_used_up(now)
        return now + max(1, min(longest, longest if seconds is None else ceil(seconds)))
