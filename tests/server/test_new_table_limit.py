"""A limit on new tables: by address and hour, high enough for a club, told in a sentence."""

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from manual_clock import ManualClock

from teahorse.server.http.addresses import client_network
from teahorse.server.http.rate_limits import UNLIMITED, RateLimits, Rates
from teahorse.server.settings import Settings
from teahorse.server.tables.new_table_limit import NewTableLimit, TooManyTables
from teahorse.server.tables.service import TableService
from teahorse.web.app import make_app

SEATS = {"seats": [{"name": "Ann"}, {"name": "Bo"}, {"name": "Cy"}]}
RECORD = b'[Edition "2023"]\n[People "3"]\nbid school 9\n'


AN_HOUR = 3600.0  # seconds


def limit(tables: TableService, per_hour: int, clock: ManualClock) -> NewTableLimit:
    return NewTableLimit(tables, per_hour, RateLimits(Rates(), clock))


def refused(new: NewTableLimit, address: str = "10.0.0.1") -> TooManyTables | None:
    try:
        new.count(address)
    except TooManyTables as error:
        return error
    return None


def test_an_address_opens_a_limited_number_of_tables_in_an_hour(tables: TableService, clock: ManualClock) -> None:
    new = limit(tables, 60, clock)
    assert [refused(new) for _ in range(60)] == [None] * 60
    clock.now = AN_HOUR - 60
    error = refused(new)
    assert error is not None and error.retry_after == 60
    assert str(error) == (
        "Your network address has opened 60 tables in an hour, which is the limit here. You can open the next one in "
        "1 min; the games you have go on."
    )
    clock.now = AN_HOUR
    assert [refused(new) for _ in range(60)] == [None] * 60


def test_refusals_do_not_lengthen_the_wait(tables: TableService, clock: ManualClock) -> None:
    new = limit(tables, 1, clock)
    new.count("10.0.0.1")
    for _ in range(100):
        assert refused(new) is not None
    clock.now = AN_HOUR
    assert refused(new) is None


def test_addresses_are_counted_apart(tables: TableService, clock: ManualClock) -> None:
    new = limit(tables, 1, clock)
    assert [refused(new, address) for address in ("10.0.0.1", "10.0.0.2")] == [None, None]
    assert refused(new, "10.0.0.1") is not None


def test_the_limit_can_be_turned_off(tables: TableService, clock: ManualClock) -> None:
    new = limit(tables, UNLIMITED, clock)
    assert [refused(new) for _ in range(1000)] == [None] * 1000


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_a_network_of_ipv6_counts_as_one_address(host: str, counted: str) -> None:
    assert client_network(host) == counted


# --- On pages and in the interface --------------------------------------------------------------------------


@pytest.fixture
def app(database: str) -> Iterator[FastAPI]:
    app = make_app(Settings(database, tables_per_hour=1))
    yield app
    app.state.storage.close()


def post(app: FastAPI, path: str, **what: Any) -> httpx.Response:
    async def answer() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
            return await client.post(path, **what)

    return asyncio.run(answer())


@pytest.mark.parametrize(
    ("path", "what"),
    [
        ("/new", {"data": {"seed": "1"}}),
        ("/learn", {}),
        ("/open", {"files": {"file": ("a.yunnan", RECORD)}}),
        ("/api/v1/tables", {"json": SEATS}),
    ],
)
def test_every_way_to_a_new_table_is_counted(app: FastAPI, path: str, what: dict[str, Any]) -> None:
    headers = {"accept-language": "de"}
    assert post(app, path, **what).status_code in (201, 303)
    answer = post(app, path, headers=headers, **what)
    assert answer.status_code == 429 and 0 < int(answer.headers["retry-after"]) <= AN_HOUR
    assert "Über deine Netzadresse wurde in einer Stunde 1 Tisch eröffnet" in answer.text
    as_data = post(app, path, headers=headers | {"accept": "application/json"}, **what)
    assert as_data.status_code == 429 and as_data.json()["sentence"].startswith("Über deine Netzadresse")


def test_a_club_evening_does_not_come_near_the_limit() -> None:
    people, games_each = 30, 5
    assert Settings("sqlite:///x").tables_per_hour > people * games_each
