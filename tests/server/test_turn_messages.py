"""Messages about turns: to whom, when, once, with a few attempts, and not to those who are here."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import update

from receivers import HttpReceiver, http_receiver
from table_setup import PERSON, config_for, play_moves
from teahorse.server import presence
from teahorse.server.presence import Presence
from teahorse.server.storage.database import Database
from teahorse.server.storage.engine import writing
from teahorse.server.storage.notifications import NoNotifications
from teahorse.server.storage.schema import TURN_MESSAGES
from teahorse.server.storage.turn_messages import CLAIM_EXPIRES, MOST_FAILURES, WEBHOOK, Subscription
from teahorse.server.tables.keys import hash_of, new_key
from teahorse.server.tables.service import TableService
from teahorse.server.tables.table import Table
from teahorse.server.turn_messages.channels import Channels
from teahorse.server.turn_messages.links import CONFIRM, OFF, found_by_link, link_to
from teahorse.server.turn_messages.message import Message
from teahorse.server.turn_messages.messenger import Messenger, turn_of
from teahorse.server.turn_messages.safe_http import SafeHttp

BOT = "random"


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "LINGER", 0.0)


@pytest.fixture
def receiver() -> Iterator[HttpReceiver]:
    with http_receiver() as receiver:
        yield receiver


def subscription(holder: str, address: str, **changes: Any) -> Subscription:
    made = Subscription(new_key(), hash_of(holder), WEBHOOK, address, {}, "en", "https://a.example", is_confirmed=True)
    return replace(made, **changes)


def compose(table: Table, seat: int, to: Subscription) -> Message:
    return Message("Your turn", table.seats[seat].name, f"{to.origin}/t/{table.id}", table.id)


class Club:
    """A table of people who each have a key of their own, and a messenger that tells them of their turns."""

    def __init__(self, storage: Database, address: str, *bots: str | None) -> None:
        self.storage, self.store, self.address = storage, storage.turn_messages, address
        self.tables = TableService(storage)
        self.presence = Presence(storage.presence, NoNotifications())
        self.table_id, self.all_seats = self.tables.create(config_for(*bots))
        self.keys = [new_key() for _ in bots]
        for seat, key in enumerate(self.keys):
            storage.add_key(hash_of(key), {self.table_id: [seat]}, 100)

    def messenger(self, tables: TableService | None = None, delay: float = 0.02) -> Messenger:
        channels = Channels(self.store, SafeHttp(allow_private=True), None, has_webhooks=True)
        return Messenger(tables or self.tables, self.presence, channels, compose, delay, (0.01, 0.01), 0.1)

    def wants(self, seat: int, **changes: Any) -> Subscription:
        return self.store.add(subscription(self.keys[seat], f"{self.address}/seat-{seat}", **changes))

    def play(self, *moves: str) -> None:
        play_moves(self.tables, self.table_id, self.all_seats, *moves)

    def run(self, act: Callable[[], Awaitable[None]], messengers: int = 1) -> None:
        async def acted() -> None:
            made = [self.messenger() for _ in range(messengers)]
            for each in made:
                each.wanted()
                await each.start()
            try:
                await act()
            finally:
                for each in made:
                    await each.stop()

        asyncio.run(acted())


@contextmanager
def club(storage: Database, *bots: str | None) -> Iterator[tuple[Club, HttpReceiver]]:
    with http_receiver() as receiver:
        yield Club(storage, receiver.address, *bots), receiver


async def until(is_true: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not is_true():
            await asyncio.sleep(0.01)


async def calm() -> None:
    """Long enough for everything that is going to be sent."""
    await asyncio.sleep(0.3)


def paths(receiver: HttpReceiver) -> list[str]:
    return [request.path for request in receiver.got]


def test_whoever_is_to_move_and_away_is_told_once(storage: Database) -> None:
    with club(storage, PERSON, PERSON, PERSON) as (friends, receiver):
        for seat in (0, 1, 2):
            friends.wants(seat)

        async def act() -> None:
            await until(lambda: paths(receiver) == ["/seat-0"])  # found when the server starts
            await asyncio.to_thread(friends.play, "market")
            await until(lambda: paths(receiver) == ["/seat-0", "/seat-1"])
            await asyncio.to_thread(friends.play, "market", "market")
            await until(lambda: paths(receiver) == ["/seat-0", "/seat-1", "/seat-0"])
            await calm()
            assert len(receiver.got) == 3

        friends.run(act)


def test_several_servers_send_it_once(storage: Database) -> None:
    with club(storage, PERSON, PERSON, PERSON) as (friends, receiver):
        friends.wants(1)

        async def act() -> None:
            await asyncio.to_thread(friends.play, "market")
            await until(lambda: bool(receiver.got))
            await calm()
            assert paths(receiver) == ["/seat-1"]

        friends.run(act, messengers=4)


def test_nobody_is_told_who_is_at_the_table(storage: Database) -> None:
    with club(storage, PERSON, PERSON, PERSON) as (friends, receiver):
        friends.wants(1)

        async def act() -> None:
            with friends.presence.here(friends.table_id, [1], "bo"):
                await asyncio.to_thread(friends.play, "market")
                await calm()
                assert receiver.got == []

        friends.run(act)


def test_nobody_is_told_whose_page_another_server_has_until_that_server_is_dead(storage: Database) -> None:
    with club(storage, PERSON, PERSON, PERSON) as (friends, receiver):
        friends.wants(1)
        now = [0.0]
        friends.presence = Presence(storage.presence, NoNotifications(), lambda: now[0])
        other = Presence(storage.presence, NoNotifications(), lambda: now[0])

        async def act() -> None:
            await other.start()
            with other.here(friends.table_id, [1], "bo"):
                await until(lambda: bool(storage.presence.beats()))
                await asyncio.to_thread(friends.play, "market")
                await calm()
                assert receiver.got == []
            assert other._task is not None
            other._task.cancel()  # killed: it says nothing more
            now[0] += presence.LIFE + 1
            await until(lambda: paths(receiver) == ["/seat-1"])

        friends.run(act)


def test_nobody_is_told_who_came_to_another_server_while_a_move_was_made(storage: Database) -> None:
    with club(storage, PERSON, PERSON, PERSON) as (friends, receiver):
        friends.wants(1)
        pages, other = ExitStack(), Presence(storage.presence, NoNotifications())
        look = friends.presence.look_elsewhere
        looks: list[str] = []

        async def look_just_before_they_come() -> None:
            await look()
            looks.append("looked")
            if len(looks) == 1:
                await other.start()
                pages.enter_context(other.here(friends.table_id, [1], "bo"))
                await until(lambda: bool(storage.presence.beats()))
                await asyncio.to_thread(friends.play, "market")

        async def act() -> None:
            with pages:
                await until(lambda: len(looks) > 1)
                await calm()
            await other.stop()
            assert receiver.got == []

        friends.presence.look_elsewhere = look_just_before_they_come  # type: ignore[method-assign]  # comes in between
        friends.run(act)


def test_taking_a_move_back_and_making_it_again_sends_no_second_message(storage: Database) -> None:
    with club(storage, PERSON, PERSON, PERSON) as (friends, receiver):
        friends.wants(1)

        async def act() -> None:
            await asyncio.to_thread(friends.play, "market")
            await until(lambda: bool(receiver.got))
            await asyncio.to_thread(friends.tables.undo, friends.table_id, [friends.all_seats], 2, False)
            await asyncio.to_thread(friends.play, "market")
            await calm()
            assert paths(receiver) == ["/seat-1"]

        friends.run(act)


def test_someone_who_plays_alone_against_bots_is_not_told(storage: Database) -> None:
    with club(storage, PERSON, BOT, BOT) as (friends, receiver):
        friends.wants(0)

        async def act() -> None:
            await asyncio.to_thread(friends.play, "market", "market", "market")
            await calm()
            assert receiver.got == []

        friends.run(act)


@pytest.mark.parametrize("changes", [{"is_confirmed": False}, {"is_on": False}])
def test_nothing_is_sent_to_an_address_that_is_off_or_not_confirmed(
    storage: Database, changes: dict[str, bool]
) -> None:
    with club(storage, PERSON, PERSON, PERSON) as (friends, receiver):
        friends.wants(0, **changes)
        friends.run(calm)
        assert receiver.got == []


def test_a_message_is_tried_a_few_times_and_then_given_up(storage: Database) -> None:
    with club(storage, PERSON, PERSON, PERSON) as (friends, receiver):
        wanted = friends.wants(0)
        receiver.statuses = [500, 503, 201]

        async def act() -> None:
            await until(lambda: len(receiver.got) == 3)
            receiver.statuses = [500, 500, 500, 201]
            await asyncio.to_thread(friends.play, "market", "market", "market")
            await until(lambda: len(receiver.got) == 6)
            await calm()
            assert len(receiver.got) == 6

        friends.run(act)
        kept = friends.store.get(wanted.id)
        assert kept is not None and kept.failures == 1 and kept.is_on


def test_an_address_that_is_gone_is_removed_and_one_that_keeps_failing_is_switched_off(storage: Database) -> None:
    with club(storage, PERSON, PERSON, PERSON) as (friends, receiver):
        gone, failing = friends.wants(0), friends.wants(1)
        receiver.statuses = [410]

        async def act() -> None:
            await until(lambda: friends.store.get(gone.id) is None)

        friends.run(act)
        for _ in range(MOST_FAILURES):
            friends.store.note_result(failing.id, has_worked=False)
        kept = friends.store.get(failing.id)
        assert kept is not None and not kept.is_on


def test_a_message_of_a_server_that_was_killed_is_claimed_again(storage: Database) -> None:
    with club(storage, PERSON, PERSON, PERSON) as (friends, _):
        wanted = friends.wants(0)
        claim = lambda turn: friends.store.claim(wanted.id, friends.table_id, turn)  # noqa: E731
        assert claim(0) and not claim(0)
        long_ago = int(time.time()) - CLAIM_EXPIRES - 1

        def expire() -> None:
            with writing(storage._engine) as connection:
                connection.execute(update(TURN_MESSAGES).values(claimed_at=long_ago))

        expire()
        assert claim(0) and not claim(0)
        friends.store.note_sent(wanted.id, friends.table_id)
        expire()
        assert not claim(0)
        assert claim(4)
        for _ in range(2):
            expire()
            assert claim(4)
        expire()
        assert not claim(4)  # not for ever


def test_a_turn_begins_after_the_last_move_of_someone_else(tables: TableService) -> None:
    table_id, key = tables.create(config_for(PERSON, PERSON, PERSON))
    table = play_moves(tables, table_id, key, "market")
    turn = turn_of(table)
    assert turn is not None and (turn.seat, turn.number) == (1, 1)


def test_a_link_in_a_message_works_for_its_purpose_and_subscription_only(storage: Database) -> None:
    store = storage.turn_messages
    one, other = (store.add(subscription(name, f"https://{name}.example")) for name in ("ann", "bo"))
    token = link_to(OFF, one, store).rpartition("/")[2]
    assert link_to(OFF, one, store) == f"https://a.example/messages/off/{one.id}/{token}"
    assert found_by_link(OFF, one.id, token, store) == one
    assert found_by_link(CONFIRM, one.id, token, store) is None
    assert found_by_link(OFF, other.id, token, store) is None
    assert found_by_link(OFF, one.id, "\udce4", store) is None


def test_two_servers_make_the_same_secret(storage: Database) -> None:
    assert storage.turn_messages.secret("push", lambda: "first") == "first"
    assert storage.turn_messages.secret("push", lambda: "second") == "first"


def test_the_same_address_is_told_once_though_two_browsers_of_a_person_ask_for_it(storage: Database) -> None:
    with ExitStack() as stack:
        friends, receiver = stack.enter_context(club(storage, PERSON, PERSON, PERSON))
        phone = new_key()
        storage.add_key(hash_of(phone), {friends.table_id: [0]}, 100)
        friends.wants(0)
        friends.store.add(subscription(phone, f"{friends.address}/seat-0"))

        async def act() -> None:
            await until(lambda: bool(receiver.got))
            await calm()
            assert paths(receiver) == ["/seat-0"]

        friends.run(act)
