"""`teahorse web`: the game in a browser."""

import os
import sys
import threading
import webbrowser
from contextlib import suppress
from typing import Annotated

import typer

from ..errors import MissingPackageError
from ..precompile import is_compiled
from .app import command
from .console import say

Host = Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 lets other machines play.")]
Port = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, max=65535, help="The port.", show_default="8013, or the next that is free"),
]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="FILE|URL",
        help="Where games are kept: a file, or a database such as postgresql+psycopg://me@host/games.",
        show_default="in your data folder",
    ),
]
Names = Annotated[
    list[str] | None,
    typer.Option(
        "--name",
        metavar="NAME",
        help="A name under which other machines reach the server, such as yunnan.example.org; may be repeated. "
        "IP addresses and this machine's own name always work.",
    ),
]
TablesPerHour = Annotated[
    int, typer.Option(metavar="N", min=0, help="How many tables one address may open in an hour; 0 for no limit.")
]
RequestsPerMinute = Annotated[
    int, typer.Option(metavar="N", min=0, help="How many requests one address may send in a minute; 0 for no limit.")
]
AllowBoxDefault = Annotated[
    bool,
    typer.Option(
        "--allow-box-default",
        help="Let everyone who reaches the server set the default board of new games (`/box`). A server that only this "
        "machine reaches always allows it.",
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=0,
        help="How many processes think here; 0 leaves it to `teahorse worker` on other machines.",
        show_default="one less than there are cores",
    ),
]
MailServer = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar="TEAHORSE_MAIL_SERVER",
        help="The mail server for e-mails to players whose turn it is: smtp://USER:PASSWORD@HOST:587 or smtps://…:465. "
        "A password is better given in the environment, where other users don't see it.",
    ),
]
MailSender = Annotated[
    str,
    typer.Option("--mail-from", metavar="ADDRESS", envvar="TEAHORSE_MAIL_FROM", help="The sender of these e-mails."),
]
Webhooks = Annotated[
    bool,
    typer.Option("--webhooks", help="Let players enter webhooks of chat programs, to be told of their turns there."),
]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Don't open a browser.")]


@command(
    "teahorse web",
    "teahorse web --port 9000 --no-browser",
    "teahorse web --host 0.0.0.0 --database club.sqlite",
    "teahorse web --name yunnan.example.org",
)
def web(
    host: Host = "127.0.0.1",
    port: Port = None,
    database: Database = None,
    name: Names = None,
    tables_per_hour: TablesPerHour = 200,
    requests_per_minute: RequestsPerMinute = 6000,
    allow_box_default: AllowBoxDefault = False,
    workers: Workers = None,
    mail_server: MailServer = None,
    mail_from: MailSender = "",
    webhooks: Webhooks = False,
    no_browser: NoBrowser = False,
) -> None:
    """Play in a browser: alone, around one screen, or against bots.

    Starts a server on this machine and opens the game. Every move is saved at once, so you can close the browser or
    stop the server (Ctrl-C) at any time, and go on later.
    """
    try:
        from ..server.http.hosts import is_loopback
        from ..server.http.rate_limits import Rates
        from ..server.settings import Settings, database_url, default_workers
        from ..server.turn_messages.settings import MessageSettings
        from ..web.app import make_app
        from ..web.serving import Server, address_of, listen
    except ModuleNotFoundError as error:
        if (error.name or "teahorse").startswith("teahorse"):
            raise
        raise MissingPackageError(str(error.name), "web") from None
    database = database_url(database)
    names = (host, *(name or ()))
    # A name is for other machines; they may come through a proxy.
    settings = Settings(
        database,
        default_workers() if workers is None else workers,
        tables_per_hour=tables_per_hour,
        rates=Rates(per_address=requests_per_minute),
        names=names,
        allow_box_default=allow_box_default or (is_loopback(host) and not name),
        messages=MessageSettings(mail_server, mail_from, webhooks),
    )
    app = make_app(settings)
    with listen(host, port) as listener:
        address = address_of(listener)

        def answers() -> None:
            say(f"The game is at {address} (Ctrl-C stops the server).")
            if not (is_compiled("rules") and is_compiled("bots")):
                say("The rules and bots are being compiled, which takes about half a minute, only once.")
            if not no_browser and _has_screen():
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        with suppress(KeyboardInterrupt):
            Server(app, answers).run([listener])
        say("The server has stopped; your games are saved.")


def _has_screen() -> bool:
    """Whether a browser can open a window; one in the terminal would hide our output."""
    return not sys.platform.startswith("linux") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
