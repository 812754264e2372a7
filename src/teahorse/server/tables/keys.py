"""Unguessable table ids and keys, and the cookies with a browser's keys.

A key opens seats of a table. The server stores only its SHA-256 hash, so reading the database opens no seat. A browser
has one random id in a cookie, which is a key at every table where it has seats.
"""

import hashlib
import re
import secrets
import string
from collections.abc import Callable, Collection
from typing import NamedTuple

from fastapi import Request, Response

from .session_cookies import session_token

BROWSER_COOKIE = "browser"
LIST_COOKIE = "keys"  # of version 0.1: keys of the latest tables, as `ID.KEY` separated by spaces
TABLES_IN_LIST = 40
LONGEST_COOKIE = 4096  # characters; browsers drop longer cookies
A_YEAR = 365 * 24 * 3600  # seconds
ID_LENGTH = 10
KEY_LENGTH = 22  # letters and digits: 131 bits
SIGNS = string.ascii_letters + string.digits
_KEY = re.compile(rf"[A-Za-z0-9]{{{KEY_LENGTH}}}")
_LISTED_KEY = re.compile(rf"([A-Za-z0-9]{{{ID_LENGTH}}})\.([A-Za-z0-9]{{{KEY_LENGTH}}})")


class ListedKey(NamedTuple):
    """A key and the table whose seats it opens."""

    table: str
    key: str


class KeysOfRequest(frozenset[str]):
    """The keys that a request carries. The database is asked once which seats of a table they open."""

    def seats_opened(self, table_id: str, ask: Callable[[Collection[str]], Collection[int]]) -> Collection[int]:
        """The seats of a table that these keys open; `ask` looks them up by the keys' hashes."""
        known: dict[str, Collection[int]] = self.__dict__
        if table_id not in known:
            known[table_id] = ask({hash_of(key) for key in self})
        return known[table_id]


def new_id() -> str:
    """A random id for a table. Its address is the link for spectators, so it must not be guessable."""
    return _random(ID_LENGTH)


def is_id(text: str) -> bool:
    """Whether this text has the form of a table id; anything else is not sent to the database."""
    return len(text) == ID_LENGTH and set(text) <= set(SIGNS)


def is_key(text: str) -> bool:
    """Whether this text has the form of a key."""
    return _KEY.fullmatch(text) is not None


def new_key() -> str:
    """A key for seats of a table."""
    return _random(KEY_LENGTH)


def _random(length: int) -> str:
    return "".join(secrets.choice(SIGNS) for _ in range(length))


def hash_of(key: str) -> str:
    """The hash of a key, as the server stores it. Keys are random, so a plain hash without salt is enough."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


# --- Cookies ------------------------------------------------------------------------------------------


def browser_id(request: Request) -> str | None:
    """The id of a browser, which is a key at every table where it has seats; None if it has no id."""
    value = request.cookies.get(BROWSER_COOKIE, "")
    return value if _KEY.fullmatch(value) else None


def keys_at(request: Request, table_id: str) -> frozenset[str]:
    """The keys that a browser holds for a table. A session is a key, too: to the seats of its account."""
    held = (browser_id(request), session_token(request))
    listed = (key for table, key in listed_keys(request) if table == table_id)
    return frozenset(key for key in (*held, *listed) if key is not None)


def set_browser_cookie(request: Request, response: Response, browser: str) -> None:
    """Set the cookie with a browser's id for another year."""
    secure = request.url.scheme == "https"
    response.set_cookie(BROWSER_COOKIE, browser, max_age=A_YEAR, httponly=True, samesite="lax", secure=secure)


def listed_keys(request: Request) -> list[ListedKey]:
    """The keys in a cookie of version 0.1, which listed them all."""
    return read_list(request.cookies.get(LIST_COOKIE, ""))


def read_list(value: str) -> list[ListedKey]:
    """Read a list of keys, up to the limits of version 0.1; other words are ignored."""
    words = value[:LONGEST_COOKIE].split()
    listed = dict.fromkeys(ListedKey(*found.groups()) for word in words if (found := _LISTED_KEY.fullmatch(word)))
    tables = list(dict.fromkeys(each.table for each in listed))[:TABLES_IN_LIST]
    return [each for each in listed if each.table in tables]
