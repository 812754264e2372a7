"""Idempotency keys: a repeated request gets the same answer and changes nothing."""

import hashlib
import hmac
import re
from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import Depends, Header
from fastapi import Request as HttpRequest

from ...errors import N_, TeahorseError
from ..storage.database import Database
from ..storage.receipts import Receipt, Request, once
from ..tables.keys import SIGNS, new_key

R = TypeVar("R")

KEY_PATTERN = r"^[A-Za-z0-9_.:-]{22,64}$"

IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        pattern=KEY_PATTERN,
        description="A random text, such as a UUID. Repeated with the same one, a request changes nothing.",
        examples=["1ec9414c-232a-6b00-b3c8-9e6bdeced846"],
    ),
]


class KeyReused(TeahorseError):
    """The idempotency key belongs to another request."""

    def __init__(self) -> None:
        super().__init__(N_("This idempotency key was used for another request. Use a new one for each."))


class Once:
    """A request that is carried out once, if it has an idempotency key."""

    def __init__(self, storage: Database, key: str | None, scope: bytes, content: bytes) -> None:
        self._storage = storage
        self._key = key
        self._scope = scope
        self._content = content

    def __call__(self, act: Callable[[], R], again: Callable[[Receipt], R]) -> R:
        """Carry the request out. If that was done before, make its answer again.

        The receipt is looked up only if the request is refused: what has been done can't be done twice.
        """
        request = self.request
        if request is None:
            return act()
        try:
            with once(request):
                return act()
        except TeahorseError:
            done = self._storage.receipts.find(request)
            if done is None:
                raise
            if done.content != request.content:
                raise KeyReused from None
        return again(done)

    @property
    def request(self) -> Request | None:
        """The request that needs a receipt; None without an idempotency key."""
        if self._key is None:
            return None
        return Request(self._derived("request").hex(), hashlib.sha256(self._content).hexdigest())

    def secret(self, name: str, length: int) -> str:
        """A new table's id or a new key. It follows from the idempotency key, so that it can be told again."""
        if self._key is None:
            return new_key()[:length]
        number = int.from_bytes(self._derived(name))
        return "".join(SIGNS[number // len(SIGNS) ** place % len(SIGNS)] for place in range(length))

    def _derived(self, name: str) -> bytes:
        assert self._key is not None
        return hmac.digest(self._key.encode(), name.encode() + b"\n" + self._scope, "sha256")


def is_valid_key(key: str) -> bool:
    """Whether this can be an idempotency key."""
    return re.fullmatch(KEY_PATTERN[1:-1], key) is not None


def once_for(request: HttpRequest, key: str | None, content: bytes) -> Once:
    """A request with this idempotency key and content."""
    sender = request.headers.get("authorization") or request.headers.get("cookie") or ""
    scope = f"{request.method} {request.url.path}\n{sender}".encode("utf-8", "surrogateescape") if key else b""
    return Once(request.app.state.storage, key, scope, content)


async def _once(request: HttpRequest, idempotency_key: IdempotencyKey = None) -> Once:
    return once_for(request, idempotency_key, await request.body())


OnlyOnce = Annotated[Once, Depends(_once)]
