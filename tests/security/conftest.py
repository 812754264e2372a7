"""The fixtures of a server."""

from server_fixtures import database, postgres, seeded_shuffle, server, storage, tables

__all__ = ["database", "postgres", "seeded_shuffle", "server", "storage", "tables"]
