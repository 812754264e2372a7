"""Readers: who looks at a table, and who left before the answer was there."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import Request

from ..tables.keys import keys_at
from ..tables.service import Table

R = TypeVar("R")


class ReaderLeft(Exception):
    """The client has closed the connection."""


def note_visit(request: Request, table: Table, keys: frozenset[str] | None = None) -> None:
    """Note that someone looks at a table: if they have a seat there, its bots think first."""
    if not table.players_of(keys_at(request, table.id) if keys is None else keys):
        return
    state = request.app.state
    state.viewers.saw(table.id)
    if table.bot_of(table.to_move) is not None:
        state.bot_host.attend(table.id)  # it may have waited until someone looks


async def while_reader_waits(request: Request, answer: Coroutine[Any, Any, R]) -> R:
    """The answer; if the reader leaves before it is there, it is cancelled and `ReaderLeft` raised."""
    asked = asyncio.create_task(answer)
    left = asyncio.create_task(_left(request))
    try:
        await asyncio.wait((asked, left), return_when=asyncio.FIRST_COMPLETED)
        if not asked.done():
            raise ReaderLeft
        return asked.result()
    finally:
        for task in (asked, left):
            task.cancel()
        await asyncio.gather(asked, left, return_exceptions=True)


async def _left(request: Request) -> None:
    """Wait until the connection is closed; what comes before that is the body."""
    await request.body()
    while (await request.receive())["type"] != "http.disconnect":
        pass
