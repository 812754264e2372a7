"""Stops work on an answer when the client disconnects."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import Request

R = TypeVar("R")


class ClientLeft(Exception):
    """The client has closed the connection."""


async def cancel_on_disconnect(request: Request, answer: Coroutine[Any, Any, R]) -> R:
    """Wait for the answer. If the client disconnects first, cancel it and raise `ClientLeft`."""
    working = asyncio.create_task(answer)
    left = asyncio.create_task(_left(request))
    try:
        await asyncio.wait((working, left), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientLeft
        return working.result()
    finally:
        for task in (working, left):
            task.cancel()
        await asyncio.gather(working, left, return_exceptions=True)


async def _left(request: Request) -> None:
    """Wait until the client disconnects. The body comes before that."""
    await request.body()
    while (await request.receive())["type"] != "http.disconnect":
        pass
