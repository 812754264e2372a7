"""HTTP clients for load tests: thousands of them fit into one process beside the server on a small machine.

They speak plain HTTP/1.1 over real connections. A library would take more CPU time than the server does.
"""

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

ACCEPTED = "Accept-Encoding: gzip, deflate"  # as a common client library sends it


class Refused(Exception):
    """The server answered with another status than expected."""


@dataclass
class Address:
    """The address of a server."""

    host: str
    port: int

    @classmethod
    def of(cls, url: str) -> "Address":
        """Read the address from a URL."""
        parts = urlsplit(url)
        return cls(str(parts.hostname), int(parts.port or 80))


class _Answers(asyncio.Protocol):
    """Reads answers that have a `Content-Length`."""

    def __init__(self) -> None:
        self.transport: Any = None
        self.waiting: asyncio.Future[tuple[int, bytes]] | None = None
        self._read = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self._read += data
        head, found, rest = self._read.partition(b"\r\n\r\n")
        if not found or self.waiting is None:
            return
        fields = dict(line.split(b": ", 1) for line in head.lower().split(b"\r\n")[1:])
        if len(rest) >= int(fields.get(b"content-length", 0)):
            self._read = b""
            waiting, self.waiting = self.waiting, None
            if not waiting.done():
                waiting.set_result((int(head[9:12]), rest))

    def connection_lost(self, error: Exception | None) -> None:
        self.transport = None
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_exception(ConnectionResetError("The server closed the connection."))


class Client:
    """One client with one connection, which it opens again when the server has closed it."""

    def __init__(self, address: Address, key: str = "", accept: str = ACCEPTED) -> None:
        self._address = address
        self._head = f"HTTP/1.1\r\nHost: {address.host}:{address.port}\r\n{accept}\r\n"
        if key:
            self._head += f"Authorization: Bearer {key}\r\n"
        self._connection: _Answers | None = None

    async def send(self, method: str, path: str, body: object = None) -> tuple[int, bytes]:
        """Send a request; gives the status and the body."""
        data = b"" if body is None else json.dumps(body).encode()
        kind = f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n" if body is not None else ""
        request = f"{method} {path} {self._head}{kind}\r\n".encode() + data
        if self._connection is None or self._connection.transport is None:
            await self._connect()
        assert self._connection is not None
        waiting = self._connection.waiting = asyncio.get_running_loop().create_future()
        self._connection.transport.write(request)
        return await waiting

    async def expect(self, status: int, method: str, path: str, body: object = None) -> bytes:
        """Send a request that must be answered with this status; gives the body."""
        got, answer = await self.send(method, path, body)
        if got != status:
            raise Refused(f"{method} {path}: {got} {answer[:200]!r}")
        return answer

    async def _connect(self) -> None:
        loop = asyncio.get_running_loop()
        _, self._connection = await loop.create_connection(_Answers, self._address.host, self._address.port)

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None and self._connection.transport is not None:
            self._connection.transport.close()


@dataclass
class Listener(asyncio.Protocol):
    """Listens to the events of a table, and calls a function with the number of each new row."""

    request: bytes
    heard: Callable[[int, float], None]
    open: asyncio.Event = field(default_factory=asyncio.Event)
    is_lost: bool = False
    transport: Any = None
    _read: bytes = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the events."""
        self.transport = transport
        self.transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        """Find the numbers of rows."""
        now = time.perf_counter()
        self.open.set()
        self._read += data
        while b"\n\n" in self._read:
            event, _, self._read = self._read.partition(b"\n\n")
            for line in event.splitlines():
                if line.startswith(b"id: "):
                    self.heard(int(line[4:].partition(b"-")[0]), now)

    def close(self) -> None:
        """End the stream."""
        if self.transport is not None:
            self.transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        """Note that the stream has ended."""
        self.is_lost = True
        self.open.set()


async def listen(address: Address, path: str, key: str, heard: Callable[[int, float], None]) -> Listener:
    """Open an event stream. It is open when the server has begun to answer."""
    head = (
        f"GET {path} HTTP/1.1\r\nHost: {address.host}:{address.port}\r\nAccept: text/event-stream\r\n"
        f"Authorization: Bearer {key}\r\n\r\n"
    )
    loop = asyncio.get_running_loop()
    _, listener = await loop.create_connection(lambda: Listener(head.encode(), heard), address.host, address.port)
    return listener
