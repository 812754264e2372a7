"""Idempotency keys: a repeated request gets the same answer and adds nothing, also from another server."""

import uuid
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from asgi_client import ask
from teahorse.server.settings import Settings
from teahorse.web.app import make_app

PEOPLE = {"seats": [{"name": "Ann"}, {"name": "Bo"}, {"name": "Cy"}]}
TABLES = "/api/v1/tables"


@pytest.fixture
def servers(database: str) -> Iterator[list[FastAPI]]:
    """Two servers on one database."""
    apps = [make_app(Settings(database)) for _ in range(2)]
    yield apps
    for app in apps:
        app.state.storage.close()


def post(app: FastAPI, path: str, body: Any, key: str | None = None, token: str = "") -> httpx.Response:
    headers = {"authorization": f"Bearer {token}"} | ({} if key is None else {"idempotency-key": key})
    return ask(app, "POST", path, json=body, headers=headers)


def new_table(app: FastAPI) -> tuple[str, str]:
    made = post(app, TABLES, PEOPLE).json()
    return f"{TABLES}/{made['id']}", made["key"]


def test_a_repeated_move_gets_the_same_answer_and_adds_nothing(servers: list[FastAPI]) -> None:
    path, token = new_table(servers[0])
    key, body = str(uuid.uuid4()), {"move": "bid school 9", "number": 1}
    first = post(servers[0], f"{path}/moves", body, key, token)
    assert first.status_code == 200
    assert post(servers[0], f"{path}/moves", {"move": "market", "number": 2}, None, token).status_code == 200
    for server in (servers[0], servers[1], servers[1]):
        again = post(server, f"{path}/moves", body, key, token)
        assert (again.status_code, again.json()) == (200, first.json())
    assert ask(servers[1], "GET", path).json()["rows"] == 2
    assert post(servers[0], f"{path}/moves", body, None, token).status_code == 409


def test_a_repeated_undo_takes_back_one_move(servers: list[FastAPI]) -> None:
    path, token = new_table(servers[0])
    post(servers[0], f"{path}/moves", {"move": "bid school 9", "number": 1}, None, token)
    key = str(uuid.uuid4())
    first = post(servers[0], f"{path}/undo", {"number": 2}, key, token)
    again = post(servers[1], f"{path}/undo", {"number": 2}, key, token)
    assert first.status_code == again.status_code == 200 and first.json() == again.json()
    assert ask(servers[0], "GET", path).json()["rows"] == 2


def test_a_repeated_new_table_is_the_same_one(servers: list[FastAPI]) -> None:
    key = str(uuid.uuid4())
    first, again = (post(server, TABLES, PEOPLE, key) for server in servers)
    assert first.status_code == again.status_code == 201 and first.json() == again.json()
    other = post(servers[0], TABLES, PEOPLE, str(uuid.uuid4())).json()
    assert len({other["id"], first.json()["id"]}) == len({other["key"], first.json()["key"]}) == 2
    path, token = f"{TABLES}/{first.json()['id']}", first.json()["key"]
    assert post(servers[1], f"{path}/moves", {"move": "market", "number": 1}, None, token).status_code == 200


def test_a_key_belongs_to_one_request_of_one_sender(servers: list[FastAPI]) -> None:
    path, token = new_table(servers[0])
    key = str(uuid.uuid4())
    assert post(servers[0], f"{path}/moves", {"move": "bid school 9", "number": 1}, key, token).status_code == 200
    other = post(servers[0], f"{path}/moves", {"move": "market", "number": 2}, key, token)
    assert other.status_code == 422 and "idempotency key" in other.json()["sentence"]
    assert post(servers[0], f"{path}/moves", {"move": "bid school 9", "number": 1}, key, "x").status_code == 409
    elsewhere, its_token = new_table(servers[0])
    assert post(servers[0], f"{elsewhere}/moves", {"move": "market", "number": 1}, key, its_token).status_code == 200


def test_a_refused_request_can_be_sent_again(servers: list[FastAPI]) -> None:
    path, token = new_table(servers[0])
    key = str(uuid.uuid4())
    assert post(servers[0], f"{path}/moves", {"move": "fly", "number": 1}, key, token).status_code == 422
    assert post(servers[0], f"{path}/moves", {"move": "market", "number": 1}, key, token).status_code == 200


@pytest.mark.parametrize("key", ["", "short", "x" * 65, "with spaces in the middle of it", "ümlaut" * 5])
def test_a_key_must_be_a_long_random_text(servers: list[FastAPI], key: str) -> None:
    headers = {"idempotency-key": key.encode("latin-1")}
    assert ask(servers[0], "POST", TABLES, json=PEOPLE, headers=headers).status_code == 422
