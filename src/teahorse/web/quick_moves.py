"""Moves, answered without the framework's routing and checks of types, which take longer than a move.

The routes in `server/api/moves.py` and `routes/table.py` describe the same operations. They answer whatever is unusual
here: a program's request that isn't JSON, a wrong idempotency key, a form without a script.
"""

import asyncio
import re
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import SimpleNamespace
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from fastapi import FastAPI, Request, Response
from pydantic import ValidationError
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..server import api
from ..server.api.models import MoveRequest
from ..server.api.moves import ProgramMove, answer_move
from ..server.api.once import is_valid_key, once_for
from ..server.api.together import MovesTogether
from .compression import Compression
from .routes.table import answer_page_move

THREADS = 24  # they mostly wait for the disk, and what they write meanwhile is committed together
JSON, FORM = "application/json", "application/x-www-form-urlencoded"
LONGEST_NUMBER = 9  # digits

Answer = Callable[[], Response]
"""Makes a move and answers; runs in a thread."""


def _of_program(request: Request, table_id: str, body: bytes) -> ProgramMove | None:
    key = request.headers.get("idempotency-key")
    if not request.headers.get("content-type", "").startswith(JSON) or not (key is None or is_valid_key(key)):
        return None
    try:
        wanted = MoveRequest.model_validate_json(body)
    except ValidationError:
        return None
    return ProgramMove(request, table_id, wanted, once_for(request, key, body))


def _of_page(request: Request, table_id: str, body: bytes) -> Answer | None:
    headers = request.headers
    if "x-table" not in headers or not headers.get("content-type", "").startswith(FORM) or not body.isascii():
        return None
    given = dict(parse_qsl(body.decode("ascii")))
    number, after = given.get("number", ""), given.get("after", "0")
    if not all(text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER for text in (number, after)):
        return None
    move, version = given.get("move") or f"convert {given.get('convert', '')}", given.get("version", "")
    row = int(after) if "after" in given else None
    return partial(answer_page_move, request, table_id, move, int(number), row, version)


class ShortWay(NamedTuple):
    """A short way: addresses, the route's address as metrics name it, what reads requests, whether to compress."""

    path: re.Pattern[str]
    route: SimpleNamespace
    read: Callable[[Request, str, bytes], ProgramMove | Answer | None]
    is_compressed: bool


WAYS = (
    ShortWay(
        re.compile(rf"{api.PREFIX}/tables/([^/]+)/moves"),
        SimpleNamespace(path=f"{api.PREFIX}/tables/{{table_id}}/moves"),
        _of_program,
        is_compressed=False,
    ),
    ShortWay(
        re.compile(r"/t/([^/]+)/moves"), SimpleNamespace(path="/t/{table_id}/moves"), _of_page, is_compressed=True
    ),
)

Handler = Callable[[Request, Exception], Coroutine[Any, Any, Response]]


class QuickMoves:
    """A middleware that answers moves itself, and passes everything else on."""

    def __init__(self, app: ASGIApp, main: FastAPI) -> None:
        self.app = app
        self._main = main
        self._threads = ThreadPoolExecutor(THREADS, "moves")
        self._together = MovesTogether()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        is_post = scope["type"] == "http" and scope["method"] == "POST"
        ways = ((way, way.path.fullmatch(scope["path"])) for way in (WAYS if is_post else ()))
        way, found = next(((way, found) for way, found in ways if found), (None, None))
        if way is None or found is None:
            await self.app(scope, receive, send)
            return
        scope["route"] = way.route
        request = Request(scope, receive)
        try:
            body = await request.body()
            wanted = way.read(request, found[1], body)
            response = None if wanted is None else await self._answer(wanted)
        except Exception as error:
            handler = self._handler(error)
            if handler is None:
                raise
            response = await handler(request, error)
        if response is None:
            await self.app(scope, _again(body, receive), send)
        else:
            await (Compression(response) if way.is_compressed else response)(scope, receive, send)

    async def _answer(self, wanted: ProgramMove | Answer) -> Response:
        if isinstance(wanted, ProgramMove):
            # With PostgreSQL, one thread would wait for each of its answers in turn.
            response = None if self._main.state.storage.is_shared else await self._together.answer(wanted)
            if response is not None:
                return response
            wanted = partial(answer_move, *wanted)
        return await asyncio.get_running_loop().run_in_executor(self._threads, wanted)

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
