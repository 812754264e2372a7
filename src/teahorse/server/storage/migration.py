"""Creates a database, or migrates an old one to the present schema.

Both happen in one transaction under a lock, so a database is never left incomplete.
"""

from pathlib import Path

from sqlalchemy import Connection, inspect, select, text

from .schema import ABOUT, METADATA, REVISION, TABLES, StorageError

HEAD = "14"  # the last step in migrations/versions
STEPS = Path(__file__).parent / "migrations"
_LOCK = 0x7EA40E5E  # of PostgreSQL's advisory lock: any number that nobody else uses


def prepare(connection: Connection, name: str) -> None:
    """Create the tables in a new database, or migrate an old one. A database of another program is left alone.

    The caller has begun a writing transaction, and commits it.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    found = set(inspect(connection).get_table_names())
    if not found:
        METADATA.create_all(connection, checkfirst=False)
        connection.execute(REVISION.insert().values(version_num=HEAD))
        return
    if ABOUT.name in found:
        _adopt(connection)
    elif not {REVISION.name, TABLES.name} <= found:
        raise StorageError(f"{name} belongs to another program; choose another database for your games.")
    revision = connection.execute(select(REVISION.c.version_num)).scalar()
    if revision != HEAD:
        _upgrade(connection, name, str(revision), "head")


def _adopt(connection: Connection) -> None:
    """Hand a database of version 0.1 to Alembic: it kept the number of its schema in a table of its own."""
    shape = connection.execute(select(ABOUT.c.shape)).scalar()
    REVISION.create(connection)
    connection.execute(REVISION.insert().values(version_num=str(shape)))
    ABOUT.drop(connection)


def create_at(connection: Connection, revision: str) -> None:
    """Create the tables of an earlier schema in an empty database, to fill them with old data."""
    if inspect(connection).get_table_names():
        raise StorageError("This database is not empty; a backup is restored into a new one.")
    _upgrade(connection, "This backup", revision, revision)


def _upgrade(connection: Connection, name: str, revision: str, wanted: str) -> None:
    """Go on to the wanted step; the data has the schema of `revision`."""
    # Alembic is imported only here: starting with a present database needs none of it.
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(STEPS).replace("%", "%%"))
    config.attributes["connection"] = connection
    if revision not in [step.revision for step in ScriptDirectory.from_config(config).walk_revisions()]:
        schemas = f"schema {revision}; this version reads up to {HEAD}"
        raise StorageError(f"{name} was made by another version of teahorse ({schemas}); use that version.")
    command.upgrade(config, wanted)
