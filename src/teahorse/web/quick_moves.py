"""Moves of programs, answered without the framework's routing and checks of types, which take longer than a move.

The route in `server/api/moves.py` describes the same operation. It answers whatever is unusual here: a request that
isn't JSON, or a wrong idempotency key.
"""

import asyncio
import re
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

from fastapi import FastAPI, Request, Response
from pydantic import ValidationError
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..server import api
from ..server.api.models import MoveRequest
from ..server.api.moves import answer_move
from ..server.api.once import is_valid_key, once_for

PATH = re.compile(rf"{api.PREFIX}/tables/([^/]+)/moves")
THREADS = 24  # they mostly wait for the disk, and what they write meanwhile is committed together
JSON = "application/json"
ROUTE = SimpleNamespace(path=f"{api.PREFIX}/tables/{{table_id}}/moves")  # how metrics name it

Handler = Callable[[Request, Exception], Coroutine[Any, Any, Response]]


class QuickMoves:
    """A middleware that answers moves itself, and passes everything else on."""

    def __init__(self, app: ASGIApp, main: FastAPI) -> None:
        self.app = app
        self._main = main
        self._threads = ThreadPoolExecutor(THREADS, "moves")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        found = PATH.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        if found is None:
            await self.app(scope, receive, send)
            return
        scope["route"] = ROUTE
        request = Request(scope, receive)
        try:
            body = await request.body()
            response = await self._answer(request, found[1], body)
        except Exception as error:
            handler = self._handler(error)
            if handler is None:
                raise
            response = await handler(request, error)
        if response is None:
            await self.app(scope, _again(body, receive), send)
        else:
            await response(scope, receive, send)

    async def _answer(self, request: Request, table_id: str, body: bytes) -> Response | None:
        """Make the move; None for a request that the route should answer."""
        key = request.headers.get("idempotency-key")
        if not request.headers.get("content-type", "").startswith(JSON) or not (key is None or is_valid_key(key)):
            return None
        try:
            wanted = MoveRequest.model_validate_json(body)
        except ValidationError:
            return None
        once = once_for(request, key, body)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, answer_move, request, table_id, wanted, once)

    def _handler(self, error: Exception) -> Handler | None:
        """What answers this error; None for an error of ours, which another middleware logs and answers."""
        handlers: Any = self._main.exception_handlers
        kinds = [kind for kind in type(error).__mro__ if kind in handlers and kind is not Exception]
        handler: Handler | None = handlers[kinds[0]] if kinds else None
        return handler


def _again(body: bytes, receive: Receive) -> Receive:
    """Give a body that has been read once more."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return waiting.pop() if waiting else await receive()

    return receive_again
