"""Settings of the server: the database, the number of workers, the bots' pause, limits."""

from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

from ..bulk.cpu import cores
from .http.connections import Limits
from .http.rate_limits import Rates
from .turn_messages.settings import MessageSettings

FILE_NAME = "games.sqlite"
MOST_WORKERS = 16  # each takes about 200 MB, and more for search trees


def default_database() -> str:
    """The default database: a file in the user's data folder."""
    return sqlite_url(user_data_path("teahorse", appauthor=False) / FILE_NAME)


def database_url(given: str | None) -> str:
    """The URL of the database that a person names: by a URL or a file, or the default."""
    if given is None:
        return default_database()
    return given if "://" in given else sqlite_url(Path(given))


def sqlite_url(path: Path) -> str:
    """The URL of a database file."""
    return f"sqlite:///{path}"


def default_workers() -> int:
    """The default number of workers: one core is left for pages and reviews."""
    return min(MOST_WORKERS, max(1, cores() - 1))


@dataclass(frozen=True)
class Settings:
    """The settings of a server."""

    database: str  # a URL, as SQLAlchemy writes them
    workers: int = 1
    bot_pause: float = 1.0  # seconds before a bot answers a person's move, so that it can be undone
    review_simulations: int = 1000  # for each position of a review
    review_looks: int = 12  # at moves that seem costly, each as deep as a hint: 0.6 s
    open_tables: int = 400  # in memory, at about half a megabyte each; others are replayed when opened
    heartbeat: float = 15.0  # seconds between heartbeats of an event stream
    tables_per_hour: int = 200  # new ones from one address; 0 for no limit
    names: tuple[str, ...] = ()  # host names that the server answers to, besides IP addresses and this machine's own
    allow_box_default: bool = False  # whether every visitor may set the default board
    limits: Limits = field(default_factory=Limits)  # of connections
    rates: Rates = field(default_factory=Rates)  # of requests
    messages: MessageSettings = field(default_factory=MessageSettings)  # to people who are away
    metrics: str | None = None  # the address and port for Prometheus
