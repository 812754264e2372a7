"""Who is here: pages of one process at once, those of other processes through the database, dead ones not at all."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection
from contextlib import ExitStack

import pytest
from manual_clock import ManualClock

from table_setup import PERSON, config_for
from teahorse.server import presence
from teahorse.server.presence import LIFE, NOBODY, Presence, Present
from teahorse.server.storage.database import Database
from teahorse.server.storage.notifications import Receiver
from teahorse.server.storage.presence import Beat, Place
from teahorse.server.tables.service import TableService

SEATS = 3


class DirectNotifications:
    """Stands in for the notifications of two processes: what one sends, the other receives at once."""

    def __init__(self) -> None:
        self.receivers: list[Receiver] = []
        self.other: DirectNotifications | None = None

    def send(self, kind: str, text: str) -> None:
        for receiver in self.other.receivers if self.other else ():
            receiver(text)

    def receive(self, kind: str, receiver: Receiver) -> None:
        self.receivers.append(receiver)

    def on_look_again(self, look: Callable[[], None]) -> None:
        pass

    def start(self) -> None:
        pass

    def stop(self) -> None:
        pass


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "LINGER", 0.0)
    monkeypatch.setattr(presence, "PAUSE", 0.01)


async def until(is_true: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not is_true():
            await asyncio.sleep(0.01)


def at_two_processes(
    storage: Database, clock: ManualClock, act: Callable[[Presence, Presence], Awaitable[None]]
) -> None:
    async def acted() -> None:
        ways = DirectNotifications(), DirectNotifications()
        ways[0].other, ways[1].other = ways[1], ways[0]
        one, other = (Presence(storage.presence, way, clock) for way in ways)
        await one.start()
        await other.start()
        try:
            await act(one, other)
        finally:
            await one.stop()
            await other.stop()

    asyncio.run(acted())


def test_a_page_is_here_at_once_and_gone_when_it_is_closed(
    storage: Database, tables: TableService, clock: ManualClock
) -> None:
    table_id, _ = tables.create(config_for(PERSON, PERSON, PERSON))
    told = []

    async def act(one: Presence, _: Presence) -> None:
        with one.listening(table_id, lambda: told.append(one.at(table_id, SEATS))):
            with ExitStack() as pages:
                pages.enter_context(one.here(table_id, [0], "ann"))
                pages.enter_context(one.here(table_id, [0], "ann"))  # a second tab
                pages.enter_context(one.here(table_id, [1, 2], "bo"))
                pages.enter_context(one.here(table_id, [], "eve"))
                pages.enter_context(one.here(table_id, [], "eve"))
                pages.enter_context(one.here(table_id, [], "mallory"))
                assert one.at(table_id, SEATS) == Present(frozenset({0, 1, 2}), spectators=2)
                assert one.at("another", SEATS) == NOBODY
            await until(lambda: one.at(table_id, SEATS) == NOBODY)
        assert told[0] == Present(frozenset({0})) and told[-1] == NOBODY

    at_two_processes(storage, clock, act)


def test_another_process_sees_who_is_here_and_who_left(
    storage: Database, tables: TableService, clock: ManualClock
) -> None:
    table_id, _ = tables.create(config_for(PERSON, PERSON, PERSON))

    async def act(one: Presence, other: Presence) -> None:
        told: list[Present] = []
        with other.here(table_id, [2], "cy"), other.listening(table_id, lambda: told.append(other.at(table_id, SEATS))):
            with one.here(table_id, [0], "ann"), one.here(table_id, [], "eve"):
                await until(lambda: other.at(table_id, SEATS) == Present(frozenset({0, 2}), spectators=1))
                await until(lambda: one.at(table_id, SEATS).seats == {0, 2})
            await until(lambda: other.at(table_id, SEATS) == Present(frozenset({2})))
            assert Present(frozenset({0, 2}), 1) in told and told[-1] == Present(frozenset({2}))

    at_two_processes(storage, clock, act)


def test_of_two_who_look_at_once_both_see_who_is_elsewhere(
    storage: Database, tables: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id, _ = tables.create(config_for(PERSON, PERSON, PERSON))
    storage.presence.write("other", Beat(1, 1), {}, {Place(table_id, 1): 1})
    counts = storage.presence.counts

    def slow_counts(processes: Collection[str]) -> dict[str, dict[Place, int]]:
        time.sleep(0.2)
        return counts(processes)

    monkeypatch.setattr(storage.presence, "counts", slow_counts)
    here = Presence(storage.presence, DirectNotifications())

    async def look() -> Present:
        await here.look_elsewhere()
        return here.at(table_id, SEATS)

    async def both() -> list[Present]:
        return await asyncio.gather(look(), look())

    assert asyncio.run(both()) == [Present(frozenset({1}))] * 2


def test_a_process_that_was_killed_counts_no_longer(
    storage: Database, tables: TableService, clock: ManualClock
) -> None:
    table_id, _ = tables.create(config_for(PERSON, PERSON, PERSON))
    storage.presence.write("killed", Beat(7, 1), {}, {Place(table_id, 1): 1})

    async def act(one: Presence, _: Presence) -> None:
        with one.here(table_id, [0], "ann"):
            await until(lambda: one.at(table_id, SEATS).seats == {0, 1})
            clock.now += LIFE + 1
            one._look()
            await until(lambda: one.at(table_id, SEATS).seats == {0})
            assert "killed" not in storage.presence.beats()

    at_two_processes(storage, clock, act)


def test_a_process_that_was_taken_for_dead_writes_everything_again(storage: Database, tables: TableService) -> None:
    table_id, _ = tables.create(config_for(PERSON, PERSON, PERSON))
    first, second = Place(table_id, 0), Place(table_id, 1)
    storage.presence.write("slow", Beat(1, 1), {first: 1}, {first: 1})
    storage.presence.remove("slow", 0)  # it has given a sign of life since
    assert storage.presence.beats() == {"slow": Beat(1, 1)}
    storage.presence.remove("slow", 1)
    assert storage.presence.counts(["slow"]) == {"slow": {}}
    storage.presence.write("slow", Beat(2, 2), {second: 1}, {first: 1, second: 1})
    assert storage.presence.counts(["slow"]) == {"slow": {first: 1, second: 1}}
    storage.presence.write("slow", Beat(3, 3), {first: 0, second: 4}, {second: 4})
    assert storage.presence.counts(["slow"]) == {"slow": {second: 4}}


def test_nothing_is_written_while_nobody_is_here(storage: Database, clock: ManualClock) -> None:
    async def act(_: Presence, __: Presence) -> None:
        await asyncio.sleep(0.1)
        assert storage.presence.beats() == {}

    at_two_processes(storage, clock, act)
