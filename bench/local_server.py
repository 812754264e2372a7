"""A server for benchmarks: `teahorse web` in a process of its own, as a user starts it."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple


class LocalServer(NamedTuple):
    """A server that runs: its address, and the number of its process."""

    address: str
    process: int

    def cpu_seconds(self) -> float:
        """The CPU time that it has used, of all threads; 0 where the system doesn't tell."""
        threads = Path(f"/proc/{self.process}/task").glob("*/schedstat")
        return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


@contextmanager
def local_server(database: Path, log: Path | None = None, sources: Path | None = None) -> Iterator[str]:
    """Start a server as `server_process` does; gives its address."""
    with server_process(database, log, sources) as server:
        yield server.address


@contextmanager
def server_process(database: Path, log: Path | None = None, sources: Path | None = None) -> Iterator[LocalServer]:
    """Start a server on this database, and end it afterwards. Its errors go to the log.

    `sources` is the `src` folder of another version to start; without it, this one is started.
    """
    command = [sys.executable, "-m", "teahorse", "web", "--no-browser", "--database", str(database)]
    if sources is None:
        command += ["--requests-per-minute", "0"]  # unknown to earlier versions
    errors = None if log is None else log.open("w")
    environment = None if sources is None else os.environ | {"PYTHONPATH": str(sources)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        try:
            if found is None:
                sys.exit(f"The server does not start: {line}")
            yield LocalServer(found[0].rstrip("/"), process.pid)
        finally:
            process.terminate()
            if errors is not None:
                errors.close()
