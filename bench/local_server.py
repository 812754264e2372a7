"""A server for benchmarks: `teahorse web` in a process of its own, as a user starts it."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def local_server(database: Path, log: Path | None = None, sources: Path | None = None) -> Iterator[str]:
    """Start a server on this database, and end it afterwards; gives its address. Its errors go to the log.

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
            yield found[0].rstrip("/")
        finally:
            process.terminate()
            if errors is not None:
                errors.close()
