"""The fixtures of a server: a database, its tables, and the process; and a clock."""

import pytest
from manual_clock import ManualClock

from server_fixtures import database, seeded_shuffle, server, storage, tables

__all__ = ["clock", "database", "seeded_shuffle", "server", "storage", "tables"]


@pytest.fixture
def clock() -> ManualClock:
    """A clock at zero that only moves when a test sets it."""
    return ManualClock()
