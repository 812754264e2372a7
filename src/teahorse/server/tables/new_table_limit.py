"""A limit on new tables per hour from one address, so that no program fills the database."""

import math

from fastapi import Request

from ...errors import NN_, TeahorseError
from ..http.rate_limits import RateLimits, Rates, TooManyRequests, address_of
from .game_config import GameConfig
from .service import TableService


class TooManyTables(TeahorseError):
    """More new tables from an address than the server allows."""

    def __init__(self, most: int, seconds: float) -> None:
        super().__init__(
            NN_(
                "Your network address has opened {n} table in an hour, which is the limit here. You can open the next "
                "one in {minutes} min; the games you have go on.",
                "Your network address has opened {n} tables in an hour, which is the limit here. You can open the next "
                "one in {minutes} min; the games you have go on.",
            ),
            n=most,
            minutes=math.ceil(seconds / 60),
        )
        self.retry_after = math.ceil(seconds)  # seconds


class NewTableLimit:
    """Counts new tables by address."""

    def __init__(self, service: TableService, per_hour: int, limits: RateLimits | None = None) -> None:
        self._service = service
        self._per_hour = per_hour
        self._limits = limits or RateLimits(Rates())

    def create(self, request: Request, config: GameConfig) -> tuple[str, str]:
        """Create a table and return its id and key. Raises `TooManyTables`."""
        self.count(address_of(request))
        return self._service.create(config)

    def count(self, address: str) -> None:
        """Count a new table from an address."""
        try:
            self._limits.count_per_hour("tables", address, self._per_hour)
        except TooManyRequests as refused:
            raise TooManyTables(self._per_hour, refused.retry_after) from None
