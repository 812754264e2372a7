"""What runs in the process of a `FaultServer`: a server as `teahorse web` starts it, with settings for tests.

DATABASE PORT [--workers N | --others-think] [--write-seconds S] [--clock FILE]
"""

import argparse


def run() -> None:
    """Serve until killed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("database")
    parser.add_argument("port", type=int)
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--others-think", action="store_true", help="leave thinking to workers of other processes")
    parser.add_argument("--write-seconds", type=float, default=60.0)
    parser.add_argument("--clock", help="a file with the seconds by which this process's clock is wrong")
    given = parser.parse_args()
    if given.clock:
        import wrong_clock

        wrong_clock.install(given.clock)

    from teahorse.server.http.connections import Limits
    from teahorse.server.http.rate_limits import Rates
    from teahorse.server.settings import Settings
    from teahorse.web.app import make_app
    from teahorse.web.serving import Server, listen

    settings = Settings(
        given.database,
        0 if given.others_think else max(1, given.workers),
        bot_pause=0.0,
        tables_per_hour=0,
        limits=Limits(write_seconds=given.write_seconds),
        rates=Rates(0, 0, 0, 0),
    )
    app = make_app(settings)
    if not given.workers and not given.others_think:
        app.state.thinking.workers.start = _no_workers
    with listen("127.0.0.1", given.port) as listener:
        Server(app, lambda: None).run([listener])


async def _no_workers() -> None:
    """Start none: where no bot plays, each start of the server is quicker."""
