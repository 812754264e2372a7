"""The tables of the database: how they are made in a new one, and how one of an earlier version is upgraded.

Both happen in one transaction that only one process at a time is in, so a database is never left half made.
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

VERSION = 5  # of the schema below; a change of it is a new number, with an entry in UPGRADES
_LOCK = 0x7EA40E5E  # any number that no one else uses for PostgreSQL's advisory locks

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
    Index("keys_by_hash", "hash"),  # the tables of a browser, whose id is a key at each of them
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
POSITIONS = Table(  # the position after the latest row of each table; see kept.py
    "positions",
    _metadata,
    Column("table", ForeignKey(TABLES.c.id), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("seal", String(64), nullable=False),
    Column("data", LargeBinary, nullable=False),
)
DRAWINGS = Table(  # what a drawing remembers of a table as of some row, so that it need not follow the whole game
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
BOARDS = Table(  # the tables that new games of an edition play with unless they choose others
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
"""What leads from each version to the next one: statements, and new tables."""


class StorageError(TeahorseError):
    """A database that can't be used, or is none of ours. Its message is for the person who runs the server."""

    def translated(self, say: Say) -> str:
        """The message for visitors, who must not learn where the database is."""
        return say("The database of games can't be used right now. Try again in a moment; every move you saw is kept.")


def prepare(connection: Connection, name: str) -> None:
    """Make the tables in a new database and upgrade an old one; a database of something else is left as it is.

    The connection is in a transaction that will write, and ends it afterwards.
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
        raise StorageError(f"{name} is a database of something else; choose another for your games.")
    if version != VERSION and version not in UPGRADES:
        raise StorageError(
            f"{name} was made by another version of teahorse (its shape is {version}, and this one reads "
            f"{VERSION}); choose another database, or use that version."
        )
    for step in range(version, VERSION):
        for change in UPGRADES[step]:
            if isinstance(change, Table):
                change.create(connection)
            else:
                connection.execute(text(change))
    if version != VERSION:
        connection.execute(ABOUT.update().values(shape=VERSION))
