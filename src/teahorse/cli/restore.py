"""`teahorse restore`: games from a backup."""

from pathlib import Path
from typing import Annotated

import typer

from ..errors import MissingPackageError
from .app import command
from .console import say
from .server_options import Database

File = Annotated[Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, help="A backup.")]


@command(
    "teahorse restore games.backup",
    "teahorse restore club.backup --database postgresql+psycopg://me@host/games",
)
def restore(file: File, database: Database = None) -> None:
    """Fill an empty database from a backup.

    The database may be of another kind than the one that was backed up, and the backup of an earlier version. Links to
    tables and seats keep working.
    """
    try:
        from ..server.settings import database_url
        from ..server.storage.backup import restore_backup
    except ModuleNotFoundError as error:
        raise MissingPackageError(str(error.name), "web") from None
    games = restore_backup(file, database_url(database))
    say(f"{games} {'game is' if games == 1 else 'games are'} restored.")
