"""A limit on new tables per hour from one address, so that no program fills the database."""

import math
import threading
import time
from collections.abc import Callable

from cachetools import LRUCache
from fastapi import Request

from ...errors import TeahorseError
from ..http.addresses import client_network
from .game_config import GameConfig
from .service import TableService

AN_HOUR = 3600.0  # seconds
MOST_ADDRESSES = 10_000  # in memory
UNLIMITED = 0


class TooManyTables(TeahorseError):
    """More new tables from an address than the server allows."""

    def __init__(self, most: int, seconds: float) -> None:
        super().__init__(
            "Your network address has opened {most} tables in an hour, which is the limit here. You can open the next "
            "one in {minutes} min; the games you have go on.",
            most=most,
            minutes=math.ceil(seconds / 60),
        )
        self.retry_after = math.ceil(seconds)  # seconds


class NewTableLimit:
    """Counts new tables by address: a token bucket that refills evenly over an hour."""

    def __init__(self, service: TableService, per_hour: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._service = service
        self._per_hour = per_hour
        self._clock = clock
        self._used: LRUCache[str, tuple[float, float]] = LRUCache(MOST_ADDRESSES)  # tables counted, and when
        self._lock = threading.Lock()

    def create(self, request: Request, config: GameConfig) -> tuple[str, str]:
        """Create a table and return its id and key. Raises `TooManyTables`."""
        self.count(client_network(request.client.host if request.client else ""))
        return self._service.create(config)

    def count(self, address: str) -> None:
        """Count a new table from an address."""
        if self._per_hour == UNLIMITED:
            return
        with self._lock:
            now = self._clock()
            used, then = self._used.pop(address, (0.0, now))
            used = max(0.0, used - (now - then) * self._per_hour / AN_HOUR)
            is_allowed = used + 1 <= self._per_hour
            self._used[address] = (used + is_allowed, now)
        if not is_allowed:
            raise TooManyTables(self._per_hour, (used + 1 - self._per_hour) * AN_HOUR / self._per_hour)
