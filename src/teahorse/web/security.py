"""Security middleware: response headers, host names, CSRF check, rate limits, body size limit; and HEAD."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..server.http.hosts import host_of, is_accepted, normalized
from ..server.http.rate_limits import TooManyRequests
from .error_pages import problem
from .rendering import say_of
from .strict_cookies import second_request

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
MOST_BYTES = 2_000_000  # of a request; records, the largest files, have half of that
MOST_BYTES_TOGETHER = 100_000_000  # of all current requests
LONGEST_HOST = 100  # characters that are quoted
BAD_REQUEST, FORBIDDEN, TOO_LARGE, TOO_MANY, UNAVAILABLE = 400, 403, 413, 429, 503
STATIC = "/static/"  # files cost little, and a page asks for many
SECONDS_TO_RETRY = "10"
OUR_OWN = ("same-origin", "none")  # `none`: typed by the user
HEADERS = {
    # Pieces have their place as an inline style; everything else comes from our own files.
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
    # Links may contain a key, so other sites must not see them.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    # Other sites can't embed our answers, nor hold on to a window of ours.
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
ONLY_HTTPS = "max-age=31536000"  # for browsers that have reached the server by https
_HEADERS = Headers(HEADERS).raw
_SECURE_HEADERS = Headers(HEADERS | {"Strict-Transport-Security": ONLY_HTTPS}).raw


class SecurityMiddleware:
    """The outermost middleware, so that error pages have its headers, too."""

    def __init__(
        self, app: ASGIApp, names: Collection[str] = (), count: Callable[[Request], None] = lambda _: None
    ) -> None:
        self.app = app
        self._count = count  # raises `TooManyRequests`
        self.names = normalized(names)
        self.bodies = Bodies()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        send = with_headers(send, scope["scheme"])
        if scope["method"] == "HEAD":
            scope, receive, send = as_get(scope, receive, send)
        headers = Headers(scope=scope)
        refusal = self._refusal(Request(scope)) or second_request(Request(scope))
        if refusal is not None:
            await refusal(scope, receive, send)
        else:
            with self.bodies.reading(headers, receive) as receive_body:
                await self.app(scope, receive_body, send)

    def _refusal(self, request: Request) -> Response | None:
        header = request.headers.get("host", "")
        host = host_of(header)
        if header and (host is None or not is_accepted(host, self.names)):
            say = say_of(request)
            sentence = say(
                "This server doesn't answer to the name {host}. Use its IP address, or ask the person who runs it to "
                "start it with `--name {host}`."
            )
            return problem(request, BAD_REQUEST, sentence.format(host=(host or header)[:LONGEST_HOST]))
        if request.method not in SAFE_METHODS and is_cross_site(request.headers):
            say = say_of(request)
            sentence = say("A page of another site sent this. Open the game itself and try again there.")
            return problem(request, FORBIDDEN, sentence)
        try:
            if not request.scope["path"].startswith(STATIC):
                self._count(request)
        except TooManyRequests as error:
            wait = {"Retry-After": str(error.retry_after)}
            return problem(request, TOO_MANY, error.translated(say_of(request)), headers=wait)
        return None


def with_headers(send: Send, scheme: str) -> Send:
    """Add the security headers to answers."""
    added = _SECURE_HEADERS if scheme == "https" else _HEADERS

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = list(message.get("headers", ()))
            names = {name for name, _ in given}
            message["headers"] = given + [each for each in added if each[0] not in names]
        await send(message)

    return send_with_headers


def as_get(scope: Scope, receive: Receive, send: Send) -> tuple[Scope, Receive, Send]:
    """Answer HEAD like GET without the body. An event stream ends after its headers."""
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


class Bodies:
    """Reads the bodies of requests, with a limit for each and for all together."""

    def __init__(self, most: int = MOST_BYTES, most_together: int = MOST_BYTES_TOGETHER) -> None:
        self.most = most
        self.most_together = most_together
        self.held = 0  # bytes of requests that are being answered

    @contextmanager
    def reading(self, headers: Headers, receive: Receive) -> Iterator[Receive]:
        """Pass a body on as a whole, if neither its declared nor its actual size is too large.

        A larger body is refused before the app sees any of it.
        """
        declared = headers.get("content-length", "")
        is_too_long = declared.isdecimal() and (len(declared) > len(str(self.most)) or int(declared) > self.most)
        is_read = False
        body = bytearray()

        async def receive_all() -> Message:
            nonlocal is_read
            if is_read:
                return await receive()
            is_read, more = True, True
            while more and not is_too_long and len(body) <= self.most:
                message = await receive()
                if message["type"] != "http.request":
                    return message  # the client has left
                body.extend(message.get("body", b""))
                self.held += len(message.get("body", b""))
                if self.held > self.most_together:
                    raise HTTPException(UNAVAILABLE, headers={"Retry-After": SECONDS_TO_RETRY})
                more = message.get("more_body", False)
            if is_too_long or len(body) > self.most:
                raise HTTPException(TOO_LARGE)
            return {"type": "http.request", "body": bytes(body), "more_body": False}

        try:
            yield receive_all
        finally:
            self.held -= len(body)


def is_cross_site(headers: Headers) -> bool:
    """Whether a page of another site sent this, by the browser's headers; programs don't send them."""
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
