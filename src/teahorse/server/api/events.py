"""The events of a table as server-sent events: rows, and everything else that changes there."""

import re
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing
from functools import lru_cache, partial
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Header, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response
from pydantic import BaseModel

from ..http.event_streams import EventStream
from ..live_updates import HEARTBEAT, Latest, LiveUpdates
from ..tables.errors import NoSuchTable
from ..tables.keys import new_key
from ..tables.service import TableService
from ..tables.table import CHANCE, Table
from ..visits import open_table
from .access import Authorization, keys_of, service_of
from .answers import A_STREAM, NOT_FOUND
from .changes import TALK, data_for
from .models import ChangeEvent, RowEvent

router = APIRouter(prefix="/tables/{table_id}", tags=["events"])

TEXTS_IN_MEMORY = 1000  # of rows: all who listen to a table are told the same
_ID = re.compile(r"(\d{1,9})-(\d{1,9})")

LastEventId = Annotated[
    str | None,
    Header(
        alias="Last-Event-ID",
        max_length=40,
        description="The id of the last event that you have: `ROWS-CHANGES`. The stream goes on after it; without it, "
        "it begins with the first row.",
        examples=["12-3"],
    ),
]


@router.get("/events", response_class=Response, responses=A_STREAM | NOT_FOUND)
async def stream_events(
    request: Request, table_id: str, last_event_id: LastEventId = None, authorization: Authorization = None
) -> EventStream:
    """A stream of server-sent events: `row` for each move and undo, `change` for everything else.

    The data of an event is JSON (`RowEvent`, `ChangeEvent`), its id `ROWS-CHANGES`. A client that reconnects sends the
    last id as `Last-Event-ID` and misses nothing.
    """
    service, live = service_of(request), request.app.state.live_updates
    table = await run_in_threadpool(open_table, request, table_id)
    players = await run_in_threadpool(table.players_of, keys_of(request, table_id, authorization))
    found = _ID.fullmatch(last_event_id or "")
    after = Latest(int(found[1]), int(found[2])) if found else Latest(0, 0)
    request.app.state.bot_host.check_table(table_id)  # its bot may have been waiting for a visit
    keys = keys_of(request, table_id, authorization)
    reader = Reader(partial(open_table, request, table_id), lambda table: table.own_seats(keys))
    events = _events(service, live, table_id, after, reader)
    watching = [request.app.state.viewers.listening(table_id, bool(players))]
    if players:
        watching.append(request.app.state.presence.here(table_id, table.seats_of(players), new_key()))
    return EventStream(request, events, watching)


class Reader(NamedTuple):
    """Who reads a stream. Both functions ask the database, because rights may end while the stream is open."""

    open_table: Callable[[], Table]  # raises `NoSuchTable` if they may not watch
    seats_at: Callable[[Table], frozenset[int]]


async def _events(
    service: TableService, live: LiveUpdates, table_id: str, told: Latest, reader: Reader
) -> AsyncGenerator[str, None]:
    async with aclosing(live.changes(table_id, *told)) as changes:
        async for latest in changes:
            if latest is None:
                yield HEARTBEAT
                continue
            table = service.in_memory(table_id, *latest)
            if table is None:
                table = await run_in_threadpool(service.open, table_id)
            if table.is_private and table.state.number > told.event:
                try:
                    await run_in_threadpool(reader.open_table)
                except NoSuchTable:  # the reader may not watch any more
                    return
            is_talk = any(event.kind in TALK for event in table.events[told.event :])
            seats = await run_in_threadpool(reader.seats_at, table) if is_talk else frozenset()
            for at, text in _news(table, told, seats):
                told = at
                yield text


def _news(table: Table, told: Latest, seats: frozenset[int]) -> Iterator[tuple[Latest, str]]:
    """What has happened since the last event that was told, in order."""
    rows, events = table.history.rows[told.row :], list(table.events[told.event :])
    players = {step.row: step.player for step in table.history.steps[-len(rows) :]} if rows else {}
    while rows or events:
        if events and (not rows or events[0].after_row < rows[0].number):
            event = events.pop(0)
            told = Latest(told.row, event.number)
            data = data_for(event, table, seats)
            if data is not None:
                change = ChangeEvent(data=data, **{name: getattr(event, name) for name in _FIELDS})
                yield told, _text("change", told, change)
        else:
            row = rows.pop(0)
            told = Latest(row.number, told.event)
            player = players.get(row.number)
            # 14: nobody knows the order of the cards.
            move = row.text.partition(" ")[0] if player == CHANCE or row.text.startswith("deck") else row.text
            yield told, _row_text(told, row.kind, move, player)


@lru_cache(TEXTS_IN_MEMORY)
def _row_text(at: Latest, kind: str, move: str, player: str | None) -> str:
    return _text("row", at, RowEvent(number=at.row, kind=kind, move=move, player=player))


_FIELDS = ("number", "kind", "seat", "after_row", "made_at")


def _text(kind: str, at: Latest, data: BaseModel) -> str:
    return f"event: {kind}\nid: {at.row}-{at.event}\ndata: {data.model_dump_json()}\n\n"
