"""The bell of a table: server-sent events that tell a browser of new rows."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import StreamingResponse

from .tables.keys import keys_at
from .tables.service import TableService
from .thinking.viewers import Viewers

router = APIRouter(include_in_schema=False)
HEARTBEAT = ": the table is quiet\n\n"


class LiveUpdates:
    """Everyone who listens to a table. When the server stops it lets them go: they never leave by themselves."""

    def __init__(self, tables: TableService, heartbeat: float) -> None:
        self._tables = tables
        self._heartbeat = heartbeat
        self._listeners: set[asyncio.Event] = set()
        self._stopped = False

    def stop(self) -> None:
        """Let all listeners go; to be called in the event loop."""
        self._stopped = True
        for rung in self._listeners:
            rung.set()

    async def listen(self, table_id: str, number: int) -> AsyncGenerator[str, None]:
        """The number of the last row at once, as the page may be older, and then whenever rows are added."""
        loop = asyncio.get_running_loop()
        rung = asyncio.Event()
        latest = number

        def ring(_: str, newest: int) -> None:
            nonlocal latest
            latest = max(latest, newest)
            loop.call_soon_threadsafe(rung.set)

        unsubscribe = self._tables.subscribe(ring, table_id)
        self._listeners.add(rung)
        try:
            latest = max(latest, len((await run_in_threadpool(self._tables.open, table_id)).history.rows))
            yield _event(latest)
            while not self._stopped:
                try:
                    await asyncio.wait_for(rung.wait(), self._heartbeat)
                except TimeoutError:
                    yield HEARTBEAT
                    continue
                rung.clear()
                if not self._stopped:
                    yield _event(latest)
        finally:
            self._listeners.discard(rung)
            unsubscribe()


async def _watched(
    viewers: Viewers, table_id: str, has_seat: bool, rings: AsyncGenerator[str, None]
) -> AsyncIterator[str]:
    """The same rings; the table counts as watched as long as someone hears them."""
    with viewers.listening(table_id, has_seat):
        async with aclosing(rings):
            async for ring in rings:
                yield ring


def _event(number: int) -> str:
    return f"event: row\ndata: {number}\n\n"


@router.get("/t/{table_id}/bell")
async def bell(request: Request, table_id: str) -> StreamingResponse:
    """Ring whenever rows are added to a table."""
    table = await run_in_threadpool(request.app.state.tables.open, table_id)
    request.app.state.bot_host.attend(table_id)  # a bot may be to move at a table that nobody looked at for long
    has_seat = bool(await run_in_threadpool(table.players_of, keys_at(request, table_id)))
    rings = request.app.state.live_updates.listen(table_id, len(table.history.rows))
    watched = _watched(request.app.state.viewers, table_id, has_seat, rings)
    headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    return StreamingResponse(watched, media_type="text/event-stream", headers=headers)
