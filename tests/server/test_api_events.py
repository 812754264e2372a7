"""The events of a table as a stream: every row and change once and in order, resumed after any of them."""

import asyncio
import json
from collections.abc import Collection
from typing import Any

import pytest

from table_setup import PERSON, config_for, play_greedily
from teahorse.server.api.events import Reader, _events
from teahorse.server.live_updates import HEARTBEAT, Latest, LiveUpdates
from teahorse.server.storage.database import Database
from teahorse.server.tables.events.subject import NewEvent
from teahorse.server.tables.service import TableService

NEVER = 3600.0
SECONDS = 20.0


def read(text: str) -> tuple[str, str, dict[str, Any]]:
    """The kind, id and data of an event."""
    fields = dict(line.split(": ", 1) for line in text.strip().splitlines())
    return fields["event"], fields["id"], json.loads(fields["data"])


class Follower:
    """Follows a table from some event on."""

    def __init__(
        self,
        tables: TableService,
        table_id: str,
        row: int = 0,
        event: int = 0,
        beat: float = NEVER,
        own: Collection[int] = (),
    ) -> None:
        live = LiveUpdates(tables, beat)
        seats = lambda table: frozenset(own)  # noqa: E731
        self.events = _events(tables, live, table_id, Latest(row, event), Reader(lambda: tables.open(table_id), seats))

    async def next(self) -> str:
        return await asyncio.wait_for(anext(self.events), SECONDS)

    async def take(self, count: int) -> list[tuple[str, str, dict[str, Any]]]:
        return [read(await self.next()) for _ in range(count)]


@pytest.fixture
def held(tables: TableService) -> tuple[str, str]:
    """A table with two moves, a start after the first, and a seat that was given to a bot."""
    table_id, key = tables.create(config_for(PERSON, PERSON, PERSON))
    tables.play(table_id, [key], "bid school 9", 1)
    tables.append(table_id, lambda _: [NewEvent("started", 1, {"secret": "x"})])
    tables.play(table_id, [key], "market", 2)
    tables.append(table_id, lambda _: [NewEvent("seat-to-bot", 2, {"name": "Li", "bot": "greedy", "key": "hash"})])
    return table_id, key


def test_a_stream_begins_with_all_that_happened_in_its_order(tables: TableService, held: tuple[str, str]) -> None:
    async def run() -> None:
        follower = Follower(tables, held[0])
        told = await follower.take(4)
        assert [(kind, at) for kind, at, _ in told] == [
            ("row", "1-0"),
            ("change", "1-1"),
            ("row", "2-1"),
            ("change", "2-2"),
        ]
        assert told[0][2] == {"number": 1, "kind": "move", "move": "bid school 9", "player": "p1"}
        assert told[1][2]["data"] == {} and told[1][2]["kind"] == "started"  # only what is known to be public
        assert told[3][2]["data"] == {"name": "Li", "bot": "greedy"} and told[3][2]["seat"] == 2
        await follower.events.aclose()

    asyncio.run(run())


@pytest.mark.parametrize(("row", "event", "first"), [(1, 0, "1-1"), (1, 1, "2-1"), (2, 1, "2-2"), (0, 2, "1-2")])
def test_a_stream_goes_on_after_the_last_event(
    tables: TableService, held: tuple[str, str], row: int, event: int, first: str
) -> None:
    async def run() -> None:
        follower = Follower(tables, held[0], row, event)
        assert (await follower.take(1))[0][1] == first
        await follower.events.aclose()

    asyncio.run(run())


def test_what_happens_later_is_told_at_once(tables: TableService, held: tuple[str, str], database: str) -> None:
    async def run() -> None:
        table_id, key = held
        follower = Follower(tables, table_id, 2, 2, beat=0.05)
        assert await follower.next() == HEARTBEAT
        waiting = asyncio.create_task(follower.next())
        await asyncio.to_thread(tables.undo, table_id, [key], 3, False)
        text = await waiting
        while text == HEARTBEAT:
            text = await follower.next()
        assert read(text)[1:] == ("3-2", {"number": 3, "kind": "undo", "move": "market", "player": None})
        other = Database(database)  # another process adds a row, and says so
        TableService(other).play(table_id, [key], "bid temple 5", 4)
        other.close()
        tables.pass_on(table_id, 4, 2)
        text = HEARTBEAT
        while text == HEARTBEAT:
            text = await follower.next()
        assert read(text)[2]["move"] == "bid temple 5"
        await follower.events.aclose()

    asyncio.run(run())


def test_the_order_of_dulis_cards_is_not_told(tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, PERSON))
    play_greedily(tables, table_id, key, 8)

    async def run() -> None:
        follower = Follower(tables, table_id)
        told = await follower.take(8)
        decks = [data for _, _, data in told if data["player"] == "chance"]
        assert decks and all(data["move"] == "deck" for data in decks)
        await follower.events.aclose()

    asyncio.run(run())


def test_messages_are_for_those_at_the_table_who_have_not_muted_the_writer(tables: TableService) -> None:
    table_id, _ = tables.create(config_for(PERSON, PERSON, PERSON))
    said = [NewEvent("message", seat, {"text": f"from {seat}", "name": "x"}) for seat in (0, 1, 0)]
    new = [
        *said,
        NewEvent("muted", 2, {"whom": 1}),
        NewEvent("vote", 2, {"against": 1}),
        NewEvent("removed", None, {"message": 3}),
        NewEvent("closed"),
    ]
    tables.append(table_id, lambda _: new)

    async def numbers(own: Collection[int], count: int) -> list[int]:
        follower = Follower(tables, table_id, own=own)
        told = [data["number"] for _, _, data in await follower.take(count)]
        await follower.events.aclose()
        return told

    async def run() -> None:
        assert await numbers((), 1) == [7]  # a spectator
        assert await numbers((1,), 4) == [1, 2, 6, 7]  # without the message that was removed
        assert await numbers((2,), 3) == [1, 6, 7]

    asyncio.run(run())
