"""The page on which people choose how they are told of their turns, and the links in messages."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from fake_push_service import FakePushSubscription, read_authorization
from receivers import HttpReceiver, MailReceiver, http_receiver, mail_receiver
from table_setup import PERSON, config_for, play_moves
from teahorse.server.settings import Settings
from teahorse.server.storage.schema import SUBSCRIPTIONS
from teahorse.server.storage.turn_messages import MAIL, PUSH, WEBHOOK
from teahorse.server.tables.keys import BROWSER_COOKIE, hash_of
from teahorse.server.turn_messages.settings import MessageSettings
from teahorse.web.app import make_app
from visitor import page_text

ORIGIN = "http://yunnan.example"
PAGE = "/settings/messages"
NO_SERVICES = MessageSettings(delay=0.02)


@pytest.fixture
def mails() -> Iterator[MailReceiver]:
    with mail_receiver() as receiver:
        yield receiver


@pytest.fixture
def receiver() -> Iterator[HttpReceiver]:
    with http_receiver() as receiver:
        yield receiver


class Site:
    """A server without a process, and one person's browser."""

    def __init__(self, database: str, messages: MessageSettings) -> None:
        self.app = make_app(Settings(database, names=("yunnan.example",), messages=messages))
        self.state = self.app.state
        self.store = self.state.storage.turn_messages
        self.browser = self.new_browser()

    def new_browser(self) -> httpx.AsyncClient:
        headers = {"accept-language": "en"}
        return httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url=ORIGIN, headers=headers)

    @property
    def key(self) -> str:
        return str(self.browser.cookies[BROWSER_COOKIE])

    async def add(self, kind: str, address: str) -> httpx.Response:
        await self.browser.get(PAGE)
        return await self.browser.post(f"{PAGE}/add", data={"kind": kind, "address": address})

    async def change(self, action: str, subscription_id: str) -> httpx.Response:
        return await self.browser.post(f"{PAGE}/change", data={"do": action, "id": subscription_id})

    def mine(self) -> list[Any]:
        return list(self.store.of(hash_of(self.key)))

    def sit_with_others(self) -> tuple[str, str]:
        """Give this person the first of three seats."""
        service = self.state.table_service
        table_id, all_seats = service.create(config_for(PERSON, PERSON, PERSON))
        self.state.storage.add_key(hash_of(self.key), {table_id: [0]}, 100)
        return table_id, all_seats


def at(database: str, messages: MessageSettings, act: Callable[[Site], Awaitable[None]]) -> None:
    async def acted() -> None:
        site = Site(database, messages)
        await site.state.messenger.start()
        try:
            await act(site)
        finally:
            await site.state.messenger.stop()
            await site.browser.aclose()
            site.state.storage.close()

    asyncio.run(acted())


async def until(is_true: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not is_true():
            await asyncio.sleep(0.01)


def settings(**changes: Any) -> MessageSettings:
    return replace(MessageSettings(delay=0.02, allow_private=True), **changes)


def test_only_the_channels_that_the_server_has_are_offered(database: str) -> None:
    async def act(site: Site) -> None:
        text = page_text((await site.browser.get(PAGE)).text)
        assert "In this browser" in text and "By e-mail" not in text and "In a chat program" not in text
        for kind, address in ((MAIL, "lan@example.org"), (WEBHOOK, "https://example.org/x"), ("other", "x")):
            answer = await site.add(kind, address)
            assert answer.status_code == 422 and "doesn't send messages of this kind" in answer.text.replace(
                "&#39;", "'"
            )
        assert site.mine() == []

    at(database, NO_SERVICES, act)


def test_an_email_address_is_confirmed_by_a_link_used_and_ended_with_one_click(
    database: str, mails: MailReceiver
) -> None:
    async def act(site: Site) -> None:
        answer = await site.add(MAIL, "lan@example.org")
        assert answer.status_code == 303
        await until(lambda: mails.got)
        table_id, _ = site.sit_with_others()
        site.state.messenger.check_later(table_id)
        await asyncio.sleep(0.2)
        assert len(mails.got) == 1 and "confirm" in mails.got[0]["Subject"]  # nothing else before it is confirmed
        link = re.search(rf"{ORIGIN}(/messages/confirm/\S+)", mails.got[0].get_content())
        assert link is not None
        someone = site.new_browser()
        assert "Send an e-mail to lan@example.org" in page_text((await someone.get(link[1])).text)
        assert not site.mine()[0].is_confirmed  # looking is not enough: programs open every link
        assert "is confirmed" in page_text((await someone.post(link[1])).text)
        site.state.messenger.check_later(table_id)
        await until(lambda: len(mails.got) == 2)
        turn = mails.got[1]
        assert turn["Subject"] == "It is your turn" and f"{ORIGIN}/t/{table_id}" in turn.get_content()
        assert "Person 2 and Person 3" in turn.get_content()
        off = turn["List-Unsubscribe"].strip("<>").removeprefix(ORIGIN)
        assert off in turn.get_content()
        await someone.get(off)
        assert site.mine()[0].is_on
        answer = await someone.post(off, data={"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200 and not site.mine()[0].is_on
        await someone.aclose()

    at(database, settings(mail_server=mails.url, mail_sender="yunnan@club.example"), act)


def test_wrong_links_do_nothing(database: str, mails: MailReceiver) -> None:
    async def act(site: Site) -> None:
        await site.add(MAIL, "lan@example.org")
        (mine,) = site.mine()
        for link in (f"confirm/{mine.id}/wrong", f"off/{mine.id}/", f"other/{mine.id}/x", "confirm/x/y"):
            assert (await site.browser.post(f"/messages/{link}")).status_code in (404, 405)
        (mine,) = site.mine()
        assert not mine.is_confirmed and mine.is_on

    at(database, settings(mail_server=mails.url, mail_sender="yunnan@club.example"), act)


def test_an_address_is_not_flooded_with_requests_to_confirm(database: str, mails: MailReceiver) -> None:
    async def act(site: Site) -> None:
        statuses = []
        for _ in range(5):
            site.browser = site.new_browser()
            statuses.append((await site.add(MAIL, "victim@example.org")).status_code)
        assert statuses == [303, 303, 303, 422, 422]
        for wrong in ("nobody", "a@b\nBcc: c@d", "Lan <lan@example.org>"):
            assert (await site.add(MAIL, wrong)).status_code == 422

    at(database, settings(mail_server=mails.url, mail_sender="yunnan@club.example"), act)


@pytest.mark.parametrize(
    "address",
    ["http://example.org/", "https://127.0.0.1/x", "https://localhost/", "https://[::1]/", "https://10.0.0.8/"],
)
def test_a_webhook_on_this_machine_or_network_is_refused(database: str, address: str) -> None:
    async def act(site: Site) -> None:
        answer = await site.add(WEBHOOK, address)
        assert answer.status_code == 422 and site.mine() == []
        assert address in answer.text  # it can be corrected

    at(database, replace(NO_SERVICES, has_webhooks=True), act)


def test_a_webhook_is_tested_told_of_turns_switched_off_and_removed(database: str, receiver: HttpReceiver) -> None:
    async def act(site: Site) -> None:
        await site.add(WEBHOOK, f"{receiver.address}/hook")
        (mine,) = site.mine()
        assert (await site.change("test", mine.id)).headers["location"].endswith("done=sent")
        assert "This is a test" in json.loads(receiver.got[0].body)["text"]
        receiver.statuses = [404]
        assert (await site.change("test", mine.id)).headers["location"].endswith("done=failed")
        table_id, all_seats = site.sit_with_others()
        await until(lambda: len(receiver.got) == 3)
        assert json.loads(receiver.got[2].body)["link"] == f"{ORIGIN}/t/{table_id}"
        await site.change("off", mine.id)
        await asyncio.to_thread(play_moves, site.state.table_service, table_id, all_seats, *["market"] * 3)
        await asyncio.sleep(0.2)
        assert len(receiver.got) == 3
        assert "Switch on" in page_text((await site.browser.get(PAGE)).text)
        await site.change("remove", mine.id)
        assert site.mine() == []

    at(database, settings(has_webhooks=True), act)


def test_nobody_changes_the_addresses_of_someone_else(database: str, receiver: HttpReceiver) -> None:
    async def act(site: Site) -> None:
        await site.add(WEBHOOK, f"{receiver.address}/hook")
        before = site.mine()
        eve, site.browser = site.browser, site.new_browser()
        await site.browser.get(PAGE)
        for action in ("off", "remove", "test"):
            await site.change(action, before[0].id)
        assert f"{receiver.address}" not in (await site.browser.get(PAGE)).text
        site.browser = eve
        assert site.mine() == before and receiver.got == []

    at(database, settings(has_webhooks=True), act)


def test_a_browser_subscribes_to_web_push_and_its_messages_can_be_read_by_it_alone(
    database: str, receiver: HttpReceiver
) -> None:
    async def act(site: Site) -> None:
        page = (await site.browser.get(PAGE)).text
        key = re.search(r'data-key="([^"]+)"', page)
        assert key is not None and key[1] in (await site.browser.get(PAGE)).text  # the same for good
        browser = FakePushSubscription()
        given = {"endpoint": f"{receiver.address}/push/1", "keys": browser.keys, "expirationTime": None}
        assert (await site.browser.post(f"{PAGE}/push", json=given)).status_code == 200
        table_id, _ = site.sit_with_others()
        await until(lambda: receiver.got)
        (got,) = receiver.got
        told = json.loads(browser.read(got.body))
        assert told == {
            "title": "It is your turn",
            "body": "Round 1 of Yunnan with Person 2 and Person 3.",
            "url": f"{ORIGIN}/t/{table_id}",
            "tag": table_id,
        }
        claims, signed_with = read_authorization(got.headers["authorization"])
        assert claims["aud"] == receiver.address and signed_with == key[1]
        assert got.headers["content-encoding"] == "aes128gcm" and int(got.headers["ttl"]) > 0

    at(database, settings(), act)


@pytest.mark.parametrize(
    "given",
    [None, [], {}, {"endpoint": "https://push.example/1"}, {"endpoint": "x", "keys": {"p256dh": "a", "auth": "b"}}],
)
def test_a_push_subscription_that_no_browser_made_is_refused(database: str, given: Any) -> None:
    async def act(site: Site) -> None:
        await site.browser.get(PAGE)
        assert (await site.browser.post(f"{PAGE}/push", json=given)).status_code == 422
        assert (await site.browser.post(f"{PAGE}/push", content=b"{")).status_code == 422
        assert site.mine() == []

    at(database, NO_SERVICES, act)


def test_a_push_service_on_a_private_address_is_refused(database: str) -> None:
    async def act(site: Site) -> None:
        await site.browser.get(PAGE)
        given = {"endpoint": "https://192.168.0.1/push", "keys": FakePushSubscription().keys}
        assert (await site.browser.post(f"{PAGE}/push", json=given)).status_code == 422

    at(database, NO_SERVICES, act)


def test_a_message_is_in_the_language_of_its_reader(database: str, receiver: HttpReceiver) -> None:
    async def act(site: Site) -> None:
        site.browser.headers["accept-language"] = "de"
        await site.add(WEBHOOK, f"{receiver.address}/hook")
        site.sit_with_others()
        await until(lambda: receiver.got)
        assert json.loads(receiver.got[0].body)["title"] == "Du bist dran"

    at(database, settings(has_webhooks=True), act)


def test_the_address_of_a_person_is_stored_under_the_hash_of_their_browser(
    database: str, receiver: HttpReceiver
) -> None:
    async def act(site: Site) -> None:
        await site.add(WEBHOOK, f"{receiver.address}/hook")
        with site.state.storage._engine.connect() as connection:
            (row,) = connection.execute(select(SUBSCRIPTIONS)).all()
        assert site.key not in str(row) and row.kind != PUSH

    at(database, settings(has_webhooks=True), act)
