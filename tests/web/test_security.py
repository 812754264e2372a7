"""The security middleware: bodies without end, headers on every answer, HEAD, host names, other sites."""

import asyncio
import socket
from collections.abc import AsyncIterator
from typing import Any, cast

import httpx
import pytest
from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message

from table_setup import PERSON, config_for
from teahorse.server import live_updates
from teahorse.server.http.connections import Limits
from teahorse.server.http.event_streams import EventStreams
from teahorse.server.live_updates import LiveUpdates
from teahorse.server.presence import Presence
from teahorse.server.settings import Settings
from teahorse.server.storage.notifications import NoNotifications
from teahorse.server.tables.service import TableService
from teahorse.server.thinking.bot_host import BotHost
from teahorse.server.thinking.pool import WorkerPool
from teahorse.server.thinking.viewers import Viewers
from teahorse.web.app import make_app
from teahorse.web.security import MOST_BYTES, Bodies, SecurityMiddleware

A_FILE = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.yunnan"\r\n\r\n'
ITS_END = b"\r\n--x--\r\n"
A_PART = b"#" * 100_000
A_FORM = {"content-type": "multipart/form-data; boundary=x"}


@pytest.fixture
def app(database: str) -> FastAPI:
    app = make_app(Settings(database))
    app.state.storage.close()
    return app


class Sender:
    """Sends a form with a file of this number of parts, with its length or piece by piece."""

    def __init__(self, parts: int) -> None:
        self.parts, self.taken = parts, 0

    def send(self, app: FastAPI, path: str, *, declared: bool, **headers: str) -> httpx.Response:
        length = {"content-length": str(len(A_FILE) + self.parts * len(A_PART) + len(ITS_END))} if declared else {}

        async def answer() -> httpx.Response:
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
                return await client.post(path, content=self._body(), headers=A_FORM | length | headers)

        return asyncio.run(answer())

    async def _body(self) -> AsyncIterator[bytes]:
        yield A_FILE
        for _ in range(self.parts):
            self.taken += 1
            yield A_PART
        yield ITS_END


@pytest.mark.parametrize("path", ["/open", "/new", "/settings", "/forget", "/t/aaaaaaaaaa/moves"])
@pytest.mark.parametrize(("declared", "most_taken"), [(True, 0), (False, MOST_BYTES // len(A_PART) + 1)])
def test_a_body_without_end_is_not_read_to_its_end(app: FastAPI, path: str, declared: bool, most_taken: int) -> None:
    sender = Sender(1000)
    answer = sender.send(app, path, declared=declared)
    assert answer.status_code == 413
    assert "This is too large: the server reads at most 2 MB at once." in answer.text
    assert sender.taken <= most_taken


@pytest.mark.parametrize("asking", [{"accept": "application/json"}, {"x-table": "1"}])
def test_scripts_get_the_error_as_json(app: FastAPI, asking: dict[str, str]) -> None:
    answer = Sender(1000).send(app, "/open", declared=False, **asking)
    assert answer.json()["sentence"] == "This is too large: the server reads at most 2 MB at once."


def test_a_body_that_is_short_enough_is_read(app: FastAPI) -> None:
    sender = Sender(19)
    assert sender.send(app, "/settings", declared=True).status_code != 413
    assert sender.taken == 19


def test_bodies_that_come_at_the_same_time_share_a_limit() -> None:
    bodies, here = Bodies(most=100, most_together=150), Headers({})

    async def part() -> Message:
        return {"type": "http.request", "body": b"#" * 80, "more_body": False}

    async def read_two() -> None:
        with bodies.reading(here, part) as first, bodies.reading(here, part) as second:
            assert len((await first())["body"]) == 80
            with pytest.raises(HTTPException) as refused:
                await second()
        assert refused.value.status_code == 503 and refused.value.headers == {"Retry-After": "10"}
        with bodies.reading(here, part) as later:
            assert len((await later())["body"]) == 80

    asyncio.run(read_two())
    assert bodies.held == 0


# --- Every answer -------------------------------------------------------------------------------------------


def ask(app: ASGIApp, method: str, path: str, **headers: str) -> httpx.Response:
    async def answer() -> httpx.Response:
        transport = httpx.ASGITransport(cast(Any, app), raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.request(method, path, headers=headers)

    return asyncio.run(answer())


def break_down(*_: object, **__: object) -> None:
    raise RuntimeError("broken on purpose")


@pytest.mark.parametrize(
    ("status", "method", "path", "headers"),
    [
        (500, "GET", "/t/abcdefghij", {}),
        (500, "GET", "/api/v1/tables/abcdefghij", {}),
        (400, "GET", "/", {"host": "evil.example"}),
        (403, "POST", "/new", {"origin": "http://evil.example"}),
        (404, "GET", "/nothing", {}),
        (405, "PUT", "/new", {}),
        (413, "POST", "/open", {"content-length": str(MOST_BYTES + 1)} | A_FORM),
        (422, "POST", "/t/abcdefghij/moves", {}),
    ],
)
def test_error_answers_carry_the_security_headers_too(
    app: FastAPI, status: int, method: str, path: str, headers: dict[str, str]
) -> None:
    app.state.table_service.open = break_down
    answer = ask(app, method, path, **headers)
    assert answer.status_code == status
    assert answer.headers["content-security-policy"].startswith("default-src 'self'")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/", "/rules", "/settings", "/docs", "/openapi.json", "/static/base.css"])
def test_head_is_answered_like_get_without_the_body(app: FastAPI, path: str) -> None:
    got, head = ask(app, "GET", path), ask(app, "HEAD", path)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-type"] == got.headers["content-type"]
    assert head.headers["content-length"] == got.headers["content-length"]


def test_head_of_a_missing_page_is_a_404(app: FastAPI) -> None:
    head = ask(app, "HEAD", "/nothing")
    assert (head.status_code, head.content) == (404, b"")


def test_a_head_request_for_live_updates_ends_after_the_headers(tables: TableService) -> None:
    bells = FastAPI()
    bells.state.table_service, bells.state.bot_host = tables, BotHost(tables, WorkerPool(), 0)
    bells.state.live_updates, bells.state.viewers = LiveUpdates(tables, 3600), Viewers()
    bells.state.event_streams = EventStreams(Limits())
    bells.state.presence = Presence(tables.storage.presence, NoNotifications())
    bells.router.routes.extend(live_updates.router.routes)
    table_id, _ = tables.create(config_for(PERSON, PERSON, PERSON))
    head = ask(SecurityMiddleware(bells), "HEAD", f"/t/{table_id}/bell")
    assert head.headers["content-type"].startswith("text/event-stream")


def test_an_invalid_origin_counts_as_another_site(app: FastAPI) -> None:
    for origin in ("http://[", "http://[::1", "[", "null", "http://evil.example"):
        refused = ask(app, "POST", "/settings", origin=origin, accept="application/json")
        assert refused.status_code == 403 and refused.json()["sentence"].startswith("A page of another site sent this.")


# --- Host names ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:8013",
        "LOCALHOST",
        "yunnan.localhost",
        "127.0.0.1:8013",
        "[::1]:8013",
        "192.168.1.17:8013",  # another machine of the network finds this one by its address
        "[fe80::1]",
        socket.gethostname(),
        f"{socket.gethostname().partition('.')[0]}.local:8013",
        "club.example",
        "CLUB.example.:8013",
    ],
)
def test_this_machine_its_addresses_and_given_names_are_accepted(database: str, host: str) -> None:
    app = make_app(Settings(database, names=("Club.example",)))
    app.state.storage.close()
    assert ask(app, "GET", "/rules/1.1", host=host).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "evil.example:8013", "[", "a b", "1.2.3.4.5"]
)
def test_any_other_host_is_refused_with_what_to_do(app: FastAPI, host: str) -> None:
    refused = ask(app, "GET", "/", host=host, **{"accept-language": "en"})
    assert refused.status_code == 400
    assert "This server doesn&#39;t answer to the name" in refused.text and "--name" in refused.text
    as_json = ask(app, "GET", "/api/v1/tables/abcdefghij", host=host, **{"accept-language": "de"})
    assert as_json.status_code == 400 and as_json.json()["sentence"].startswith("Dieser Server heißt nicht ")


def test_a_name_without_end_is_not_quoted_in_full(app: FastAPI) -> None:
    assert len(ask(app, "GET", "/api/", host="x" * 10_000).json()["sentence"]) < 500


def test_a_star_accepts_every_name(database: str) -> None:
    app = make_app(Settings(database, names=("*",)))
    app.state.storage.close()
    assert ask(app, "GET", "/rules/1.1", host="anything.example").status_code == 200


# --- Sentences ----------------------------------------------------------------------------------------------


def test_a_wrong_method_is_refused_with_the_allowed_ones(app: FastAPI) -> None:
    refused = ask(app, "PUT", "/api/v1/tables", **{"accept-language": "en"})
    assert refused.json()["sentence"] == "This address doesn't accept PUT, only POST."
    assert refused.headers["allow"] == "POST"


def test_an_address_with_a_word_where_a_number_belongs_does_not_exist(app: FastAPI) -> None:
    missing = ask(app, "GET", "/t/abcdefghij/at/first", **{"accept-language": "en"})
    assert missing.status_code == 404 and "There is nothing at this address." in missing.text


def test_a_form_with_a_field_missing_asks_to_reload(app: FastAPI) -> None:
    refused = ask(app, "POST", "/t/abcdefghij/moves", **{"accept-language": "en"})
    assert refused.status_code == 422 and "Reload the page and try again." in refused.text
