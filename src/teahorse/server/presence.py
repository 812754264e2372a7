"""Who is here: whose page of a table is open and visible, in any process of the server.

A process knows its own pages at once. It writes changes to the database twice a second at most, tells the other
processes, and reads what they wrote. A seat is kept for a moment after its page closed, because of reloads.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from .storage.notifications import Notifications
from .storage.presence import SPECTATORS, Beat, Place, PresenceStore
from .storage.schema import StorageError
from .tables.keys import new_key

LINGER = 3.0  # seconds between the end of a page and its absence
PAUSE = 0.5  # seconds between two writes
BEAT = 20.0  # seconds between two signs of life, and between two looks at other processes
LIFE = 60.0  # seconds without a sign of life until a process counts as dead
CHANGED = "presence"  # the kind of message to other processes

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Present:
    """Who is at a table: the numbers of seats, and how many spectators."""

    seats: frozenset[int] = frozenset()
    spectators: int = 0


NOBODY = Present()


class Presence:
    """Who is at which table. Pages come and go in the event loop; `at` can be called from any thread."""

    def __init__(
        self, store: PresenceStore, notifications: Notifications, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.process = new_key()
        self._store = store
        self._notifications = notifications
        self._clock = clock
        self._pages: Counter[tuple[Place, str]] = Counter()  # open pages of each viewer, by place
        self._here: Counter[Place] = Counter()  # viewers of this process
        self._elsewhere: dict[str, dict[Place, int]] = {}  # of other processes
        self._beats: dict[str, tuple[Beat, float]] = {}  # of other processes, and when they changed
        self._beat = Beat(0, 0)
        self._changed: set[Place] = set()
        self._listeners: dict[str, set[Callable[[], None]]] = {}
        self._news = asyncio.Event()
        self._is_outdated = False  # another process has written
        self._reading = asyncio.Lock()  # a second read would take for read what the first is still reading
        self._task: asyncio.Task[None] | None = None

    # --- Coming and going -------------------------------------------------------------------------------

    @contextmanager
    def here(self, table_id: str, seats: Collection[int], viewer: str) -> Iterator[None]:
        """Count a page of a viewer at a table while it is open, at their seats or as a spectator."""
        places = [Place(table_id, seat) for seat in (seats or (SPECTATORS,))]
        self._count_all(places, viewer, 1)
        try:
            yield
        finally:
            asyncio.get_running_loop().call_later(LINGER, self._count_all, places, viewer, -1)

    def _count_all(self, places: Collection[Place], viewer: str, by: int) -> None:
        for place in places:
            self._count((place, viewer), by)

    def _count(self, page: tuple[Place, str], by: int) -> None:
        place, _ = page
        was_open = self._pages[page] > 0
        self._pages[page] += by
        is_open = self._pages[page] > 0
        if not is_open:
            del self._pages[page]
        if is_open is was_open:
            return
        self._here[place] += 1 if is_open else -1
        if not self._here[place]:
            del self._here[place]
        self._changed.add(place)
        self._news.set()
        self._tell(place.table)

    # --- Who is here ------------------------------------------------------------------------------------

    def at(self, table_id: str, seats: int) -> Present:
        """Who is at a table with this number of seats, in all processes."""
        sources = (self._here, *self._elsewhere.values())
        present = {seat for seat in range(seats) if any(Place(table_id, seat) in source for source in sources)}
        return Present(frozenset(present), sum(source.get(Place(table_id, SPECTATORS), 0) for source in sources))

    def is_in_this_process(self, table_id: str, seat: int) -> bool:
        """Whether a page of a seat is open here. What is known of other processes is wrong once they die."""
        return Place(table_id, seat) in self._here

    async def look_elsewhere(self) -> None:
        """Read what other processes wrote. A process without open pages doesn't do it by itself."""
        with suppress(StorageError):
            await self._read()

    @contextmanager
    def listening(self, table_id: str, listener: Callable[[], None]) -> Iterator[None]:
        """Call a listener in the event loop when someone comes to a table or leaves it."""
        self._listeners.setdefault(table_id, set()).add(listener)
        try:
            yield
        finally:
            self._listeners[table_id].discard(listener)
            if not self._listeners[table_id]:
                del self._listeners[table_id]

    def _tell(self, table_id: str) -> None:
        for listener in tuple(self._listeners.get(table_id, ())):
            listener()

    # --- With other processes ---------------------------------------------------------------------------

    async def start(self) -> None:
        """Begin to share with other processes."""
        loop = asyncio.get_running_loop()

        def received(_: str) -> None:
            loop.call_soon_threadsafe(self._look)

        self._notifications.receive(CHANGED, received)
        self._task = asyncio.create_task(self._share())

    def _look(self) -> None:
        self._is_outdated = True
        self._news.set()

    async def stop(self) -> None:
        """Tell the others that nobody is here any more."""
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        if self._beat.beats:
            with suppress(StorageError):
                await asyncio.to_thread(self._store.remove, self.process)
            self._notifications.send(CHANGED, "")

    async def _share(self) -> None:
        beat_at = 0.0
        while True:
            is_due = bool(self._here) and self._clock() >= beat_at
            try:
                if self._changed or is_due:
                    await self._write()
                    beat_at = self._clock() + BEAT - 2 * PAUSE
                if self._here and (is_due or self._is_outdated):
                    self._is_outdated = False
                    await self._read()
            except StorageError:
                log.warning("Who is here could not be shared with other servers; it is tried again.")
            await asyncio.sleep(PAUSE)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), BEAT - PAUSE)
            self._news.clear()

    async def _write(self) -> None:
        changed, self._changed = self._changed, set()
        self._beat = Beat(self._beat.beats + 1, self._beat.changes + bool(changed))
        changes = {place: self._here.get(place, 0) for place in changed}
        try:
            await asyncio.to_thread(self._store.write, self.process, self._beat, changes, dict(self._here))
        except StorageError:
            self._changed |= changed
            raise
        if changed:
            self._notifications.send(CHANGED, "")

    async def _read(self) -> None:
        """Read what other processes wrote, if it changed, and remove those that are dead."""
        async with self._reading:
            await self._read_alone()

    async def _read_alone(self) -> None:
        found = await asyncio.to_thread(self._store.beats)
        found.pop(self.process, None)
        now, known = self._clock(), self._beats
        beats = {
            process: known[process] if process in known and known[process][0] == beat else (beat, now)
            for process, beat in found.items()
        }
        for process, (beat, since) in list(beats.items()):
            if now - since > LIFE:
                await asyncio.to_thread(self._store.remove, process, beat.beats)
                del beats[process]
        is_same = {
            process for process in beats if process in known and known[process][0].changes == found[process].changes
        }
        kept = {process: self._elsewhere.get(process, {}) for process in is_same}
        new = set(beats) - is_same
        counts = await asyncio.to_thread(self._store.counts, new) if new else {}
        self._beats = beats  # not before the counts are there: if reading them fails, they are read again
        self._replace(kept | counts)

    def _replace(self, elsewhere: dict[str, dict[Place, int]]) -> None:
        before, after = _sum(self._elsewhere), _sum(elsewhere)
        self._elsewhere = elsewhere
        for table_id in {place.table for place in before.keys() | after.keys() if before[place] != after[place]}:
            self._tell(table_id)


def _sum(counts: Mapping[str, Mapping[Place, int]]) -> Counter[Place]:
    total: Counter[Place] = Counter()
    for each in counts.values():
        total.update(each)
    return total
