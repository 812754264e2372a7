"""Event streams, with limits on their number: a stream stays open, so a few clients could take all connections."""

import random
from collections import Counter
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, aclosing, contextmanager

from fastapi import Request
from fastapi.responses import StreamingResponse
from starlette.types import Message, Receive, Scope, Send

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
    """An answer that is a stream of server-sent events. Its reader counts as watching until it ends."""

    def __init__(
        self,
        request: Request,
        events: AsyncGenerator[str, None],
        watching: Sequence[AbstractContextManager[None]] = (),
    ) -> None:
        super().__init__(events, media_type="text/event-stream", headers=HEADERS)
        self._request = request
        self._events = events
        self._watching = watching

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream, or refuse it before it begins."""
        streams: EventStreams = self._request.app.state.event_streams
        with streams.opened(self._request):
            await super().__call__(scope, receive, send)

    async def stream_response(self, send: Send) -> None:
        """Send the events as they come, in one loop: every generator around them would run for every event."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        # How soon to reconnect when the server restarts; not all at the same moment.
        await send(_part(f"retry: {random.randint(*RETRY)}\n\n"))
        with ExitStack() as stack:
            for each in self._watching:
                stack.enter_context(each)
            async with aclosing(self._events):
                async for event in self._events:
                    await send(_part(event))
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def _part(text: str) -> Message:
    return {"type": "http.response.body", "body": text.encode(), "more_body": True}
