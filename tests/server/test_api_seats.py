"""Joining by link, leaving, and what only the host may do, by the API."""

import uuid
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from asgi_client import ask

OPEN = {"is_free": True}
TABLES = "/api/v1/tables"


class OpenTable:
    """A table of a host who sits at it, with two free seats."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        made = ask(app, "POST", TABLES, json={"seats": [{"name": "Host"}, OPEN, OPEN]})
        assert made.status_code == 201, made.text
        self.id, self.host = made.json()["id"], made.json()["key"]
        self.path = f"{TABLES}/{self.id}"

    def get(self, what: str = "", token: str = "") -> httpx.Response:
        return ask(self.app, "GET", self.path + what, headers={"authorization": f"Bearer {token}"})

    def post(self, what: str, body: Any = None, token: str = "", **headers: str) -> httpx.Response:
        headers["authorization"] = f"Bearer {token}"
        return ask(self.app, "POST", f"{self.path}/{what}", json=body or {}, headers=headers)

    def links(self) -> Any:
        return self.get("/links", self.host).json()

    def invitation(self) -> str:
        return str(self.links()["invitation"].rpartition("/")[2])


@pytest.fixture
def table(app: FastAPI) -> OpenTable:
    return OpenTable(app)


def test_people_join_by_link_and_the_game_starts(table: OpenTable) -> None:
    invitation = table.invitation()
    state = table.get().json()
    assert [seat["is_free"] for seat in state["seats"]] == [False, True, True] and state["to_move"] is None
    assert table.post("moves", {"move": "market", "number": 1}, table.host).status_code == 422
    first = table.post("join", {"invitation": invitation, "name": "Bo"}).json()
    second = table.post("join", {"invitation": invitation, "name": "Cy", "seat": 2}).json()
    assert (first["seat"], second["seat"]) == (1, 2)
    assert table.post("join", {"invitation": invitation, "name": "Di"}).status_code == 409
    state = table.get("", first["token"]).json()
    assert [seat["name"] for seat in state["seats"]] == ["Host", "Bo", "Cy"]
    assert (state["to_move"], state["yours"], state["changes"]) == ("p1", ["p2"], 3)
    assert table.post("moves", {"move": "market", "number": 1}, first["token"]).status_code == 403
    assert table.post("moves", {"move": "market", "number": 1}, table.host).status_code == 200
    assert table.post("moves", {"move": "market", "number": 2}, first["token"]).status_code == 200


def test_a_link_for_one_seat_opens_that_seat_only(table: OpenTable) -> None:
    key = table.links()["seats"]["2"].rpartition("/")[2]
    assert table.post("join", {"invitation": key, "name": "Bo", "seat": 1}).status_code == 409
    assert table.post("join", {"invitation": key, "name": "Bo"}).json()["seat"] == 2


def test_joining_twice_with_one_idempotency_key_takes_one_seat(table: OpenTable) -> None:
    body, key = {"invitation": table.invitation(), "name": "Bo"}, {"idempotency-key": str(uuid.uuid4())}
    first, again = table.post("join", body, **key), table.post("join", body, **key)
    assert first.status_code == again.status_code == 200 and first.json() == again.json()
    assert [seat["is_free"] for seat in table.get().json()["seats"]] == [False, False, True]


@pytest.mark.parametrize("name", ["", " ", "Host", "HОST", "\u202eBo", "x" * 41])  # noqa: RUF001
def test_a_name_must_be_valid_and_look_like_no_other(table: OpenTable, name: str) -> None:
    assert table.post("join", {"invitation": table.invitation(), "name": name}).status_code == 422


def test_leaving_frees_the_seat_and_ends_the_token(table: OpenTable) -> None:
    invitation = table.invitation()
    token = table.post("join", {"invitation": invitation, "name": "Bo"}).json()["token"]
    left = table.post("leave", {}, token)
    assert left.status_code == 200 and left.json()["seats"][1]["is_free"] and left.json()["yours"] == []
    assert table.post("leave", {}, token).status_code == 403
    assert table.get("", token).json()["yours"] == []


def test_bots_take_the_free_seats_if_the_host_says_so(table: OpenTable) -> None:
    started = table.post("start", {"bot": "greedy"}, table.host)
    assert [seat["bot"] for seat in started.json()["seats"]] == [None, "greedy", "greedy"]
    assert started.json()["to_move"] == "p1"
    assert table.post("start", {"bot": "evil.py:Bot"}, table.host).status_code == 422


def test_only_the_host_gets_links_starts_and_closes(table: OpenTable) -> None:
    token = table.post("join", {"invitation": table.invitation(), "name": "Bo"}).json()["token"]
    for who in (token, "", "x" * 22):
        assert table.get("/links", who).status_code == 403
        assert table.post("start", {}, who).status_code == table.post("close", {}, who).status_code == 403
    closed = table.post("close", {}, table.host)  # the game has not begun, so nobody is asked
    assert closed.status_code == 200 and closed.json()["is_closed"]
    assert table.post("join", {"invitation": "x" * 22, "name": "Cy"}).status_code == 403
