"""The fixtures of a server."""

from server_fixtures import database, new_sqlite, postgres, seeded_shuffle, server, storage, tables

__all__ = ["database", "new_sqlite", "postgres", "seeded_shuffle", "server", "storage", "tables"]
