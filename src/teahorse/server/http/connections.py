"""HTTP connections with time limits, and limits on their number.

Uvicorn waits for ever for a request that a client has begun, so a few hundred half-sent requests would shut everyone
else out. This is its HTTP/1.1 protocol (llhttp's parser, written in C) with a timer for each part of a request, a
limit on the size of a head, and a count of connections. If there are too many, the connection that has waited longest
for its client is dropped, but never one that is being answered, such as an event stream.
"""

import asyncio
from collections import Counter
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .addresses import client_network, is_in, networks_of

_ANSWER = (
    "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\n"
    "Content-Length: {length}\r\nConnection: close\r\n{headers}\r\n{sentence}"
)
# The reader's language is not known yet, so these are in both.
UNREADABLE = "The server can't read this request.\nDer Server kann diese Anfrage nicht lesen.\n"
TOO_SLOW = "The request took too long to arrive. Try again.\nDie Anfrage kam zu langsam an. Versuch es noch einmal.\n"
TOO_MANY = (
    "The server has too many visitors right now. Try again in a few seconds.\n"
    "Der Server hat gerade zu viele Besucher. Versuch es in ein paar Sekunden noch einmal.\n"
)
SECONDS_TO_RETRY = 5
MOST_HEAD_BYTES = 65536  # of a head that arrives in several pieces


class Phase(Enum):
    """What a connection is about to do."""

    IDLE = auto()  # waits for the next request
    HEAD = auto()  # waits for the first request, or for the rest of a head
    BODY = auto()  # waits for the rest of a body
    ANSWER = auto()  # is being answered


@dataclass(frozen=True)
class Limits:
    """Time limits for clients in seconds, and limits on connections."""

    header_seconds: float = 10.0
    idle_seconds: float = 75.0  # between two requests; programs that wait for their turn keep their connection
    body_seconds: float = 60.0
    write_seconds: float = 60.0  # for the client to read more of the answer
    connections: int = 1000
    connections_per_address: int = 400  # a club or a reverse proxy has one address for many people
    trusted_proxies: tuple[str, ...] = ()  # addresses or networks; their connections are those of many people
    streams_per_client: int = 20  # event streams of one token or browser; see event_streams.py


class Connections:
    """All open connections of a server."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._proxies = networks_of(limits.trusted_proxies)
        self._by_address: Counter[str] = Counter()
        self._open: dict[LimitedProtocol, None] = {}
        self._waiting: dict[LimitedProtocol, None] = {}  # for their clients; the longest waiting first

    def __len__(self) -> int:
        return len(self._open)

    def admit(self, connection: "LimitedProtocol") -> bool:
        """Admit a new connection, dropping another if needed; False if all others are being answered."""
        address = connection.address
        is_full = self._by_address[address] >= self.limits.connections_per_address
        if is_full and not is_in(connection.host, self._proxies) and not self._make_room(address):
            return False
        if len(self._open) >= self.limits.connections and not self._make_room(None):
            return False
        self._open[connection] = None
        self._by_address[address] += 1
        return True

    def leave(self, connection: "LimitedProtocol") -> None:
        """Forget a connection."""
        self._waiting.pop(connection, None)
        if connection in self._open:
            del self._open[connection]
            self._by_address[connection.address] -= 1
            if not self._by_address[connection.address]:
                del self._by_address[connection.address]

    def wait(self, connection: "LimitedProtocol") -> None:
        """Note that a connection now waits for its client."""
        self._waiting.pop(connection, None)
        if connection in self._open:
            self._waiting[connection] = None

    def answer(self, connection: "LimitedProtocol") -> None:
        """Note that a connection is being answered."""
        self._waiting.pop(connection, None)

    def _make_room(self, address: str | None) -> bool:
        """Drop the connection that has waited longest, from one address or from any."""
        longest = next((each for each in self._waiting if address in (None, each.address)), None)
        if longest is None:
            return False
        self.leave(longest)
        longest.make_room()
        return True


class LimitedProtocol(HttpToolsProtocol):
    """A connection with limits."""

    def __init__(self, *arguments: Any, open_connections: Connections, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.host = self.address = ""
        self._all = open_connections
        self._limits = limits = open_connections.limits
        self._seconds = {
            Phase.IDLE: limits.idle_seconds,
            Phase.HEAD: limits.header_seconds,
            Phase.BODY: limits.body_seconds,
        }
        self._phase: Phase | None = None
        self._has_begun = False  # whether a part of the next head is here
        self._head_bytes = 0
        self._timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None

    # --- Events of a connection -----------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # a transport of TCP, as here always
        """Wait for a request, or refuse the connection."""
        super().connection_made(transport)
        self.host = self.client[0] if self.client else ""
        self.address = client_network(self.host)
        if self._all.admit(self):
            self._enter(Phase.HEAD)
        else:
            self._answer_later()

    def data_received(self, data: bytes) -> None:
        """Read bytes."""
        if self.transport.is_closing():
            return  # refused already; what it still sends is of no interest
        super().data_received(data)
        if self._phase is Phase.IDLE:  # the head has begun, and is not complete
            self._enter(Phase.HEAD)
        if self._phase is Phase.HEAD:
            self._head_bytes += len(data)
            if self._head_bytes > MOST_HEAD_BYTES:
                self._answer("400 Bad Request", UNREADABLE)

    def on_message_begin(self) -> None:
        """Note that a head has begun."""
        super().on_message_begin()
        self._has_begun = True

    def on_headers_complete(self) -> None:
        """Wait for the body."""
        self._has_begun = False
        super().on_headers_complete()
        if not self.pipeline:  # else an earlier request is still being answered
            self._enter(Phase.BODY)

    def on_message_complete(self) -> None:
        """Answer, unless that was done before the whole body had arrived."""
        super().on_message_complete()
        self._enter(self._next if self.cycle.response_complete else Phase.ANSWER)

    def on_response_complete(self) -> None:
        """Wait for the next request, unless it is here already."""
        super().on_response_complete()
        if self._phase is Phase.ANSWER and self.cycle.response_complete:
            self._enter(self._next)

    def pause_writing(self) -> None:
        """Start the timer for a client that doesn't read."""
        super().pause_writing()
        self._write_timer = self.loop.call_later(self._limits.write_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop that timer: the client has read."""
        super().resume_writing()
        _cancel(self._write_timer)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        _cancel(self._timer)
        self._all.leave(self)
        super().connection_lost(exc)
        _cancel(self._write_timer)

    @property
    def _next(self) -> Phase:
        """What follows an answer."""
        return Phase.HEAD if self._has_begun else Phase.IDLE

    # --- Limits ---------------------------------------------------------------------------------------

    def _enter(self, phase: Phase) -> None:
        """Start a new time limit when the client begins the next part of a request."""
        self._phase = phase
        self._head_bytes = 0
        _cancel(self._timer)
        if phase is Phase.ANSWER or self.transport.is_closing():
            self._all.answer(self)
        else:
            self._all.wait(self)
            self._timer = self.loop.call_later(self._seconds[phase], self._give_up)

    def _give_up(self) -> None:
        """End a connection whose client is too slow."""
        if self._can_answer:
            self._answer("408 Request Timeout", TOO_SLOW)
        else:
            self.transport.abort()

    def make_room(self) -> None:
        """End this connection for another one. A client that is not in a request just connects again."""
        if self._phase is Phase.IDLE:
            self.transport.close()
        elif self._can_answer:
            self._answer_later()
        if not self.transport.is_closing() or self.transport.get_write_buffer_size():
            self.transport.abort()  # it doesn't read

    @property
    def _can_answer(self) -> bool:
        """Whether no other answer has begun."""
        return self.cycle is None or self.cycle.response_complete or not self.cycle.response_started

    def _answer_later(self) -> None:
        """Tell the client to come back."""
        self._answer("503 Service Unavailable", TOO_MANY, f"Retry-After: {SECONDS_TO_RETRY}\r\n")

    def send_400_response(self, msg: str) -> None:
        """Refuse bytes that aren't HTTP."""
        self._answer("400 Bad Request", UNREADABLE)

    def _answer(self, status: str, sentence: str, headers: str = "") -> None:
        """Answer without the app, and close."""
        if not self.transport.is_closing():
            length = len(sentence.encode())
            self.transport.write(
                _ANSWER.format(status=status, length=length, headers=headers, sentence=sentence).encode()
            )
            self.transport.close()

    def _unsupported_upgrade_warning(self) -> None:
        """Don't log requests for WebSockets, which this server doesn't have."""


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
