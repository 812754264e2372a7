"""`teahorse worker`: computes bots' moves, hints and reviews for servers on other machines."""

from .app import command
from .console import say
from .serve import extra
from .server_options import WorkerOptions, takes


@command(
    "teahorse worker --database postgresql+psycopg://me@host/games",
    "teahorse worker --workers 4 --config /etc/teahorse.toml",
)
@takes(WorkerOptions)
def worker(options: WorkerOptions) -> None:
    """Compute bots' moves, hints and reviews for the servers of a PostgreSQL database.

    Any number of workers, on any number of machines, can share the work. When one ends or is killed, others take over
    its work within seconds. Settings are options, environment variables, or keys of a file, as for `teahorse serve`.
    """
    with extra("web"):
        from ..server.http.logs import set_up_log
        from ..server.worker import run_worker
        from ..web.app import script
    set_up_log(options.log_format, options.log_level)
    run_worker(options.settings(), script, lambda: say("The worker is ready (Ctrl-C stops it)."))
    say("The worker has stopped.")
