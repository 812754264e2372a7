"""What every answer carries for safety, and what the server does not take: orders of other sites, endless bodies."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
MOST_BYTES = 2_000_000  # of a request; the largest file that anyone needs to send, a record, has half of that
TOO_LARGE = 413
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
    """Adds the headers, and refuses what another site asks a browser to send, and what is too long to be read."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if scope["method"] not in SAFE_METHODS and comes_from_elsewhere(headers):
            refusal = PlainTextResponse("Another site can't do this here.", 403)
            await refusal(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                answered = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    answered.setdefault(name, value)
            await send(message)

        await self.app(scope, at_most(MOST_BYTES, headers, receive), send_guarded)


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


def comes_from_elsewhere(headers: Headers) -> bool:
    """Whether a browser says that a page of another site sent this; programs say nothing of the kind."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in OUR_OWN
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != headers.get("host")
