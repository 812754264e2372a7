"""Moves take a short way, and are answered as their route would answer them."""

import asyncio
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from table_setup import PERSON, config_for
from teahorse.rules import engine
from teahorse.server.settings import Settings
from teahorse.web import quick_moves
from teahorse.web.app import make_app
from teahorse.web.routes import table

JSON = {"content-type": "application/json"}
MOVE = '{"move": "market", "number": 1}'
CASES: list[tuple[str, dict[str, str], bytes | str]] = [
    ("a move", JSON, MOVE),
    ("its number as a text", JSON, '{"move": "market", "number": "1"}'),
    ("an illegal move", JSON, '{"move": "bid school 90", "number": 1}'),
    ("a number that is taken", JSON, '{"move": "market", "number": 0}'),
    ("nobody's key", JSON | {"authorization": "Bearer wrong"}, MOVE),
    ("a missing field", JSON, '{"move": "market"}'),
    ("a long move", JSON, '{"move": "' + 300 * "m" + '", "number": 1}'),
    ("no JSON", JSON, b"\xff{"),
    ("no type", {}, MOVE),
    ("a form", {"content-type": "application/x-www-form-urlencoded"}, "move=market&number=1"),
    ("a bad idempotency key", JSON | {"idempotency-key": "short"}, MOVE),
    ("an idempotency key", JSON | {"idempotency-key": "1ec9414c-232a-6b00-b3c8-9e6bdeced846"}, MOVE),
    ("a large body", JSON, '{"move": "' + 3_000_000 * "m" + '", "number": 1}'),
]
SCRIPT = {"content-type": "application/x-www-form-urlencoded", "x-table": "1"}
PAGE_CASES: list[tuple[str, dict[str, str], bytes | str]] = [
    ("a move", SCRIPT, "move=market&number=1&after=0&version="),
    ("without the row before", SCRIPT, "move=market&number=1"),
    ("a move with spaces", SCRIPT, "move=bid+school%205&number=1&after=0"),
    ("an illegal move", SCRIPT, "move=bid+school+90&number=1&after=0"),
    ("an unknown move", SCRIPT, "move=%FFtea%C3%A9&number=1&after=0"),
    ("a conversion", SCRIPT, "convert=3&number=1&after=0"),
    ("a number that is taken", SCRIPT, "move=market&number=0&after=0"),
    ("nobody's key", SCRIPT | {"cookie": "player=nobody"}, "move=market&number=1&after=0"),
    ("no number", SCRIPT, "move=market"),
    ("a number that is none", SCRIPT, "move=market&number=-1&after=%D9%A1"),
    ("no row", SCRIPT, "move=market&number=1&after="),
    ("the last of two", SCRIPT, "move=pass&move=market&number=1&after=0"),
    ("bytes", SCRIPT, b"move=\xff&number=1"),
    ("a form without a script", {"content-type": SCRIPT["content-type"]}, "move=market&number=1"),
    ("parts", SCRIPT | {"content-type": "multipart/form-data; boundary=x"}, "--x--"),
]


@pytest.fixture
def app(database: str) -> Iterator[FastAPI]:
    app = make_app(Settings(database, names=("yunnan",)))
    yield app
    app.state.storage.close()


def post(app: FastAPI, path: str, headers: dict[str, str], body: bytes | str) -> httpx.Response:
    async def answer() -> httpx.Response:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://yunnan") as client:
            return await client.post(path, headers=headers, content=body)

    return asyncio.run(answer())


@pytest.mark.parametrize(("headers", "body"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_the_short_way_answers_like_the_route(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str], body: bytes | str
) -> None:
    def answers() -> tuple[int, Any]:
        table_id, key = app.state.table_service.create(config_for(PERSON, PERSON, PERSON, PERSON))
        given = {"authorization": f"Bearer {key}"} | headers
        response = post(app, f"/api/v1/tables/{table_id}/moves", given, body)
        assert response.headers["content-type"] == "application/json"
        return response.status_code, {**response.json(), "id": ""}

    quick = answers()
    monkeypatch.setattr(quick_moves, "WAYS", ())
    assert quick == answers()


@pytest.mark.parametrize(("headers", "body"), [case[1:] for case in PAGE_CASES], ids=[case[0] for case in PAGE_CASES])
def test_moves_of_pages_are_answered_like_the_route(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str], body: bytes | str
) -> None:
    def answers() -> tuple[int, str, str, int]:
        table_id, cookies = seated(app)
        response = post(app, f"/t/{table_id}/moves", cookies | headers, body)
        text = re.sub(r'"version":"[^"]*"', "", response.text.replace(table_id, ""))
        kind, encoding = (response.headers.get(name, "") for name in ("content-type", "content-encoding"))
        return response.status_code, kind, encoding, hash(text)

    quick = answers()
    monkeypatch.setattr(quick_moves, "WAYS", ())
    assert quick == answers()


def seated(app: FastAPI) -> tuple[str, dict[str, str]]:
    """A new table, and the cookie of a browser with all its seats."""
    table_id, key = app.state.table_service.create(config_for(PERSON, PERSON, PERSON, PERSON))

    async def answer() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://yunnan") as client:
            return await client.get(f"/t/{table_id}/sit/{key}")

    cookies = asyncio.run(answer()).cookies
    return table_id, {"cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}


def test_a_usual_move_of_a_page_does_not_reach_the_route(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    async def unexpected(*_: Any) -> None:
        pytest.fail("The move took the long way.")

    table_id, cookies = seated(app)
    monkeypatch.setattr(type(app.router), "__call__", unexpected)
    answer = post(app, f"/t/{table_id}/moves", SCRIPT | cookies, "move=market&number=1&after=0&version=")
    assert answer.status_code == 200 and answer.json()["story"][0]["row"] == 1
    assert answer.headers["content-encoding"] == "gzip"  # the whole table, since no version is known


def test_a_usual_move_does_not_reach_the_route(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    async def unexpected(*_: Any) -> None:
        pytest.fail("The move took the long way.")

    monkeypatch.setattr(type(app.router), "__call__", unexpected)
    table_id, key = app.state.table_service.create(config_for(PERSON, PERSON, PERSON, PERSON))
    answer = post(app, f"/api/v1/tables/{table_id}/moves", JSON | {"authorization": f"Bearer {key}"}, MOVE)
    assert answer.status_code == 200 and answer.json()["rows"] == 1


def test_moves_of_programs_are_judged_once(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    table_id, key = app.state.table_service.create(config_for(PERSON, PERSON, PERSON, PERSON))
    app.state.table_service.open(table_id)
    judged: list[bytes] = []
    judge = engine.judge
    monkeypatch.setattr(engine, "judge", lambda table, *others: judged.append(table.tobytes()) or judge(table, *others))
    answer = post(app, f"/api/v1/tables/{table_id}/moves", JSON | {"authorization": f"Bearer {key}"}, MOVE)
    assert answer.json()["legal_moves"] and len(judged) == len(set(judged)) <= 2  # before the move, and after it


def test_metrics_name_the_short_way_like_the_route(app: FastAPI) -> None:
    program, of_page = (way.route.path for way in quick_moves.WAYS)
    assert program in app.openapi()["paths"]
    assert of_page in {path for route in table.router.routes if (path := getattr(route, "path", None))}


def test_an_error_of_ours_is_an_apology(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.state.table_service, "play_as", lambda *_: 1 / 0)
    table_id, _ = app.state.table_service.create(config_for(PERSON, PERSON, PERSON))
    answer = post(app, f"/api/v1/tables/{table_id}/moves", JSON, MOVE)
    assert answer.status_code == 500 and "went wrong" in answer.json()["sentence"]
