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


class _Watchers:
    """The open streams of one table. News reach all of them by one call into the event loop."""

    def __init__(self, service: TableService, table_id: str) -> None:
        self.latest = Latest(0, 0)
        self.streams: set[asyncio.Event] = set()  # set when there is something to tell
        self._loop = asyncio.get_running_loop()
        self.unsubscribe = service.subscribe(self._notify, table_id)

    def _notify(self, _: str, row: int, event: int) -> None:
        self._loop.call_soon_threadsafe(self._wake, row, event)

    def _wake(self, row: int, event: int) -> None:
        self.latest = self.latest.or_later(row, event)
        for news in self.streams:
            news.set()


class LiveUpdates:
    """All open event streams. They never end by themselves, so the server ends them when it stops."""

    def __init__(self, service: TableService, heartbeat: float) -> None:
        self._service = service
        self._heartbeat = heartbeat
        self._tables: dict[str, _Watchers] = {}
        self._stopped = False

    def stop(self) -> None:
        """End all streams. Call it in the event loop."""
        self._stopped = True
        for watchers in self._tables.values():
            for news in watchers.streams:
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
        loop, news = asyncio.get_running_loop(), asyncio.Event()
        if table_id not in self._tables:
            self._tables[table_id] = _Watchers(self._service, table_id)
        watchers = self._tables[table_id]
        watchers.streams.add(news)
        try:
            table = await run_in_threadpool(self._service.open, table_id)
            latest = watchers.latest.or_later(row, event).or_later(len(table.history.rows), table.state.number)
            yield latest
            while not self._stopped:
                timer = loop.call_later(self._heartbeat, news.set)
                await news.wait()
                timer.cancel()
                news.clear()
                before, latest = latest, latest.or_later(*watchers.latest)
                if not self._stopped:
                    yield None if latest == before else latest
        finally:
            watchers.streams.discard(news)
            if not watchers.streams:
                watchers.unsubscribe()
                del self._tables[table_id]


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
