"""Live updates: server-sent events that tell browsers of new rows and events at a table."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import NamedTuple

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool

from .http.event_streams import EventStream
from .tables.keys import keys_at
from .tables.service import TableService
from .thinking.viewers import Viewers
from .visits import open_table

router = APIRouter(include_in_schema=False)
HEARTBEAT = ": the table is quiet\n\n"


class Latest(NamedTuple):
    """The numbers of the last row and of the last event of a table."""

    row: int
    event: int

    def or_later(self, row: int, event: int) -> "Latest":
        """The later one of each."""
        return Latest(max(self.row, row), max(self.event, event))


class LiveUpdates:
    """All open event streams. They never end by themselves, so the server ends them when it stops."""

    def __init__(self, service: TableService, heartbeat: float) -> None:
        self._service = service
        self._heartbeat = heartbeat
        self._listeners: set[asyncio.Event] = set()
        self._stopped = False

    def stop(self) -> None:
        """End all streams. Call it in the event loop."""
        self._stopped = True
        for news in self._listeners:
            news.set()

    async def listen(self, table_id: str, row: int, event: int) -> AsyncGenerator[str, None]:
        """Yield the numbers of the last row and event as text at once, as the page may be older, and again later."""
        told = Latest(-1, 0)
        async with aclosing(self.changes(table_id, row, event)) as changes:
            async for latest in changes:
                if latest is None:
                    yield HEARTBEAT
                    continue
                before, told = told, latest
                if told.row > before.row:
                    yield _row(told.row)
                if told.event > before.event:
                    yield _change(told.event)

    async def changes(self, table_id: str, row: int, event: int) -> AsyncGenerator[Latest | None, None]:
        """Yield the numbers of the last row and event at once and whenever they change; None when all is quiet."""
        loop = asyncio.get_running_loop()
        news = asyncio.Event()
        latest = Latest(row, event)

        def notify(_: str, row: int, event: int) -> None:
            nonlocal latest
            latest = latest.or_later(row, event)
            loop.call_soon_threadsafe(news.set)

        unsubscribe = self._service.subscribe(notify, table_id)
        self._listeners.add(news)
        try:
            table = await run_in_threadpool(self._service.open, table_id)
            latest = latest.or_later(len(table.history.rows), table.state.number)
            yield latest
            while not self._stopped:
                try:
                    await asyncio.wait_for(news.wait(), self._heartbeat)
                except TimeoutError:
                    yield None
                    continue
                news.clear()
                if not self._stopped:
                    yield latest
        finally:
            self._listeners.discard(news)
            unsubscribe()


async def watched(
    viewers: Viewers, table_id: str, has_seat: bool, updates: AsyncGenerator[str, None]
) -> AsyncIterator[str]:
    """Pass updates on, and count the table as watched until the stream ends."""
    with viewers.listening(table_id, has_seat):
        async with aclosing(updates):
            async for notify in updates:
                yield notify


def _row(number: int) -> str:
    return f"event: row\ndata: {number}\n\n"


def _change(number: int) -> str:
    return f"event: change\ndata: {number}\n\n"


@router.get("/t/{table_id}/bell")
async def stream_updates(request: Request, table_id: str) -> EventStream:
    """Send an event whenever rows or events are added to a table."""
    table = await run_in_threadpool(open_table, request, table_id)
    request.app.state.bot_host.check_table(table_id)  # its bot may have been waiting for a visit
    has_seat = bool(await run_in_threadpool(table.players_of, keys_at(request, table_id)))
    updates = request.app.state.live_updates.listen(table_id, len(table.history.rows), table.state.number)
    updates = watched(request.app.state.viewers, table_id, has_seat, updates)
    return EventStream(request, updates)
