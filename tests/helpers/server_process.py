"""`teahorse web` in a process, for tests."""

import re
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

SECONDS_TO_END = 60


class ServerProcess:
    """A running `teahorse web` and its address."""

    def __init__(self, database: Path) -> None:
        self.database = database
        command = [sys.executable, "-m", "teahorse", "web", "--no-browser", "--database", str(database)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        first = self.process.stdout.readline()
        found = re.search(r"http://\S+", first)
        assert found, first
        self.address = found[0].rstrip("/")

    def kill(self) -> None:
        """End it as a power failure would."""
        self.process.kill()
        self.process.wait()

    def interrupt(self) -> tuple[int, str, str]:
        """Press Ctrl-C; gives the exit status, standard output and standard error."""
        self.process.send_signal(signal.SIGINT)
        output, errors = self.process.communicate(timeout=SECONDS_TO_END)
        return self.process.returncode, output, errors

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.kill()
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()
