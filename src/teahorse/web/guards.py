"""What every answer carries for safety, and whom the server does not obey: forms and scripts of other sites."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
OUR_OWN = ("same-origin", "none")  # `none`: typed by the user
HEADERS = {
    # Pieces carry their place as an inline style; everything else comes from files of ours.
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
    # A link with a key in it must not be told to anyone.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


class Guards:
    """Adds the headers, and refuses what another site asks a browser to send."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if scope["method"] not in SAFE_METHODS and comes_from_elsewhere(Headers(scope=scope)):
            refusal = PlainTextResponse("Another site can't do this here.", 403)
            await refusal(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_guarded)


def comes_from_elsewhere(headers: Headers) -> bool:
    """Whether a browser says that a page of another site sent this; programs say nothing of the kind."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in OUR_OWN
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != headers.get("host")
