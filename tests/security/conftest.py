"""The fixtures of a server."""

from server_fixtures import (
    app,
    database,
    new_sqlite,
    postgres,
    quick_passwords,
    seeded_shuffle,
    server,
    storage,
    tables,
)

__all__ = [
    "app",
    "database",
    "new_sqlite",
    "postgres",
    "quick_passwords",
    "seeded_shuffle",
    "server",
    "storage",
    "tables",
]
