"""The server of the browser tests: a process on a free port, with bots that move at once."""

import os
import signal
import sys
from functools import partial
from pathlib import Path
from typing import Self
from unittest.mock import patch

from argon2 import PasswordHasher
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from fork_server import start_forked
from forked_process import ForkedProcess
from teahorse.server.accounts import passwords
from teahorse.server.settings import Settings, sqlite_url
from teahorse.web.app import make_app
from teahorse.web.serving import Server, address_of, listen
from teahorse.web.static_files import FOR_GOOD, static_url

HOST = "127.0.0.1"
ANY_PORT = 0
SECONDS_TO_END = 30
REVIEW_SIMULATIONS = 8  # per position; the tests look at the page, not at the evaluations
REVIEW_LOOKS = 5  # each as long as a hint; the players move at random, so some of their moves are costly
PLAIN_MAP = "plain_map"  # the cookie of browsers that get plain maps
PLAIN_MAPS = {
    static_url("map.svg"): '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 900"/>',
    static_url("map-narrow.svg"): '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 1796"/>',
}


class PlainMaps:
    """Gives browsers with a cookie maps without the painting: drawing it is a fifth of what a test costs."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer requests for maps, and pass all others on."""
        plain = PLAIN_MAPS.get(scope.get("path", ""))
        if plain is None or PLAIN_MAP not in Request(scope).cookies:
            await self._app(scope, receive, send)
            return
        headers = {"Cache-Control": FOR_GOOD}
        await Response(plain, media_type="image/svg+xml", headers=headers)(scope, receive, send)


def serve(database: Path, port: int) -> None:
    """Serve until terminated; print the address first. Passwords are hashed with the least effort."""
    quick = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
    patch.object(passwords, "PasswordHasher", quick).start()  # tests/server checks the usual one
    settings = Settings(
        sqlite_url(database),
        bot_pause=0,
        review_simulations=REVIEW_SIMULATIONS,
        review_looks=REVIEW_LOOKS,
        allow_box_default=True,
    )
    with listen(HOST, port) as listener:
        address = address_of(listener)
        app = make_app(settings)
        app.add_middleware(PlainMaps)
        Server(app, lambda: print(address, flush=True)).run([listener])


class RestartableServer:
    """A server process that can be killed and started again on the same port and database."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "games.sqlite"
        self._stderr_file = folder / "errors.txt"
        self._port = ANY_PORT
        self._process: ForkedProcess | None = None
        self.address = self.open()

    def open(self) -> str:
        """Start the process, the second time on the same port; gives the address once it answers."""
        read, write = os.pipe()
        with self._stderr_file.open("a", encoding="utf-8") as errors:
            arguments = [__file__, str(self.database), str(self._port)]
            self._process = start_forked(arguments, write, errors.fileno())
        os.close(write)
        with os.fdopen(read, encoding="utf-8") as output:
            address = output.readline().strip().rstrip("/")
        assert address.startswith("http://"), self._stderr_file.read_text(encoding="utf-8")
        self._port = int(address.rpartition(":")[2])
        return address

    def kill(self) -> None:
        """End the process as a power failure would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """Ask the process to end, and wait for it."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(SECONDS_TO_END)

    @property
    def stderr(self) -> str:
        """What the server wrote to standard error: nothing, if all went well."""
        return self._stderr_file.read_text(encoding="utf-8")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None and self._process.poll() is None:
            self.close()


if __name__ == "__main__":
    serve(Path(sys.argv[1]), int(sys.argv[2]))
