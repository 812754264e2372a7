"""Security middleware: response headers, host names, CSRF check, body size limit; and HEAD."""

from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .hosts import host_of, is_accepted, normalized
from .problems import problem
from .routes.rendering import say_of

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
MOST_BYTES = 2_000_000  # of a request; the largest file that anyone needs to send, a record, has half of that
LONGEST_HOST = 100  # characters that are quoted
BAD_REQUEST, FORBIDDEN, TOO_LARGE = 400, 403, 413
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
    """The outermost layer of the server, so that its headers are on every answer, an error page included."""

    def __init__(self, app: ASGIApp, names: Collection[str] = ()) -> None:
        self.app = app
        self.names = normalized(names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        send = with_headers(send)
        if scope["method"] == "HEAD":
            scope, receive, send = as_get(scope, receive, send)
        headers = Headers(scope=scope)
        refusal = self._refusal(Request(scope))
        if refusal is not None:
            await refusal(scope, receive, send)
        else:
            await self.app(scope, at_most(MOST_BYTES, headers, receive), send)

    def _refusal(self, request: Request) -> Response | None:
        say = say_of(request)
        header = request.headers.get("host", "")
        host = host_of(header)
        if header and (host is None or not is_accepted(host, self.names)):
            sentence = say(
                "This server doesn't go by the name {host}. Use its IP address, or ask the person who runs it to start "
                "it with `--name {host}`."
            )
            return problem(request, BAD_REQUEST, sentence.format(host=(host or header)[:LONGEST_HOST]))
        if request.method not in SAFE_METHODS and is_cross_site(request.headers):
            sentence = say("A page of another site sent this. Open the game itself and try again there.")
            return problem(request, FORBIDDEN, sentence)
        return None


def with_headers(send: Send) -> Send:
    """Send answers with the security headers."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_with_headers


def as_get(scope: Scope, receive: Receive, send: Send) -> tuple[Scope, Receive, Send]:
    """Answer HEAD as GET without the body; an answer that would go on, such as a bell, ends after its headers."""
    is_sent = False

    async def send_head(message: Message) -> None:
        nonlocal is_sent
        if message["type"] == "http.response.start":
            is_sent = True
            await send(message)
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def receive_until_sent() -> Message:
        return {"type": "http.disconnect"} if is_sent else await receive()

    return {**scope, "method": "GET"}, receive_until_sent, send_head


def at_most(most: int, headers: Headers, receive: Receive) -> Receive:
    """Hand a body on, whole, if it has no more bytes than this: by what it says of itself, and by what comes.

    Nothing of a longer one is handed on, so nobody is left with half a file.
    """
    declared = headers.get("content-length", "")
    is_too_long = declared.isdecimal() and (len(declared) > len(str(most)) or int(declared) > most)
    is_read = False

    async def receive_all() -> Message:
        nonlocal is_read
        if is_read:
            return await receive()
        is_read = True
        body, more = bytearray(), True
        while more and not is_too_long and len(body) <= most:
            message = await receive()
            if message["type"] != "http.request":
                return message  # whoever sent it has left
            body += message.get("body", b"")
            more = message.get("more_body", False)
        if is_too_long or len(body) > most:
            raise HTTPException(TOO_LARGE)
        return {"type": "http.request", "body": bytes(body), "more_body": False}

    return receive_all


def is_cross_site(headers: Headers) -> bool:
    """Whether a browser says that a page of another site sent this; programs don't send these headers."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in OUR_OWN
    origin = headers.get("origin")
    if origin is None:
        return False
    try:
        return urlsplit(origin).netloc != headers.get("host")
    except ValueError:
        return True
