"""Rate limits: how often an address, a browser or a token may ask.

Counting happens in the memory of each process, because every request is counted and a request must not wait for a
database. What is rare and worth an attack, such as passwords, is counted in the database instead.
"""

import hashlib
import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from cachetools import LRUCache
from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter
from starlette.requests import Request

from ...errors import N_, TeahorseError
from .addresses import client_network

MOST_COUNTERS = 100_000  # in memory; the ones that were not used for longest leave
UNLIMITED = 0
COOKIES = ("__Host-session", "session", "browser")  # that tell one client from another
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True)
class Rates:
    """How many requests are answered in a minute; 0 for no limit. Several servers of one database share them."""

    per_address: int = 6000  # a club or a reverse proxy has one address for many people
    changes_per_client: int = 1200  # from one token, session or browser
    hints_per_client: int = 30  # a hint keeps a worker busy for seconds
    joins_per_address: int = 120  # uses of links with a key
    servers: int = 1  # processes that share these limits


class TooManyRequests(TeahorseError):
    """More requests than the server allows."""

    def __init__(self, seconds: float) -> None:
        self.retry_after = max(1, math.ceil(seconds))
        super().__init__(N_("You sent too many requests. Try again in {seconds} s."), seconds=self.retry_after)


class BoundedStorage(Storage):
    """Counters in memory for the library `limits`.

    Its own storage in memory has no bound, and a thread that looks at all counters again and again.
    """

    STORAGE_SCHEME = None  # it is never made from an address

    def __init__(self, most: int = MOST_COUNTERS, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._counters: LRUCache[str, tuple[int, float]] = LRUCache(most)  # the count, and when it begins anew
        self._clock = clock
        self._lock = threading.Lock()

    @property
    def base_exceptions(self) -> type[Exception]:
        """The errors that this storage raises."""
        return ValueError

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count, and return the number so far."""
        with self._lock:
            now = self._clock()
            count, end = self._counters.get(key, (0, 0.0))
            if end <= now:
                count, end = 0, now + expiry
            self._counters[key] = count + amount, end
        return count + amount

    def get(self, key: str) -> int:
        """The number so far."""
        with self._lock:
            count, end = self._counters.get(key, (0, 0.0))
        return count if end > self._clock() else 0

    def get_expiry(self, key: str) -> float:
        """When the counter begins anew, by the clock of this storage."""
        with self._lock:
            return self._counters.get(key, (0, self._clock()))[1]

    def check(self) -> bool:
        """Memory always answers."""
        return True

    def reset(self) -> int:
        """Remove all counters."""
        with self._lock:
            count = len(self._counters)
            self._counters.clear()
        return count

    def clear(self, key: str) -> None:
        """Remove a counter."""
        with self._lock:
            self._counters.pop(key, None)

    def __len__(self) -> int:
        return len(self._counters)


class RateLimits:
    """Counts requests, and refuses those above the limits."""

    def __init__(self, rates: Rates, clock: Callable[[], float] = time.monotonic) -> None:
        self.storage = BoundedStorage(clock=clock)
        self.rates = rates
        self._clock = clock
        self._limiter = FixedWindowRateLimiter(self.storage)
        self._per_minute = {
            name: None if amount == UNLIMITED else RateLimitItemPerMinute(self._share(amount), namespace=name)
            for name, amount in vars(rates).items()
        }

    def count_request(self, request: Request) -> None:
        """Count a request by its address and, if it changes something, by its sender. Raises `TooManyRequests`."""
        self.count("per_address", address_of(request))
        if request.method not in SAFE_METHODS:
            self.count("changes_per_client", client_of(request))

    def count(self, name: str, who: str) -> None:
        """Count something that `Rates` limits. Raises `TooManyRequests`."""
        item = self._per_minute[name]
        if item is not None:
            self._hit(item, who)

    def count_per_hour(self, name: str, who: str, most: int) -> None:
        """Count something with a limit per hour. Raises `TooManyRequests`."""
        if most != UNLIMITED:
            self._hit(RateLimitItemPerHour(self._share(most), namespace=name), who)

    def _hit(self, item: RateLimitItem, who: str) -> None:
        if not self._limiter.hit(item, who):
            raise TooManyRequests(self._limiter.get_window_stats(item, who).reset_time - self._clock())

    def _share(self, amount: int) -> int:
        """The part of a limit that this process may use."""
        return max(1, amount // self.rates.servers)


def address_of(request: Request) -> str:
    """The network address of a request, as limits count it."""
    return client_network(request.client.host if request.client else "")


def count_link(request: Request) -> None:
    """Count that someone uses a link with a key. Raises `TooManyRequests`; nobody can try many keys."""
    limits: RateLimits = request.app.state.rate_limits
    limits.count("joins_per_address", address_of(request))


def client_of(request: Request) -> str:
    """A token, session or browser, by a hash, so that no counter contains a key; without one, the address."""
    cookies = (request.cookies.get(name) for name in COOKIES)
    sent = request.headers.get("authorization") or next(filter(None, cookies), None)
    return address_of(request) if not sent else hashlib.sha256(sent.encode("latin-1", "replace")).hexdigest()
