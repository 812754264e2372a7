"""`teahorse backup`: all games of a server in one file."""

from pathlib import Path
from typing import Annotated

import typer

from ..errors import MissingPackageError
from .app import command
from .console import say
from .server_options import Database

File = Annotated[Path, typer.Argument(metavar="FILE", help="Where the backup goes.")]


@command(
    "teahorse backup games.backup",
    "teahorse backup club.backup --database club.sqlite",
)
def backup(file: File, database: Database = None) -> None:
    """Write all games of a server to one file.

    The server may go on meanwhile: the file holds what was stored at one moment. `teahorse restore` reads it back, also
    into another kind of database. It also holds what is secret in running games, so keep it as safe as the database.
    """
    try:
        from ..server.settings import database_url
        from ..server.storage.backup import write_backup
    except ModuleNotFoundError as error:
        raise MissingPackageError(str(error.name), "web") from None
    games = write_backup(database_url(database), file)
    say(f"{games} {'game is' if games == 1 else 'games are'} in {file}.")
