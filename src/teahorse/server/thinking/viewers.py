"""Tracks who is looking at which table, because bots at unwatched tables think last."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .work_queue import Urgency

LINGER = 30.0  # seconds that a table counts as watched after a visit; a hidden page asks every 10
MOST_REMEMBERED = 10_000  # visits; beyond this, expired ones are dropped


class Viewers:
    """Open event streams and latest visits, by table. Can be used from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._listening: Counter[tuple[str, bool]] = Counter()
        self._looked: dict[tuple[str, bool], float] = {}
        self._lock = threading.Lock()

    @contextmanager
    def listening(self, table_id: str, has_seat: bool) -> Iterator[None]:
        """Count an open event stream of a table."""
        key = (table_id, has_seat)
        with self._lock:
            self._listening[key] += 1
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
        with self._lock:
            self._note((table_id, True))

    def urgency(self, table_id: str) -> Urgency:
        """How urgent a bot's move is at a table."""
        if self._watches((table_id, True)):
            return Urgency.PLAYED
        return Urgency.WATCHED if self._watches((table_id, False)) else Urgency.UNWATCHED

    def _note(self, key: tuple[str, bool]) -> None:
        now = self._clock()
        self._looked[key] = now
        if len(self._looked) > MOST_REMEMBERED:
            self._looked = {key: looked for key, looked in self._looked.items() if now - looked < LINGER}

    def _watches(self, key: tuple[str, bool]) -> bool:
        with self._lock:
            looked = self._looked.get(key)
            return key in self._listening or (looked is not None and self._clock() - looked < LINGER)
