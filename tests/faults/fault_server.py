"""A server in a process of its own, which tests kill and start again at the same address."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.error import URLError
from urllib.request import urlopen

from fork_server import start_forked
from forked_process import ForkedProcess
from server_process import forked

ROOT = Path(__file__).parents[2]
SECONDS_TO_START = 120  # on a busy machine; alone it takes four
RUN = "from served_process import run; run()"


class FaultServer:
    """A server on a database. `options` are those of `served_process.py`."""

    def __init__(self, database: str, log: Path, options: Sequence[str] = ()) -> None:
        self.database, self._options, self.log = database, options, log
        self.port = _free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.starts = 0
        self.process = self._start()
        self.wait_until_ready()

    def _start(self) -> "subprocess.Popen[bytes] | ForkedProcess":
        self.starts += 1
        path = os.pathsep.join([str(ROOT / "src"), str(Path(__file__).parent)])
        env, arguments = os.environ | {"PYTHONPATH": path}, [self.database, str(self.port), *self._options]
        with self.log.open("ab") as log:
            if "--clock" in arguments:  # it must be replaced before anything is imported
                return subprocess.Popen([sys.executable, "-c", RUN, *arguments], stdout=log, stderr=log, env=env)
            return start_forked(["-c", RUN, *arguments], log.fileno(), log.fileno(), env)

    def wait_until_ready(self) -> None:
        """Wait until it answers."""
        end = time.monotonic() + SECONDS_TO_START
        while True:
            try:
                with urlopen(f"{self.address}/settings", timeout=SECONDS_TO_START):
                    return
            except (URLError, OSError):
                assert self.process.poll() is None, "The server has ended by itself."
                assert time.monotonic() < end, "The server does not start."
                time.sleep(0.05)

    def kill(self) -> None:
        """End it as a power failure would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def start_again(self) -> None:
        """Start it again at the same address."""
        self.process = self._start()
        self.wait_until_ready()

    def children(self) -> list[int]:
        """The ids of its worker processes."""
        found = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(word) for word in found.split()]

    def memory(self) -> int:
        """The bytes of memory that it uses."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.kill()


class FaultWorker:
    """`teahorse worker` on a database, which tests kill and start again."""

    def __init__(self, database: str, log: Path) -> None:
        self._database, self._log = database, log
        self.process = self._start()

    def _start(self) -> ForkedProcess:
        arguments = ["worker", "--workers", "1", "--database", self._database]
        with self._log.open("ab") as log:
            return forked(arguments, log.fileno(), log.fileno())

    def kill(self) -> None:
        """End it as a power failure would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def start_again(self) -> None:
        """Start it again."""
        self.process = self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
