"""`teahorse web` and `teahorse worker` in processes, for tests."""

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from fork_server import start_forked
from forked_process import ForkedProcess

SECONDS_TO_END = 180  # usually 2; on a busy machine more

Start = Callable[[Sequence[str], int, int], "subprocess.Popen[bytes] | ForkedProcess"]
"""Starts `teahorse` with arguments, and with files for its standard output and standard error."""


def fresh(arguments: Sequence[str], stdout: int, stderr: int) -> "subprocess.Popen[bytes]":
    """Start a new interpreter, as people do."""
    return subprocess.Popen([sys.executable, "-m", "teahorse", *arguments], stdout=stdout, stderr=stderr)


def forked(arguments: Sequence[str], stdout: int, stderr: int) -> ForkedProcess:
    """Start with everything imported."""
    return start_forked(["-m", "teahorse", *arguments], stdout, stderr)


class TeahorseProcess:
    """A running `teahorse COMMAND`, after its first line of output."""

    def __init__(self, *arguments: str, start: Start = forked) -> None:
        read, write = os.pipe()
        self._output = os.fdopen(read, encoding="utf-8")
        self._errors = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115  # open while the process runs
        self.process = start(arguments, write, self._errors.fileno())
        os.close(write)
        self.first_line = self._output.readline()

    def kill(self) -> None:
        """End it as a power failure would."""
        self.process.kill()
        self.process.wait()

    def interrupt(self, how: signal.Signals = signal.SIGINT) -> tuple[int, str, str]:
        """Press Ctrl-C, or send SIGTERM; gives the exit status, standard output and standard error."""
        self.process.send_signal(how)
        status, output = self.process.wait(SECONDS_TO_END), self._output.read()
        self._errors.seek(0)
        return status, output, self._errors.read()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.kill()
        self._output.close()
        self._errors.close()


class ServerProcess(TeahorseProcess):
    """A running `teahorse web` and its address."""

    def __init__(
        self,
        database: Path | str,
        *options: str,
        command: Sequence[str] = ("web", "--no-browser"),
        start: Start = forked,
    ) -> None:
        super().__init__(*command, "--database", str(database), *options, start=start)
        self.database = database
        found = re.search(r"http://\S+", self.first_line)
        assert found, self.first_line
        self.address = found[0].rstrip("/")


class Worker(TeahorseProcess):
    """A running `teahorse worker`, which is ready to work."""

    def __init__(self, database: str, start: Start = forked) -> None:
        super().__init__("worker", "--workers", "1", "--database", database, start=start)
        assert "ready" in self.first_line, self.first_line
