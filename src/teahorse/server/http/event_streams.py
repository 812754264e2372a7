"""Event streams, with limits on their number: a stream stays open, so a few clients could take all connections."""

import random
from collections import Counter
from collections.abc import AsyncIterable, AsyncIterator, Iterator
from contextlib import contextmanager

from fastapi import Request
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from .connections import Limits
from .rate_limits import TooManyRequests, address_of, client_of

SECONDS_TO_RETRY = 10
RETRY = (300, 1300)  # milliseconds until a browser reconnects
HEADERS = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}


class EventStreams:
    """Counts the open streams: in all, by address, and by token or browser."""

    def __init__(self, limits: Limits) -> None:
        # The other connections are for everything else.
        self._most = limits.connections * 4 // 5
        self._most_per_address = limits.connections_per_address * 3 // 4
        self._most_per_client = limits.streams_per_client
        self._open: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._open[""]

    @contextmanager
    def opened(self, request: Request) -> Iterator[None]:
        """Count a stream while it is open. Raises `TooManyRequests`."""
        address, client = address_of(request), client_of(request)
        counted = {"": self._most, f"address {address}": self._most_per_address}
        if client != address:
            counted[f"client {client}"] = self._most_per_client
        if any(self._open[who] >= most for who, most in counted.items()):
            raise TooManyRequests(SECONDS_TO_RETRY)
        self._open.update(counted.keys())
        try:
            yield
        finally:
            for who in counted:
                self._open[who] -= 1
                if not self._open[who]:
                    del self._open[who]


class EventStream(StreamingResponse):
    """An answer that is a stream of server-sent events."""

    def __init__(self, request: Request, events: AsyncIterable[str]) -> None:
        super().__init__(_with_retry(events), media_type="text/event-stream", headers=HEADERS)
        self._request = request

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream, or refuse it before it begins."""
        streams: EventStreams = self._request.app.state.event_streams
        with streams.opened(self._request):
            await super().__call__(scope, receive, send)


async def _with_retry(events: AsyncIterable[str]) -> AsyncIterator[str]:
    """Say first how soon to reconnect when the server restarts; not all at the same moment."""
    yield f"retry: {random.randint(*RETRY)}\n\n"
    async for event in events:
        yield event
