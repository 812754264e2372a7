"""`teahorse web` and `teahorse worker` in processes, for tests."""

import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

SECONDS_TO_END = 180  # usually 2; on a busy machine more


class TeahorseProcess:
    """A running `teahorse COMMAND`, after its first line of output."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "teahorse", *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.first_line = self.process.stdout.readline()

    def kill(self) -> None:
        """End it as a power failure would."""
        self.process.kill()
        self.process.wait()

    def interrupt(self, how: signal.Signals = signal.SIGINT) -> tuple[int, str, str]:
        """Press Ctrl-C, or send SIGTERM; gives the exit status, standard output and standard error."""
        self.process.send_signal(how)
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


class ServerProcess(TeahorseProcess):
    """A running `teahorse web` and its address."""

    def __init__(self, database: Path | str, *options: str, command: Sequence[str] = ("web", "--no-browser")) -> None:
        super().__init__(*command, "--database", str(database), *options)
        self.database = database
        found = re.search(r"http://\S+", self.first_line)
        assert found, self.first_line
        self.address = found[0].rstrip("/")


class Worker(TeahorseProcess):
    """A running `teahorse worker`, which is ready to work."""

    def __init__(self, database: str) -> None:
        super().__init__("worker", "--workers", "1", "--database", database)
        assert "ready" in self.first_line, self.first_line
