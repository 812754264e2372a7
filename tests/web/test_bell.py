"""The bell: it rings for rows, shows a sign of life, and ends when the server does."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from wishing import PERSON, play_all, wish_for

from teahorse.web.routes.bell import HEARTBEAT, Bell
from teahorse.web.tables.tables import Tables

R = TypeVar("R")
THREE = (PERSON, PERSON, PERSON)
NEVER = 3600.0


def row(number: int) -> str:
    return f"event: row\ndata: {number}\n\n"


def run(act: Callable[[], Awaitable[R]]) -> R:
    async def acted() -> R:
        return await act()

    return asyncio.run(acted())


def test_it_tells_where_the_table_is_and_then_of_every_row(tables: Tables) -> None:
    table_id, key = tables.create(wish_for(*THREE))

    async def act() -> None:
        rings = Bell(tables, NEVER).listen(table_id, 0)
        assert await anext(rings) == row(0)
        await asyncio.to_thread(play_all, tables, table_id, key, "market")
        assert await anext(rings) == row(1)
        await asyncio.to_thread(tables.undo, table_id, [key], 2, False)
        assert await anext(rings) == row(2)

    run(act)


def test_a_row_that_came_before_anyone_listened_is_not_missed(tables: Tables) -> None:
    table_id, key = tables.create(wish_for(*THREE))

    async def act() -> None:
        rings = Bell(tables, NEVER).listen(table_id, 0)
        play_all(tables, table_id, key, "market", "market")
        assert await anext(rings) == row(2)

    run(act)


def test_of_many_rows_at_once_the_last_is_told(tables: Tables) -> None:
    table_id, key = tables.create(wish_for(*THREE))

    async def act() -> None:
        rings = Bell(tables, NEVER).listen(table_id, 0)
        await anext(rings)
        play_all(tables, table_id, key, "market", "market", "market")
        assert await anext(rings) == row(3)

    run(act)


def test_other_tables_are_not_heard(tables: Tables) -> None:
    (table_id, _), (other, key) = tables.create(wish_for(*THREE)), tables.create(wish_for(*THREE))

    async def act() -> None:
        bell = Bell(tables, NEVER)
        rings = bell.listen(table_id, 0)
        await anext(rings)
        play_all(tables, other, key, "market")
        waiting = asyncio.ensure_future(anext(rings, "ended"))
        await asyncio.sleep(0)
        assert not waiting.done()
        bell.stop()
        assert await waiting == "ended"

    run(act)


def test_a_quiet_table_shows_a_sign_of_life(tables: Tables) -> None:
    table_id, key = tables.create(wish_for(*THREE))

    async def act() -> None:
        rings = Bell(tables, heartbeat=1e-6).listen(table_id, 0)
        await anext(rings)
        assert [await anext(rings) for _ in range(3)] == [HEARTBEAT] * 3
        play_all(tables, table_id, key, "market")
        while (heard := await anext(rings)) == HEARTBEAT:
            await asyncio.sleep(0)
        assert heard == row(1)

    run(act)


def test_whoever_leaves_is_forgotten(tables: Tables) -> None:
    table_id, _ = tables.create(wish_for(*THREE))

    async def act() -> None:
        bell = Bell(tables, NEVER)
        rings = bell.listen(table_id, 0)
        await anext(rings)
        assert len(tables._listeners) == len(bell._listeners) == 1
        await rings.aclose()
        assert len(tables._listeners) == len(bell._listeners) == 0

    run(act)


def test_when_the_server_stops_everyone_may_go(tables: Tables) -> None:
    table_id, _ = tables.create(wish_for(*THREE))

    async def act() -> None:
        bell = Bell(tables, NEVER)
        rings = [bell.listen(table_id, 0) for _ in range(3)]
        for ring in rings:
            await anext(ring)
        bell.stop()
        assert [await anext(ring, "ended") for ring in rings] == ["ended"] * 3
        late = bell.listen(table_id, 0)
        assert [heard async for heard in late] == [row(0)]

    run(act)
