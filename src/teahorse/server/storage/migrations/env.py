"""Alembic runs this file to migrate a database. The connection comes from `migration.py`, with its transaction."""

from alembic import context

from teahorse.server.storage.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite can't change a column in place
)
context.run_migrations()
