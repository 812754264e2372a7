"""Follows a table by server-sent events, and connects again when the connection ends."""

import time
from collections.abc import Iterator

import httpx
from httpx_sse import ServerSentEvent, connect_sse

from .connection import RETRIED, Connection, Unreachable, checked, headers_with, pause
from .models import Change, Row, read

SECONDS_OF_SILENCE = 60.0  # the server sends something at least every 15 seconds
ATTEMPTS = 30  # in a row without an answer
KINDS: dict[str, type[Row] | type[Change]] = {"row": Row, "change": Change}


def follow(connection: Connection, path: str, token: str | None, after: str) -> Iterator[Row | Change]:
    """Yield rows and changes after an event's id, for ever. None is left out or doubled."""
    failed = 0
    while failed < ATTEMPTS:
        try:
            for event in _stream(connection, path, token, after):
                failed, after = 0, event.id or after
                if event.event in KINDS:
                    yield read(KINDS[event.event], event.json())
        except httpx.TransportError:
            pass
        time.sleep(pause(failed))
        failed += 1
    raise Unreachable(f"The events of {path} ended, and the server did not answer {ATTEMPTS} times.")


def _stream(connection: Connection, path: str, token: str | None, after: str) -> Iterator[ServerSentEvent]:
    headers = headers_with(token) | {"Last-Event-ID": after}
    timeout = httpx.Timeout(SECONDS_OF_SILENCE)
    with connect_sse(connection.http, "GET", path, headers=headers, timeout=timeout) as source:
        if source.response.status_code in RETRIED:
            return
        if not source.response.is_success:
            source.response.read()
            checked(source.response)
        yield from source.iter_sse()
