"""Live updates: server-sent events that tell browsers of new rows and events at a table, and of who is here."""

import asyncio
import json
from collections.abc import AsyncGenerator, Iterator
from contextlib import AbstractContextManager, aclosing, contextmanager, nullcontext
from typing import NamedTuple

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool

from .http.event_streams import EventStream
from .presence import Presence
from .tables.keys import browser_id, keys_at, new_key
from .tables.seats import players_of
from .tables.service import TableService
from .tables.table import Table
from .visits import open_table

router = APIRouter(include_in_schema=False)
HEARTBEAT = ": the table is quiet\n\n"
BEAT = "event: beat\ndata: \n\n"  # for pages: scripts don't hear comments, and notice when these events stay away


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


class _Silence:
    """Wakes a stream that was silent for a time. News don't set a new timer; when it ends, it looks at the clock."""

    def __init__(self, seconds: float, news: asyncio.Event) -> None:
        self._seconds = seconds
        self._news = news
        self._loop = asyncio.get_running_loop()
        self._ends_at = self._loop.time() + seconds
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Note that the stream has just spoken."""
        self._ends_at = self._loop.time() + self._seconds
        if self._timer is None:
            self._timer = self._loop.call_at(self._ends_at, self._look)

    def _look(self) -> None:
        self._timer = None
        if self._loop.time() >= self._ends_at:
            self._news.set()
        else:
            self._timer = self._loop.call_at(self._ends_at, self._look)

    def stop(self) -> None:
        """Wake nobody any more."""
        if self._timer is not None:
            self._timer.cancel()


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

    async def listen(
        self, table_id: str, row: int, event: int, here: "WhoIsHere | None" = None
    ) -> AsyncGenerator[str, None]:
        """Yield the numbers of the last row and event as text at once, as the page may be older, and again later.

        The same goes for who is here, if that is asked for.
        """
        told, news = Latest(-1, 0), asyncio.Event()
        with nullcontext() if here is None else here.listening(news):
            async with aclosing(self.changes(table_id, row, event, news)) as changes:
                async for latest in changes:
                    before, told = told, latest or told
                    if told.row > before.row:
                        yield _row(told.row)
                    if told.event > before.event:
                        yield _change(told.event)
                    if here is not None and here.has_changed:
                        yield here.text()
                    elif latest is None:
                        yield BEAT

    async def changes(
        self, table_id: str, row: int, event: int, news: asyncio.Event | None = None
    ) -> AsyncGenerator[Latest | None, None]:
        """Yield the numbers of the last row and event at once and whenever they change; None when all is quiet.

        Set `news` to wake the loop for other news; it then yields None.
        """
        news = news or asyncio.Event()
        if table_id not in self._tables:
            self._tables[table_id] = _Watchers(self._service, table_id)
        watchers = self._tables[table_id]
        watchers.streams.add(news)
        silence = _Silence(self._heartbeat, news)
        try:
            table = await run_in_threadpool(self._service.open, table_id)
            latest = watchers.latest.or_later(row, event).or_later(len(table.history.rows), table.state.number)
            yield latest
            while not self._stopped:
                silence.begin()
                await news.wait()
                news.clear()
                before, latest = latest, latest.or_later(*watchers.latest)
                if not self._stopped:
                    yield None if latest == before else latest
        finally:
            silence.stop()
            watchers.streams.discard(news)
            if not watchers.streams:
                watchers.unsubscribe()
                del self._tables[table_id]


class WhoIsHere:
    """Who is at a table, for one stream."""

    def __init__(self, presence: Presence, table: Table) -> None:
        self._presence = presence
        self._table = table
        self.has_changed = True  # since it was told

    @contextmanager
    def listening(self, news: asyncio.Event) -> Iterator[None]:
        """Set an event whenever someone comes or leaves."""

        def changed() -> None:
            self.has_changed = True
            news.set()

        with self._presence.listening(self._table.id, changed):
            yield

    def text(self) -> str:
        """Which players are here, and how many spectators, as an event of a stream."""
        self.has_changed = False
        table = self._table
        present = self._presence.at(table.id, len(table.seats))
        here = [player for player in players_of(table.rules) if table.seat_number(player) in present.seats]
        return f"event: presence\ndata: {json.dumps({'here': here, 'spectators': present.spectators})}\n\n"


def _row(number: int) -> str:
    return f"event: row\ndata: {number}\n\n"


def _change(number: int) -> str:
    return f"event: change\ndata: {number}\n\n"


@router.get("/t/{table_id}/bell")
async def stream_updates(request: Request, table_id: str, hidden: bool = False) -> EventStream:
    """Send an event whenever rows or events are added to a table, or someone comes or leaves.

    A hidden page is not present.
    """
    state = request.app.state
    table = await run_in_threadpool(open_table, request, table_id)
    state.bot_host.check_table(table_id)  # its bot may have been waiting for a visit
    players = await run_in_threadpool(table.players_of, keys_at(request, table_id))
    watching: list[AbstractContextManager[None]] = [state.viewers.listening(table_id, bool(players))]
    if not hidden:
        watching.append(state.presence.here(table_id, table.seats_of(players), browser_id(request) or new_key()))
    here = WhoIsHere(state.presence, table)
    updates = state.live_updates.listen(table_id, len(table.history.rows), table.state.number, here)
    return EventStream(request, updates, watching)
