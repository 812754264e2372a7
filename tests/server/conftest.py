"""The fixtures of a server: a database, its tables, and the process."""

from server_fixtures import database, seeded_shuffle, server, storage, tables

__all__ = ["database", "seeded_shuffle", "server", "storage", "tables"]
