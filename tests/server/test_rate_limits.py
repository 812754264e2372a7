"""Rate limits: by address, by token or browser, shared by several servers, and bounded in memory."""

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from manual_clock import ManualClock

from teahorse.server.http.rate_limits import UNLIMITED, BoundedStorage, RateLimits, Rates, TooManyRequests
from teahorse.server.settings import Settings
from teahorse.web.app import make_app

A_MINUTE = 60.0
PEOPLE = {"seats": [{"name": "Ann"}, {"name": "Bo"}, {"name": "Cy"}]}


def allowed(limits: RateLimits, times: int, who: str = "10.0.0.1") -> int:
    """How many of these are allowed."""
    count = 0
    for _ in range(times):
        try:
            limits.count("joins_per_address", who)
            count += 1
        except TooManyRequests:
            pass
    return count


def test_an_address_may_ask_so_often_in_a_minute(clock: ManualClock) -> None:
    limits = RateLimits(Rates(joins_per_address=5), clock)
    assert allowed(limits, 9) == 5 and allowed(limits, 9, "10.0.0.2") == 5
    clock.now = A_MINUTE - 1
    with pytest.raises(TooManyRequests, match="Try again in 1 s") as refused:
        limits.count("joins_per_address", "10.0.0.1")
    assert refused.value.retry_after == 1
    clock.now = A_MINUTE
    assert allowed(limits, 9) == 5


def test_servers_share_a_limit(clock: ManualClock) -> None:
    assert allowed(RateLimits(Rates(joins_per_address=6, servers=3), clock), 9) == 2
    assert allowed(RateLimits(Rates(joins_per_address=2, servers=3), clock), 9) == 1
    assert allowed(RateLimits(Rates(joins_per_address=UNLIMITED, servers=3), clock), 9) == 9


def test_counters_in_memory_are_bounded(clock: ManualClock) -> None:
    storage = BoundedStorage(100, clock)
    for number in range(1000):
        storage.incr(str(number), 60)
        storage.incr("0", 60)
    assert len(storage) == 100 and storage.get("0") == 1001 and storage.get("5") == 0


# --- On every page ------------------------------------------------------------------------------------------


@pytest.fixture
def app(database: str) -> Iterator[FastAPI]:
    app = make_app(Settings(database, rates=Rates(per_address=8, changes_per_client=2)))
    yield app
    app.state.storage.close()


def ask(app: FastAPI, method: str, path: str, **what: Any) -> httpx.Response:
    async def answer() -> httpx.Response:
        transport = httpx.ASGITransport(app, client=(what.pop("address", "10.0.0.1"), 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.request(method, path, **what)

    return asyncio.run(answer())


def test_an_address_is_refused_with_a_sentence_and_a_time(app: FastAPI) -> None:
    assert [ask(app, "GET", "/settings").status_code for _ in range(8)] == [200] * 8
    refused = ask(app, "GET", "/settings", headers={"accept-language": "de"})
    assert refused.status_code == 429 and 0 < int(refused.headers["retry-after"]) <= 60
    assert "Du hast zu viele Anfragen geschickt." in refused.text
    as_json = ask(app, "GET", "/api/v1/tables/abcdefghij")
    assert as_json.status_code == 429 and as_json.json()["sentence"].startswith("You sent too many requests")
    assert ask(app, "GET", "/static/base.css").status_code == 200
    assert ask(app, "GET", "/settings", address="10.0.0.2").status_code == 200


def test_changes_are_counted_for_each_token_and_browser(app: FastAPI) -> None:
    for who in ({"authorization": "Bearer a"}, {"authorization": "Bearer b"}, {"cookie": "browser=c"}):
        sent = [ask(app, "POST", "/settings", headers=who, address=str(who)).status_code for _ in range(3)]
        assert sent[2] == 429 and 429 not in sent[:2]
        assert ask(app, "GET", "/settings", headers=who, address=str(who)).status_code == 200
