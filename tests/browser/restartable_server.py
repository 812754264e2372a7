"""The server of the browser tests: a process on a free port, with bots that move at once."""

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
REVIEW_SIMULATIONS = 8  # per position; the tests look at the page, not at the evaluations


def serve(database: Path, port: int) -> None:
    """Serve until terminated; print the address first."""
    settings = Settings(
        sqlite_url(database), bot_pause=0, review_simulations=REVIEW_SIMULATIONS, allow_box_default=True
    )
    with listen(HOST, port) as listener:
        address = address_of(listener)
        Server(make_app(settings), lambda: print(address, flush=True)).run([listener])


class RestartableServer:
    """A server process that can be killed and started again on the same port and database."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "games.sqlite"
        self._stderr_file = folder / "errors.txt"
        self._port = ANY_PORT
        self._process: subprocess.Popen[str] | None = None
        self.address = self.open()

    def open(self) -> str:
        """Start the process, the second time on the same port; gives the address once it answers."""
        command = [sys.executable, __file__, str(self.database), str(self._port)]
        with self._stderr_file.open("a", encoding="utf-8") as errors:
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
        assert self._process.stdout is not None
        address = self._process.stdout.readline().strip().rstrip("/")
        self._process.stdout.close()
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
        self._process.terminate()
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
