"""The cookies of someone who is signed in to an account.

The session's cookie is `SameSite=Strict`: a browser sends it only with requests that our own pages make. A second one,
`SameSite=Lax`, has the name for the header of pages and opens nothing. It also tells that a link on another site was
followed by someone who is signed in here.
"""

import re
from typing import Literal
from urllib.parse import quote, unquote

from fastapi import Request, Response

from ..storage.accounts import SESSION_SECONDS

SESSION_COOKIE = "session"
NAME_COOKIE = "account"
LONGEST_NAME = 30  # characters
_TOKEN = re.compile(r"[A-Za-z0-9]{22}")


def session_cookie(request: Request) -> str:
    """The name of the session's cookie.

    Over https it has a prefix: browsers then accept it only from this host, over https, for all paths.
    """
    return f"__Host-{SESSION_COOKIE}" if request.url.scheme == "https" else SESSION_COOKIE


def session_token(request: Request) -> str | None:
    """The token of the browser's session; None if nobody is signed in."""
    value = request.cookies.get(session_cookie(request), "")
    return value if _TOKEN.fullmatch(value) else None


def name_shown(request: Request) -> str | None:
    """The name for the header of a page. It proves nothing: visitors can change their cookies."""
    value = unquote(request.cookies.get(NAME_COOKIE, ""))[:LONGEST_NAME]
    return value if value.isprintable() and value else None


def is_from_other_site(request: Request) -> bool:
    """Whether a link on another site led here; then the browser leaves strict cookies out."""
    return request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")


def set_session_cookies(request: Request, response: Response, token: str, name: str) -> None:
    """Set the cookies of a session, for as long as it lasts from now on."""
    _set(request, response, session_cookie(request), token, "strict")
    _set(request, response, NAME_COOKIE, quote(name, safe=""), "lax")


def delete_session_cookies(request: Request, response: Response) -> None:
    """Delete the cookies of a session."""
    for cookie in (session_cookie(request), NAME_COOKIE):
        response.delete_cookie(cookie, secure=request.url.scheme == "https", httponly=True)


def _set(request: Request, response: Response, cookie: str, value: str, site: Literal["strict", "lax"]) -> None:
    secure = request.url.scheme == "https"
    response.set_cookie(cookie, value, max_age=SESSION_SECONDS, httponly=True, samesite=site, secure=secure)
