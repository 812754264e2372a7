"""`teahorse serve`: a server for a club, or for everyone."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from ..errors import MissingPackageError
from ..precompile import is_compiled
from .app import command
from .console import say
from .server_options import ServerOptions, takes


@command(
    "teahorse serve --name yunnan.example.org --trusted-proxy 127.0.0.1",
    "teahorse serve --config /etc/teahorse.toml",
    "teahorse serve --database postgresql+psycopg://me@host/games --workers 0",
)
@takes(ServerOptions)
def serve(options: ServerOptions) -> None:
    """Serve the game to others: friends, a club, or everyone.

    Settings are options, environment variables (TEAHORSE_PORT for --port), or keys of a file (`port = 8013`). An option
    counts more than a variable, a variable more than the file. SIGTERM and Ctrl-C stop the server: it finishes
    requests, and browsers reconnect to the next one.
    """
    run_server(options, is_private=False)


def run_server(
    options: ServerOptions, is_private: bool, on_ready: Callable[[str], object] = lambda address: None
) -> None:
    """Serve until SIGTERM or Ctrl-C. A private server is for one person's own machine."""
    gc.disable()  # until the server is ready: nearly all that is imported stays
    with extra("web"):
        from ..server.http.logs import set_up_log
        from ..web.app import make_app
        from ..web.serving import DEFAULT_PORT, Server, address_of, listen
    set_up_log(options.log_format, options.log_level)
    app = make_app(options.settings(is_private))
    port = options.port or (None if is_private else DEFAULT_PORT)
    with listen(options.host, port) as listener:
        address = address_of(listener)

        def ready() -> None:
            say(f"The game is at {address} (Ctrl-C stops the server).")
            if not (is_compiled("rules") and is_compiled("bots")):
                say("The rules and bots are being compiled, which takes about half a minute, only once.")
            if on_ready is not None:
                on_ready(address)

        with suppress(KeyboardInterrupt):
            Server(app, ready).run([listener])
        say("The server has stopped; your games are saved.")


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Import packages of an extra; if one is missing, an error says how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "teahorse").startswith("teahorse"):
            raise
        raise MissingPackageError(str(error.name), name) from None
