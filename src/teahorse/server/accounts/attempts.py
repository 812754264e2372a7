"""Limits on attempts to sign in and to sign up. They are counted in the database, for all processes together."""

import time

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.strategies import FixedWindowRateLimiter

from ..storage.rate_counters import RateCounters
from ..tables.keys import hash_of
from .errors import TooManyAttempts

# Someone who knows a name can keep its owner from signing in, but only for some minutes, and sessions go on.
SIGN_IN_BY_ADDRESS = RateLimitItemPerMinute(30, 15, "sign-in-address")
SIGN_IN_BY_NAME = RateLimitItemPerMinute(10, 15, "sign-in-name")
SIGN_UP_BY_ADDRESS = RateLimitItemPerHour(10, 1, "sign-up-address")


class Attempts:
    """Counts attempts before the password is looked at, so that many at once count, too."""

    def __init__(self, counters: RateCounters) -> None:
        self._limiter = FixedWindowRateLimiter(counters)

    def count_sign_in(self, address: str, sign_in_name: str) -> None:
        """Count an attempt to sign in, whether or not the name exists. Raises `TooManyAttempts`."""
        self._count(SIGN_IN_BY_ADDRESS, address)
        self._count(SIGN_IN_BY_NAME, hash_of(sign_in_name))

    def count_sign_up(self, address: str) -> None:
        """Count an attempt to sign up. Raises `TooManyAttempts`."""
        self._count(SIGN_UP_BY_ADDRESS, address)

    def forget_name(self, sign_in_name: str) -> None:
        """Begin anew for a name, because its owner has given the right password."""
        self._limiter.clear(SIGN_IN_BY_NAME, hash_of(sign_in_name))

    def _count(self, limit: RateLimitItem, whose: str) -> None:
        if not self._limiter.hit(limit, whose):
            raise TooManyAttempts(self._limiter.get_window_stats(limit, whose).reset_time - time.time())
