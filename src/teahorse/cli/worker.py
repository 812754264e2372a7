"""`teahorse worker`: thinks for servers on other machines."""

from typing import Annotated

import typer

from ..errors import MissingPackageError
from .app import command
from .console import say
from .web import Database

Processes = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, help="How many processes think.", show_default="one less than there are cores"),
]


@command(
    "teahorse worker --database postgresql+psycopg://me@host/games",
    "teahorse worker --processes 4 --database postgresql+psycopg://me@host/games",
)
def worker(database: Database = None, processes: Processes = None) -> None:
    """Think for the servers of a PostgreSQL database: bots' moves, hints and reviews.

    Any number of workers, on any number of machines, can share the work. When one ends or is killed, others take over
    its work within seconds.
    """
    try:
        from ..server.settings import Settings, database_url, default_workers
        from ..server.worker import run_worker
        from ..web.app import script
    except ModuleNotFoundError as error:
        if (error.name or "teahorse").startswith("teahorse"):
            raise
        raise MissingPackageError(str(error.name), "web") from None
    settings = Settings(database_url(database), processes or default_workers())
    run_worker(settings, script, lambda: say("The worker is ready (Ctrl-C stops it)."))
    say("The worker has stopped.")
