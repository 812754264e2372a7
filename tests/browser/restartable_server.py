"""The server that browser tests visit: a process of its own, on a free port, with bots that answer at once."""

import subprocess
import sys
from pathlib import Path
from typing import Self

from teahorse.server.settings import Settings, sqlite_url
from teahorse.web.app import make_app
from teahorse.web.serving import Server, address_of, listen

HOST = "127.0.0.1"
ANY_PORT = 0
SECONDS_TO_END = 30
REVIEW_SIMULATIONS = 8  # for each position: tests look at the page of a review, not at its opinion


def serve(database: Path, port: int) -> None:
    """Answer until told to end; the first line that is printed is the address."""
    settings = Settings(
        sqlite_url(database), bot_pause=0, review_simulations=REVIEW_SIMULATIONS, allow_box_default=True
    )
    with listen(HOST, port) as listener:
        address = address_of(listener)
        Server(make_app(settings), lambda: print(address, flush=True)).run([listener])


class House:
    """A running server, the file its games are in, and what it complained about."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "games.sqlite"
        self._complaints = folder / "errors.txt"
        self._port = ANY_PORT
        self._process: subprocess.Popen[str] | None = None
        self.address = self.open()

    def open(self) -> str:
        """Start it, after an end on the same port again; gives the address once it answers."""
        command = [sys.executable, __file__, str(self.database), str(self._port)]
        with self._complaints.open("a", encoding="utf-8") as errors:
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
        assert self._process.stdout is not None
        address = self._process.stdout.readline().strip().rstrip("/")
        self._process.stdout.close()
        assert address.startswith("http://"), self._complaints.read_text(encoding="utf-8")
        self._port = int(address.rpartition(":")[2])
        return address

    def kill(self) -> None:
        """End it as a power failure would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """End it as its owner would."""
        assert self._process is not None
        self._process.terminate()
        self._process.wait(SECONDS_TO_END)

    @property
    def complaints(self) -> str:
        """What the server said of itself: nothing, if all went well."""
        return self._complaints.read_text(encoding="utf-8")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None and self._process.poll() is None:
            self.close()


if __name__ == "__main__":
    serve(Path(sys.argv[1]), int(sys.argv[2]))
