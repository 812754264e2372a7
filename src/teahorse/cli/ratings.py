"""`teahorse ratings`: computes all ratings again."""

from ..errors import MissingPackageError
from .app import command
from .console import say
from .server_options import Database


@command("teahorse ratings", "teahorse ratings --database club.sqlite")
def ratings(database: Database = None) -> None:
    """Compute the ratings of all accounts again, from the results of the rated games.

    They should come out as they were; this is for a new version that rates in another way. The server may go on
    meanwhile.
    """
    try:
        from ..server.accounts.ratings import recompute
        from ..server.settings import database_url
        from ..server.storage.database import Database as Storage
    except ModuleNotFoundError as error:
        raise MissingPackageError(str(error.name), "web") from None
    storage = Storage(database_url(database))
    games = recompute(storage)
    storage.close()
    say(f"{games} {'game is' if games == 1 else 'games are'} rated.")
