"""Moves of programs take a short way, and are answered as their route would answer them."""

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from table_setup import PERSON, config_for
from teahorse.server.settings import Settings
from teahorse.web import quick_moves
from teahorse.web.app import make_app

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
    monkeypatch.setattr(quick_moves, "PATH", quick_moves.re.compile("never"))
    assert quick == answers()


def test_a_usual_move_does_not_reach_the_route(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    async def unexpected(*_: Any) -> None:
        pytest.fail("The move took the long way.")

    monkeypatch.setattr(type(app.router), "__call__", unexpected)
    table_id, key = app.state.table_service.create(config_for(PERSON, PERSON, PERSON, PERSON))
    answer = post(app, f"/api/v1/tables/{table_id}/moves", JSON | {"authorization": f"Bearer {key}"}, MOVE)
    assert answer.status_code == 200 and answer.json()["rows"] == 1


def test_metrics_name_the_short_way_like_the_route(app: FastAPI) -> None:
    assert quick_moves.ROUTE.path in app.openapi()["paths"]


def test_an_error_of_ours_is_an_apology(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.state.table_service, "play", lambda *_: 1 / 0)
    table_id, _ = app.state.table_service.create(config_for(PERSON, PERSON, PERSON))
    answer = post(app, f"/api/v1/tables/{table_id}/moves", JSON, MOVE)
    assert answer.status_code == 500 and "went wrong" in answer.json()["sentence"]
