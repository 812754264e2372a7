"""The schema of the database, and upgrades from earlier versions.

Creating and upgrading happen in one transaction under a lock, so a database is never left incomplete.
"""

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    inspect,
    select,
    text,
)
from sqlalchemy.engine import Connection

from ...errors import Say, TeahorseError

VERSION = 5  # of the schema below; each change needs a new number and an entry in UPGRADES
_LOCK = 0x7EA40E5E  # of PostgreSQL's advisory lock: any number that nobody else uses

_metadata = MetaData()

TABLES = Table(
    "tables",
    _metadata,
    Column("id", String(10), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("title", Text, nullable=False),
    Column("edition", String(10), nullable=False),
    Column("people", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("board", JSON),
    Column("rules_version", Integer, nullable=False),
    Column("tables_version", Integer, nullable=False),
    Column("seats", JSON, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("take_back", String(10), nullable=False),
    Column("lesson", Text),
    Column("headers", JSON, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)
KEYS = Table(
    "keys",
    _metadata,
    Column("table", ForeignKey(TABLES.c.id), primary_key=True),
    Column("hash", String(64), primary_key=True),
    Column("seats", JSON, nullable=False),
    Index("keys_by_hash", "hash"),  # finds the tables of a browser
)
ROWS = Table(
    "rows",
    _metadata,
    Column("table", ForeignKey(TABLES.c.id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(10), nullable=False),
    Column("text", Text, nullable=False),
    Column("player", String(10), nullable=False),
    Column("made_at", BigInteger, nullable=False),
)
POSITIONS = Table(  # after the latest row of each table; see history/latest_position.py
    "positions",
    _metadata,
    Column("table", ForeignKey(TABLES.c.id), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("seal", String(64), nullable=False),
    Column("data", LargeBinary, nullable=False),
)
DRAWINGS = Table(  # the ids of pieces after some row, so that a drawing needn't follow the whole game
    "drawings",
    _metadata,
    Column("table", ForeignKey(TABLES.c.id), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("data", Text, nullable=False),
)
REVIEWS = Table(
    "reviews",
    _metadata,
    Column("table", ForeignKey(TABLES.c.id), primary_key=True),
    Column("rows_count", Integer, primary_key=True, autoincrement=False),
    Column("data", JSON, nullable=False),
)
BOARDS = Table(  # the default board of each edition
    "boards",
    _metadata,
    Column("edition", String(10), primary_key=True),
    Column("board", JSON, nullable=False),
)
ABOUT = Table("about", _metadata, Column("shape", Integer, primary_key=True, autoincrement=False))

UPGRADES: dict[int, tuple[str | Table, ...]] = {
    1: (
        "ALTER TABLE tables ADD COLUMN rules_version INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE tables ADD COLUMN tables_version INTEGER NOT NULL DEFAULT 1",
        POSITIONS,
    ),
    2: (BOARDS,),
    3: ("CREATE INDEX keys_by_hash ON keys (hash)",),
    4: (DRAWINGS,),
}
"""The statements and new tables that lead from each version to the next."""


class StorageError(TeahorseError):
    """The database can't be used. The message is for the person who runs the server."""

    def translated(self, say: Say) -> str:
        """The message for visitors. It doesn't say where the database is."""
        return say("The database of games can't be used right now. Try again in a moment; every move you saw is kept.")


def prepare(connection: Connection, name: str) -> None:
    """Create the tables in a new database, or upgrade an old one. A database of another program is left alone.

    The caller has begun a writing transaction, and commits it.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    found = set(inspect(connection).get_table_names())
    if not found:
        _metadata.create_all(connection, checkfirst=False)
        connection.execute(ABOUT.insert().values(shape=VERSION))
        return
    version = connection.execute(select(ABOUT.c.shape)).scalar() if ABOUT.name in found else None
    if version is None:
        raise StorageError(f"{name} belongs to another program; choose another database for your games.")
    if version != VERSION and version not in UPGRADES:
        raise StorageError(
            f"{name} was made by another version of teahorse (schema {version}; this version "
            f"reads {VERSION}); choose another database, or use that version."
        )
    for step in range(version, VERSION):
        for change in UPGRADES[step]:
            if isinstance(change, Table):
                change.create(connection)
            else:
                connection.execute(text(change))
    if version != VERSION:
        connection.execute(ABOUT.update().values(shape=VERSION))
