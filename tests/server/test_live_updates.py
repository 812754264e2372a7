"""Live updates: every new row is sent, a heartbeat keeps the connection, and the server's end closes it."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from table_setup import PERSON, config_for, play_moves
from teahorse.server import live_updates
from teahorse.server.live_updates import BEAT, LiveUpdates, WhoIsHere
from teahorse.server.presence import Presence
from teahorse.server.storage.notifications import NoNotifications
from teahorse.server.tables.events.subject import NewEvent
from teahorse.server.tables.keys import ListedKey
from teahorse.server.tables.service import TableService
from teahorse.server.thinking.viewers import LINGER, Viewers
from teahorse.server.thinking.work_queue import Urgency
from visitor import Visitor

R = TypeVar("R")
THREE = (PERSON, PERSON, PERSON)
NEVER = 3600.0


def row(number: int) -> str:
    return f"event: row\ndata: {number}\n\n"


def change(number: int) -> str:
    return f"event: change\ndata: {number}\n\n"


def run(act: Callable[[], Awaitable[R]]) -> R:
    async def acted() -> R:
        return await act()

    return asyncio.run(acted())


def test_it_tells_where_the_table_is_and_then_of_every_row(tables: TableService) -> None:
    table_id, key = tables.create(config_for(*THREE))

    async def act() -> None:
        rings = LiveUpdates(tables, NEVER).listen(table_id, 0, 0)
        assert await anext(rings) == row(0)
        await asyncio.to_thread(play_moves, tables, table_id, key, "market")
        assert await anext(rings) == row(1)
        await asyncio.to_thread(tables.undo, table_id, [key], 2, False)
        assert await anext(rings) == row(2)

    run(act)


def test_it_tells_of_every_event(tables: TableService) -> None:
    table_id, key = tables.create(config_for(*THREE))
    tables.append(table_id, lambda _: [NewEvent("some-kind")])

    async def act() -> None:
        rings = LiveUpdates(tables, NEVER).listen(table_id, 0, 0)
        assert [await anext(rings), await anext(rings)] == [row(0), change(1)]
        await asyncio.to_thread(tables.append, table_id, lambda _: [NewEvent("some-kind"), NewEvent("some-kind")])
        assert await anext(rings) == change(3)
        await asyncio.to_thread(play_moves, tables, table_id, key, "market")
        assert await anext(rings) == row(1)

    run(act)


def test_a_row_that_came_before_anyone_listened_is_not_missed(tables: TableService) -> None:
    table_id, key = tables.create(config_for(*THREE))

    async def act() -> None:
        rings = LiveUpdates(tables, NEVER).listen(table_id, 0, 0)
        play_moves(tables, table_id, key, "market", "market")
        assert await anext(rings) == row(2)

    run(act)


def test_only_the_last_of_many_new_rows_is_reported(tables: TableService) -> None:
    table_id, key = tables.create(config_for(*THREE))

    async def act() -> None:
        rings = LiveUpdates(tables, NEVER).listen(table_id, 0, 0)
        await anext(rings)
        play_moves(tables, table_id, key, "market", "market", "market")
        assert await anext(rings) == row(3)

    run(act)


def test_other_tables_are_not_heard(tables: TableService) -> None:
    (table_id, key), (other, other_key) = tables.create(config_for(*THREE)), tables.create(config_for(*THREE))

    async def act() -> None:
        rings = LiveUpdates(tables, NEVER).listen(table_id, 0, 0)
        await anext(rings)
        play_moves(tables, other, other_key, "market", "market")
        play_moves(tables, table_id, key, "market")
        assert await anext(rings) == row(1)

    run(act)


def test_a_quiet_table_shows_a_sign_of_life(tables: TableService) -> None:
    table_id, key = tables.create(config_for(*THREE))

    async def act() -> None:
        rings = LiveUpdates(tables, heartbeat=1e-6).listen(table_id, 0, 0)
        await anext(rings)
        assert [await anext(rings) for _ in range(3)] == [BEAT] * 3
        play_moves(tables, table_id, key, "market")
        while (heard := await anext(rings)) == BEAT:
            await asyncio.sleep(0)
        assert heard == row(1)

    run(act)


def here(*players: str, spectators: int = 0) -> str:
    return f"event: presence\ndata: {json.dumps({'here': players, 'spectators': spectators})}\n\n"


def test_it_tells_who_is_here_and_who_comes(tables: TableService) -> None:
    table_id, key = tables.create(config_for(*THREE))

    async def act() -> None:
        presence = Presence(tables.storage.presence, NoNotifications())
        rings = LiveUpdates(tables, NEVER).listen(table_id, 0, 0, WhoIsHere(presence, tables.open(table_id)))
        with presence.here(table_id, [0], "ann"):
            assert [await anext(rings), await anext(rings)] == [row(0), here("p1")]
            with presence.here(table_id, [2], "cy"), presence.here(table_id, [], "eve"):
                assert await anext(rings) == here("p1", "p3", spectators=1)
                await asyncio.to_thread(play_moves, tables, table_id, key, "market")
                assert await anext(rings) == row(1)
        await rings.aclose()
        assert presence._listeners == {}

    run(act)


def test_a_listener_that_disconnects_is_removed(tables: TableService) -> None:
    table_id, _ = tables.create(config_for(*THREE))

    async def act() -> None:
        house_bell = LiveUpdates(tables, NEVER)
        rings = house_bell.listen(table_id, 0, 0)
        await anext(rings)
        assert tables._subscriptions.tables() == list(house_bell._tables) == [table_id]
        await rings.aclose()
        assert tables._subscriptions.tables() == list(house_bell._tables) == []

    run(act)


def test_when_the_server_stops_everyone_may_go(tables: TableService) -> None:
    table_id, _ = tables.create(config_for(*THREE))

    async def act() -> None:
        house_bell = LiveUpdates(tables, NEVER)
        rings = [house_bell.listen(table_id, 0, 0) for _ in range(3)]
        for ring in rings:
            await anext(ring)
        house_bell.stop()
        assert [await anext(ring, "ended") for ring in rings] == ["ended"] * 3
        late = house_bell.listen(table_id, 0, 0)
        assert [heard async for heard in late] == [row(0)]

    run(act)


# --- Who listens ----------------------------------------------------------------------------------------------


def test_a_table_counts_as_watched_while_someone_listens_and_a_player_counts_more(tables: TableService) -> None:
    held = ListedKey(*tables.create(config_for(*THREE)))
    now = [0.0]

    async def hear(visitor: Visitor) -> Urgency:
        """Listen to the table, and leave again; gives how urgent its bots are meanwhile."""
        cookie = "; ".join(f"{cookie.name}={cookie.value}" for cookie in visitor.cookies.jar)
        path = f"/t/{held.table}/bell"
        headers = [(b"cookie", cookie.encode()), (b"host", b"yunnan")]
        scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": headers}
        heard, left = asyncio.Event(), asyncio.Event()

        async def receive() -> Any:
            await left.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message.get("body"):
                heard.set()

        listening = asyncio.create_task(visitor.app(scope, receive, send))
        await heard.wait()
        urgency = visitor.app.state.viewers.urgency(held.table)
        left.set()
        await listening
        return urgency

    for visitor, urgency in ((Visitor(tables), Urgency.WATCHED), (Visitor(tables, held), Urgency.PLAYED)):
        visitor.app.router.routes.extend(live_updates.router.routes)
        visitor.app.state.live_updates = LiveUpdates(tables, NEVER)
        visitor.app.state.presence = Presence(tables.storage.presence, NoNotifications())
        visitor.app.state.viewers = viewers = Viewers(lambda: now[0])
        assert viewers.urgency(held.table) == Urgency.UNWATCHED
        assert asyncio.run(hear(visitor)) == urgency
        now[0] += LINGER
        assert viewers.urgency(held.table) == Urgency.UNWATCHED
