"""Event streams stay open, so their number is limited: by token, by address and in all."""

from contextlib import ExitStack

import pytest
from starlette.requests import Request

from teahorse.server.http.connections import Limits
from teahorse.server.http.event_streams import EventStreams
from teahorse.server.http.rate_limits import TooManyRequests


def request_from(address: str, token: str = "") -> Request:
    headers = [(b"authorization", f"Bearer {token}".encode())] if token else []
    return Request({"type": "http", "method": "GET", "path": "/", "headers": headers, "client": (address, 1)})


def opened(streams: EventStreams, stack: ExitStack, count: int, address: str, token: str = "") -> int:
    """How many of these streams are opened."""
    before = len(streams)
    for _ in range(count):
        try:
            stack.enter_context(streams.opened(request_from(address, token)))
        except TooManyRequests:
            break
    return len(streams) - before


def test_streams_leave_connections_for_everything_else() -> None:
    streams = EventStreams(Limits(connections=100, connections_per_address=40, streams_per_client=20))
    with ExitStack() as stack:
        assert opened(streams, stack, 50, "10.0.0.1", "a") == 20
        assert opened(streams, stack, 50, "10.0.0.1", "b") == 10
        assert opened(streams, stack, 50, "10.0.0.1") == 0
        assert opened(streams, stack, 50, "10.0.0.2") == 30
        assert opened(streams, stack, 50, "10.0.0.3") == 20
        assert opened(streams, stack, 50, "10.0.0.4", "c") == 0
        with pytest.raises(TooManyRequests), streams.opened(request_from("10.0.0.5")):
            pass
    assert len(streams) == 0 and not streams._open
