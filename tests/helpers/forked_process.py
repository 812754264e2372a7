"""Asks the fork server of `fork_server.py` for processes.

Also a program that stands for Python: it gets Python's arguments and lets the fork server run them. It imports little,
since it is started often.
"""

import json
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Mapping, Sequence

MESSAGE_BYTES = 200_000
SECONDS_BETWEEN_LOOKS = 0.02


class ForkedProcess:
    """A process that runs what Python would with these arguments, used like a `subprocess.Popen`.

    `streams` are its standard input, output and error. It is killed when the process that started it has ended.
    """

    def __init__(
        self,
        server: str,
        arguments: Sequence[str],
        streams: tuple[int, int, int],
        env: Mapping[str, str] = os.environ,
        executable: str = sys.executable,
    ) -> None:
        self.returncode: int | None = None
        self._connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._connection.connect(server)
        request = json.dumps([executable, list(arguments), dict(env)])
        folder = os.open(".", os.O_RDONLY)
        socket.send_fds(self._connection, [request.encode()], [*streams, folder])
        os.close(folder)
        self.pid = int(self._connection.recv(MESSAGE_BYTES))

    def poll(self) -> int | None:
        """The exit status, negative for a signal; None while it runs."""
        return self._status(0)

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended."""
        end = None if timeout is None else time.monotonic() + timeout
        while (status := self._status(SECONDS_BETWEEN_LOOKS)) is None:
            if end is not None and time.monotonic() > end:
                raise TimeoutError(f"The process {self.pid} has not ended after {timeout} seconds.")
        return status

    def send_signal(self, number: int) -> None:
        """Send a signal, if it still runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def _status(self, seconds: float) -> int | None:
        if self.returncode is None and select.select([self._connection], [], [], seconds)[0]:
            self.returncode = int(self._connection.recv(MESSAGE_BYTES))
            self._connection.close()
        return self.returncode


def stand_for_python(server: str, executable: str) -> None:
    """Run this program's arguments in a forked process, as if it were this one."""
    process = ForkedProcess(server, sys.argv[1:], (0, 1, 2), executable=executable)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: process.send_signal(number))
    status = process.wait()
    if status < 0:
        signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    sys.exit(status)
