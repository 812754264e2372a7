"""Who is looking at which table: bots at tables that nobody watches think last."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .work_queue import Urgency

LINGER = 30.0  # seconds for which a table counts as watched after the last look: a hidden page looks every 10
MOST_REMEMBERED = 10_000  # looks; then those that count no longer are forgotten


class Viewers:
    """Everyone who listens to a table's bell, and the last time someone with a seat looked at it. For any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._listening: Counter[tuple[str, bool]] = Counter()
        self._looked: dict[tuple[str, bool], float] = {}
        self._lock = threading.Lock()

    @contextmanager
    def listening(self, table_id: str, has_seat: bool) -> Iterator[None]:
        """Count someone who listens to a table's bell."""
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
        """Note that someone with a seat has just looked at a table, or moved there."""
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
