"""Unguessable table ids and keys, and the cookie in which a browser holds its keys.

A key opens seats of one table. The server keeps only what SHA-256 makes of it, so that whoever reads the database can't
sit down.
"""

import hashlib
import re
import secrets
import string
from collections.abc import Iterable
from typing import NamedTuple

from fastapi import Request, Response

COOKIE = "keys"
TABLES_IN_COOKIE = 40
A_YEAR = 365 * 24 * 3600  # seconds
ID_LENGTH = 10
KEY_LENGTH = 22  # letters and digits: 131 bits
SIGNS = string.ascii_letters + string.digits
_HELD = re.compile(rf"([A-Za-z0-9]{{{ID_LENGTH}}})\.([A-Za-z0-9]{{{KEY_LENGTH}}})")


class Held(NamedTuple):
    """A key that a browser holds, and the table whose seats it opens."""

    table: str
    key: str


def new_id() -> str:
    """An id for a table: its address is the spectators' link, so it can't be guessed either."""
    return _random(ID_LENGTH)


def is_id(text: str) -> bool:
    """Whether a table could have this id; what can't be one needs no asking, and a database may choke on it."""
    return len(text) == ID_LENGTH and set(text) <= set(SIGNS)


def new_key() -> str:
    """A key for seats of a table."""
    return _random(KEY_LENGTH)


def _random(length: int) -> str:
    return "".join(secrets.choice(SIGNS) for _ in range(length))


def hash_of(key: str) -> str:
    """What the server keeps of a key. Keys are random, so one plain hash is enough: there is nothing to guess."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


# --- The cookie ---------------------------------------------------------------------------------------


def read_cookie(value: str | None) -> list[Held]:
    """The keys in a cookie, the latest first; what is no key is left out."""
    held = [Held(*found.groups()) for word in (value or "").split() if (found := _HELD.fullmatch(word))]
    return list(dict.fromkeys(held))


def write_cookie(held: Iterable[Held]) -> str:
    """Write keys into a cookie: those of the latest tables."""
    kept: list[Held] = []
    tables: set[str] = set()
    for pair in held:
        tables.add(pair.table)
        if len(tables) > TABLES_IN_COOKIE:
            break
        kept.append(pair)
    return " ".join(f"{table}.{key}" for table, key in kept)


def held_by(request: Request) -> list[Held]:
    """All keys that a browser holds, the latest first."""
    return read_cookie(request.cookies.get(COOKIE))


def keys_at(request: Request, table_id: str) -> frozenset[str]:
    """The keys that a browser holds for a table."""
    return frozenset(key for table, key in held_by(request) if table == table_id)


def remember(request: Request, response: Response, table_id: str, key: str) -> None:
    """Put a key into the browser's cookie; the tables used last come first."""
    mine = [held for held in held_by(request) if held.table == table_id and held.key != key]
    others = [held for held in held_by(request) if held.table != table_id]
    response.set_cookie(
        COOKIE,
        write_cookie([Held(table_id, key), *mine, *others]),
        max_age=A_YEAR,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
