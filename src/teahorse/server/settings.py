"""How the server runs: where games are kept, how many processes think, how long bots wait."""

from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

from ..bulk.cpu import cores
from .http.connections import Limits

FILE_NAME = "games.sqlite"
MOST_WORKERS = 16  # each takes some 200 MB, and more for the trees of its bots


def default_database() -> str:
    """Where games live unless told otherwise: in the user's data folder."""
    return sqlite_url(user_data_path("teahorse", appauthor=False) / FILE_NAME)


def sqlite_url(path: Path) -> str:
    """The address of a database that is a file."""
    return f"sqlite:///{path}"


def default_workers() -> int:
    """How many processes bots think in: one core is left for pages and reviews."""
    return min(MOST_WORKERS, max(1, cores() - 1))


@dataclass(frozen=True)
class Settings:
    """What a server is started with."""

    database: str  # a URL, as SQLAlchemy writes them
    workers: int = 1
    bot_pause: float = 1.0  # seconds in which a person may still take a move back before a bot answers it
    review_simulations: int = 1000  # for each position of a review
    open_tables: int = 400  # kept in memory, at about half a megabyte each; the others are replayed when asked for
    heartbeat: float = 15.0  # seconds between two signs of life on a bell that does not ring
    tables_per_hour: int = 200  # new ones from one address; 0 for no limit
    names: tuple[str, ...] = ()  # host names that the server answers to, besides IP addresses and this machine's own
    allow_box_default: bool = False  # whether anyone who reaches the server may choose the tables of new games
    limits: Limits = field(default_factory=Limits)  # of connections
