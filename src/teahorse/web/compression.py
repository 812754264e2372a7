"""Compresses answers."""

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

EVENT_STREAMS = ("/bell", "/events")  # the ends of their addresses
SMALLEST_TO_COMPRESS = 4000  # bytes; smaller ones fit into a few packets anyway
LEVEL = 4


class Compression(GZipMiddleware):
    """Compresses answers, except event streams, whose every event would pass through here."""

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(app, SMALLEST_TO_COMPRESS, LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        is_stream = scope["type"] == "http" and scope["path"].endswith(EVENT_STREAMS)
        await (self.app if is_stream else super().__call__)(scope, receive, send)
