"""The fixtures of a server: a database, its tables, and the process."""

from server_fixtures import database, new_sqlite, quick_passwords, seeded_shuffle, server, storage, tables

__all__ = ["database", "new_sqlite", "quick_passwords", "seeded_shuffle", "server", "storage", "tables"]
