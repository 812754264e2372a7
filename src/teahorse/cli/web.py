"""`teahorse web`: the game in a browser, on one's own machine."""

import os
import sys
import threading
import webbrowser
from typing import Annotated

import typer

from .app import command
from .serve import run_server
from .server_options import ServerOptions, takes

NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Don't open a browser.")]


@command(
    "teahorse web",
    "teahorse web --port 9000 --no-browser",
    "teahorse web --host 0.0.0.0 --database club.sqlite",
)
@takes(ServerOptions)
def web(options: ServerOptions, no_browser: NoBrowser = False) -> None:
    """Play in a browser: alone, around one screen, or against bots.

    Starts a server on this machine and opens the game. Every move is saved at once, so you can close the browser or
    stop the server (Ctrl-C) at any time, and go on later. `teahorse serve` is for a server that others use, too.
    """

    def open_browser(address: str) -> None:
        if not no_browser and _has_screen():
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    run_server(options, is_private=True, on_ready=open_browser)


def _has_screen() -> bool:
    """Whether a browser can open a window; one in the terminal would hide our output."""
    return not sys.platform.startswith("linux") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
