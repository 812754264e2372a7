"""Tracks who is looking at which table, because bots at unwatched tables think last."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cachetools import TTLCache

from .work_queue import Urgency

LINGER = 30.0  # seconds that a table counts as watched after a visit; a hidden page asks every 10
MOST_REMEMBERED = 10_000  # visits; beyond this, expired ones are dropped

Watch = tuple[str, bool]
"""A table that someone looks at, and whether with a seat."""


class Viewers:
    """Open event streams and latest visits, by table. Can be used from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._listening: Counter[Watch] = Counter()
        self._looked: dict[Watch, float] = {}
        self._tell: Callable[[Watch], None] | None = None
        self._told: TTLCache[Watch, None] | None = None  # a short time ago
        self._lock = threading.Lock()

    @contextmanager
    def listening(self, table_id: str, has_seat: bool) -> Iterator[None]:
        """Count an open event stream of a table."""
        key = (table_id, has_seat)
        with self._lock:
            self._listening[key] += 1
        self._tell_of(key)
        try:
            yield
        finally:
            with self._lock:
                self._listening[key] -= 1
                if not self._listening[key]:
                    del self._listening[key]
                self._note(key)

    def record_visit(self, table_id: str) -> None:
        """Note that someone with a seat has opened a table or moved there."""
        self.note((table_id, True))
        self._tell_of((table_id, True))

    def note(self, key: Watch) -> None:
        """Note that someone looks at a table, here or in another process."""
        with self._lock:
            self._note(key)

    def listened_to(self) -> list[Watch]:
        """The tables with an open event stream here."""
        with self._lock:
            return list(self._listening)

    def on_news(self, tell: Callable[[Watch], None], seconds: float) -> None:
        """Call a function when someone looks at a table, at most once per table in this many seconds."""
        self._tell = tell
        self._told = TTLCache(MOST_REMEMBERED, seconds)

    def _tell_of(self, key: Watch) -> None:
        if self._tell is None or self._told is None:
            return
        with self._lock:
            is_known = key in self._told
            self._told[key] = None
        if not is_known:
            self._tell(key)

    def urgency(self, table_id: str) -> Urgency:
        """How urgent a bot's move is at a table."""
        if self._watches((table_id, True)):
            return Urgency.PLAYED
        return Urgency.WATCHED if self._watches((table_id, False)) else Urgency.UNWATCHED

    def _note(self, key: Watch) -> None:
        now = self._clock()
        self._looked[key] = now
        if len(self._looked) > MOST_REMEMBERED:
            self._looked = {key: looked for key, looked in self._looked.items() if now - looked < LINGER}

    def _watches(self, key: Watch) -> bool:
        with self._lock:
            looked = self._looked.get(key)
            return key in self._listening or (looked is not None and self._clock() - looked < LINGER)
