"""What slow clients do to the server: many half-sent requests at once, while someone else asks for pages.

    python bench/slow_clients.py --connections 1100 --seconds 20

Starts a server of its own on this machine, opens `--connections` connections to it that send half of a request,
opens new ones for those that the server drops, and meanwhile asks for pages like any browser. Told are how many pages
were answered, how quickly, and how much the server wrote into its log.
"""

import argparse
import json
import resource
import selectors
import socket
import statistics
import sys
import tempfile
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx
from local_server import local_server

PAGES = ("/", "/rules/1.1", "/settings")
BETWEEN = 0.1  # seconds between two pages
AGAIN = 200  # dropped connections that are opened again, per second
SLOWEST = 5.0  # seconds
HALVES = {
    "half a head": b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    "half a body": b"POST /settings HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Content-Length: 1000\r\n\r\nback=",
}


@dataclass(frozen=True)
class Figures:
    """What one attack did."""

    attack: str
    connections: int
    opened: int
    pages: int
    failed: int
    median: float
    slowest: float
    log_bytes: int


class Attack(threading.Thread):
    """Keeps a number of half-sent requests open until told to stop."""

    def __init__(self, address: tuple[str, int], half: bytes, connections: int) -> None:
        super().__init__(daemon=True)
        self.opened = 0
        self._address, self._half, self._connections = address, half, connections
        self._stop_it = threading.Event()

    def run(self) -> None:
        """Open, and open again what was closed."""
        with selectors.DefaultSelector() as closed:
            while not self._stop_it.is_set():
                while len(closed.get_map()) < self._connections and not self._stop_it.is_set():
                    try:
                        client = socket.create_connection(self._address, timeout=1)
                        client.sendall(self._half)
                    except OSError:
                        break
                    closed.register(client, selectors.EVENT_READ)
                    self.opened += 1
                    if self.opened > self._connections:
                        time.sleep(1 / AGAIN)
                for key, _ in closed.select(timeout=0.05):
                    closed.unregister(key.fileobj)
                    key.fileobj.close()
            for key in list(closed.get_map().values()):
                key.fileobj.close()

    def stop(self) -> None:
        """Close all."""
        self._stop_it.set()
        self.join()


def main() -> None:
    """Attack, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--connections", type=int, default=1100, help="half-sent requests at once")
    parser.add_argument("--seconds", type=float, default=20, help="how long each attack lasts")
    parser.add_argument("--limit", type=float, default=SLOWEST, help="seconds in which every page should be answered")
    parser.add_argument("--json", type=Path, help="write the figures here too")
    given = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with (
        tempfile.TemporaryDirectory() as folder,
        local_server(Path(folder) / "games.sqlite", log := Path(folder) / "log.txt") as address,
    ):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # after the server has started with the usual limit
        figures = [measure(address, log, attack, given.connections, given.seconds, given.limit) for attack in HALVES]
    print(f"{'':14}{'at once':>9}{'opened':>9}{'pages':>7}{'failed':>8}{'median':>10}{'slowest':>10}{'log':>9}")
    for row in figures:
        times = f"{1000 * row.median:8.0f}ms{1000 * row.slowest:8.0f}ms"
        print(f"{row.attack:14}{row.connections:9}{row.opened:9}{row.pages:7}{row.failed:8}{times}{row.log_bytes:8}B")
    if given.json is not None:
        given.json.write_text(json.dumps([asdict(row) for row in figures], indent=2) + "\n", encoding="utf-8")
    if any(row.failed or row.slowest > given.limit for row in figures):
        sys.exit("Slow clients keep others waiting.")


def measure(address: str, log: Path, attack: str, connections: int, seconds: float, limit: float) -> Figures:
    """Ask for pages during one attack, each over a connection of its own."""
    at = urlsplit(address)
    attacker = Attack((str(at.hostname), int(at.port or 0)), HALVES[attack], connections)
    before, times, failed = log.stat().st_size, [], 0
    attacker.start()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        begun = time.perf_counter()
        try:
            httpx.get(address + PAGES[len(times) % len(PAGES)], timeout=2 * limit).raise_for_status()
            times.append(time.perf_counter() - begun)
        except httpx.HTTPError:
            failed += 1
        time.sleep(BETWEEN)
    attacker.stop()
    slowest, median = (max(times), statistics.median(times)) if times else (seconds, seconds)
    return Figures(
        attack, connections, attacker.opened, len(times), failed, median, slowest, log.stat().st_size - before
    )


if __name__ == "__main__":
    main()
