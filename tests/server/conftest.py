"""The fixtures of a server: a database, its tables, and the process; and a clock."""

import pytest
from manual_clock import ManualClock

from server_fixtures import app, database, new_sqlite, postgres, seeded_shuffle, server, storage, tables

__all__ = ["app", "clock", "database", "new_sqlite", "postgres", "seeded_shuffle", "server", "storage", "tables"]


ON_BOTH_DATABASES = (
    "test_driver",
    "test_group_commit",
    "test_database",
    "test_migration",
    "test_people",
    "test_backup",
    "test_table_service",
    "test_browsers",
    "test_table_events",
    "test_receipts",
    "test_my_turns",
    "test_presence",
    "test_turn_messages",
    "test_api_once",
    "test_accounts",
    "test_player_ratings",
    "test_table_time",
    "test_table_chat",
    "test_table_requests",
)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of these modules on SQLite and on PostgreSQL, unless they choose one."""
    chosen = [marker for marker in metafunc.definition.iter_markers("parametrize") if "database" in marker.args[0]]
    if metafunc.module.__name__ in ON_BOTH_DATABASES and "database" in metafunc.fixturenames and not chosen:
        metafunc.parametrize("database", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture
def clock() -> ManualClock:
    """A clock at zero that only moves when a test sets it."""
    return ManualClock()
