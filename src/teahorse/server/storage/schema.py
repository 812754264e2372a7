"""The schema of the database. A change here needs a step in `migrations`."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
)

from ...errors import Say, TeahorseError

METADATA = MetaData()

TABLES = Table(
    "tables",
    METADATA,
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
    METADATA,
    Column("table", ForeignKey(TABLES.c.id), primary_key=True),
    Column("hash", String(64), primary_key=True),
    Column("seats", JSON, nullable=False),
    Column("role", String(10), nullable=False, server_default="player"),  # see storage/access.py
    Column("is_late", Boolean, nullable=False, server_default=false()),  # signed in during the game, so it is not rated
    Index("keys_by_hash", "hash"),  # finds the tables of a browser
)
ROWS = Table(
    "rows",
    METADATA,
    Column("table", ForeignKey(TABLES.c.id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(10), nullable=False),
    Column("text", Text, nullable=False),
    Column("player", String(10), nullable=False),
    Column("made_at", BigInteger, nullable=False),
)
LINKS = Table(  # invitations and the spectators' link, by the hashes of their keys
    "links",
    METADATA,
    Column("table", ForeignKey(TABLES.c.id), primary_key=True),
    Column("hash", String(64), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("seat", Integer),
)
LOBBY = Table(  # the tables in the lobby
    "lobby",
    METADATA,
    Column("table", ForeignKey(TABLES.c.id), primary_key=True),
    Column("listed_at", BigInteger, nullable=False),
)
EVENTS = Table(  # everything that happens at a table except moves and undos; see tables/events
    "events",
    METADATA,
    Column("table", ForeignKey(TABLES.c.id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(20), nullable=False),
    Column("seat", Integer),
    Column("data", JSON, nullable=False),
    Column("after_row", Integer, nullable=False),  # the last row when it happened
    Column("made_at", BigInteger, nullable=False),
)
POSITIONS = Table(  # after the latest row of each table; see history/latest_position.py
    "positions",
    METADATA,
    Column("table", ForeignKey(TABLES.c.id), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("seal", String(64), nullable=False),
    Column("data", LargeBinary, nullable=False),
)
DRAWINGS = Table(  # the ids of pieces after some row, so that a drawing needn't follow the whole game
    "drawings",
    METADATA,
    Column("table", ForeignKey(TABLES.c.id), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("data", Text, nullable=False),
)
REVIEWS = Table(
    "reviews",
    METADATA,
    Column("table", ForeignKey(TABLES.c.id), primary_key=True),
    Column("rows_count", Integer, primary_key=True, autoincrement=False),
    Column("data", JSON, nullable=False),
)
REVIEW_PROGRESS = Table(  # reviews that workers of several machines make; see thinking/queued_reviews.py
    "review_progress",
    METADATA,
    Column("table", ForeignKey(TABLES.c.id), primary_key=True),
    Column("rows_count", Integer, nullable=False),
    Column("looked_at", BigInteger, nullable=False),
    Column("data", JSON, nullable=False),
)
HINTS = Table(  # the latest hint of each table, for servers whose workers are elsewhere
    "hints",
    METADATA,
    Column("table", ForeignKey(TABLES.c.id), primary_key=True),
    Column("rows_count", Integer, nullable=False),
    Column("data", JSON, nullable=False),
)
BOARDS = Table(  # the default board of each edition
    "boards",
    METADATA,
    Column("edition", String(10), primary_key=True),
    Column("board", JSON, nullable=False),
)
RECEIPTS = Table(  # of requests with an idempotency key; see receipts.py
    "receipts",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("content", String(64), nullable=False),
    Column("table", String(10), nullable=False),
    Column("row", Integer, nullable=False),
    Column("event", Integer, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Index("receipts_by_time", "made_at"),
)
PROCESSES = Table(  # the server processes that share this database; see storage/presence.py
    "processes",
    METADATA,
    Column("id", String(22), primary_key=True),
    Column("beats", BigInteger, nullable=False),
    Column("changes", BigInteger, nullable=False),
)
PRESENCE = Table(  # how many people each process serves at a seat or as spectators
    "presence",
    METADATA,
    Column("process", ForeignKey(PROCESSES.c.id), primary_key=True),
    Column("table", ForeignKey(TABLES.c.id), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("count", Integer, nullable=False),
)
SUBSCRIPTIONS = Table(  # who wants to be told of their turns, and how
    "subscriptions",
    METADATA,
    Column("id", String(22), primary_key=True),
    Column("holder", String(64), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("address", Text, nullable=False),
    Column("keys", JSON, nullable=False),
    Column("language", String(10), nullable=False),
    Column("origin", Text, nullable=False),
    Column("is_confirmed", Boolean, nullable=False),
    Column("is_on", Boolean, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Index("subscriptions_by_holder", "holder"),
)
TURN_MESSAGES = Table(  # the latest message to each subscription about each table
    "turn_messages",
    METADATA,
    Column("subscription", ForeignKey(SUBSCRIPTIONS.c.id), primary_key=True),
    Column("table", ForeignKey(TABLES.c.id), primary_key=True),
    Column("turn", Integer, nullable=False),
    Column("claimed_at", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("sent_at", BigInteger),
)
SECRETS = Table(  # of the server: its key for Web Push, and those for links in messages and for ids of rematches
    "secrets",
    METADATA,
    Column("name", String(20), primary_key=True),
    Column("value", Text, nullable=False),
)
ACCOUNTS = Table(
    "accounts",
    METADATA,
    Column("id", String(10), primary_key=True),  # also stands in `keys.hash`, at the tables of this person
    Column("name", String(40), nullable=False),
    Column("sign_in_name", String(120), nullable=False, unique=True),
    Column("password", String(200), nullable=False),
    Column("is_public", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)
SESSIONS = Table(
    "sessions",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("account", ForeignKey(ACCOUNTS.c.id), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger, nullable=False),
    Index("sessions_by_account", "account"),
)
RATE_COUNTERS = Table(  # attempts to sign in and to sign up
    "rate_counters",
    METADATA,
    Column("key", String(200), primary_key=True),
    Column("count", Integer, nullable=False),
    Column("ends_at", BigInteger, nullable=False),
)
DEPARTURES = Table(  # accounts that left a seat of a game that had begun; see accounts/ratings.py
    "departures",
    METADATA,
    Column("table", ForeignKey(TABLES.c.id), primary_key=True),
    Column("account", ForeignKey(ACCOUNTS.c.id), primary_key=True),
    Column("seat", Integer, nullable=False),
    Index("departures_by_account", "account"),
)
RATED_GAMES = Table(
    "rated_games",
    METADATA,
    Column("table", String(10), primary_key=True),
    Column("number", Integer, nullable=False, unique=True),  # the order in which games were rated
    Column("edition", String(10), nullable=False),
    Column("people", Integer, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
)
RATED_SEATS = Table(  # the people who were rated in a game, and their rating after it
    "rated_seats",
    METADATA,
    Column("table", ForeignKey(RATED_GAMES.c.table), primary_key=True),
    Column("account", String(10), primary_key=True),  # stays when the account is deleted
    Column("place", Integer, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Index("rated_seats_by_account", "account"),
)
RATINGS = Table(  # the latest rating of each person in each group of games; follows from the rated games
    "ratings",
    METADATA,
    Column("account", ForeignKey(ACCOUNTS.c.id), primary_key=True),
    Column("edition", String(10), primary_key=True),
    Column("people", Integer, primary_key=True, autoincrement=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
)
CLOCKS = Table(  # when to look at the clock of each table that has one and goes on
    "clocks",
    METADATA,
    Column("table", ForeignKey(TABLES.c.id), primary_key=True),
    Column("due_at", BigInteger, nullable=False),
    Index("clocks_by_time", "due_at"),
)
UPTIMES = Table(  # when servers were running; see tables/timing/outages.py
    "uptimes",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("began_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
)
REVISION = Table(
    "alembic_version", METADATA, Column("version_num", String(32), primary_key=True)
)  # as Alembic makes it
ABOUT = Table(  # of version 0.1, instead of Alembic's
    "about", MetaData(), Column("shape", Integer, primary_key=True, autoincrement=False)
)


class StorageError(TeahorseError):
    """The database can't be used. The message is for the person who runs the server."""

    def translated(self, say: Say) -> str:
        """The message for visitors. It doesn't say where the database is."""
        return say("The database of games can't be used right now. Try again in a moment; every move you saw is kept.")
