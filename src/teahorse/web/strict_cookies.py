"""Links on other sites, followed by someone who is signed in.

Browsers leave strict cookies out of a request that another site caused, so the page would treat a player as a
spectator. It is answered with an empty page that asks for the same address itself: that is our own request, with all
cookies. Only opening a page is repeated in this way, never a form.
"""

from html import escape

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ..server.tables.session_cookies import NAME_COOKIE, is_from_other_site, session_token
from .static_files import static_url

ASKED_COOKIE = "asked"  # keeps a browser from asking for ever
SECONDS = 10


def second_request(request: Request) -> Response | None:
    """A page that asks for the same address again; None if the request has its cookies, or nobody is signed in."""
    is_opening = request.method == "GET" and request.headers.get("sec-fetch-mode") == "navigate"
    if not (is_opening and is_from_other_site(request)):
        return None
    cookies = request.cookies
    if NAME_COOKIE not in cookies or session_token(request) is not None or ASKED_COOKIE in cookies:
        return None
    address = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    # Without an icon the browser asks for /favicon.ico, which is nowhere, and complains.
    text = (
        f'<!doctype html><link rel="icon" href="{static_url("seal.svg")}" type="image/svg+xml">'
        f'<meta http-equiv="refresh" content="0;url={escape(address)}"><title>Yunnan</title>'
    )
    response = HTMLResponse(text, headers={"Cache-Control": "no-store"})
    response.set_cookie(ASKED_COOKIE, "1", max_age=SECONDS, httponly=True, samesite="lax")
    return response
