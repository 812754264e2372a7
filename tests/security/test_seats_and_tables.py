"""Seats and tables are what their links allow, and nothing more."""

import re
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from addresses import addresses, addresses_that_change
from fastapi import FastAPI

from asgi_client import ask
from teahorse.server.storage.access import Rights
from teahorse.server.tables.events.sharing import LINK, NOBODY
from teahorse.server.tables.hosting import Hosting
from teahorse.server.tables.keys import hash_of, is_id, new_id, new_key
from teahorse.server.tables.people import People

TABLES = "/api/v1/tables"
OPEN = {"is_free": True}
AT_A_TABLE = [(method, path) for method, path in addresses_that_change() if "{table_id}" in path]
READ_AT_A_TABLE = [path for method, path in addresses() if method == "GET" and "{table_id}" in path]
# What any of the requests at a table may contain.
BODY = {
    "move": "market",
    "number": 1,
    "whole": "turn",
    "seat": 0,
    "against": 0,
    "name": "Eve",
    "bot": "greedy",
    "text": "hello",
    "invitation": "x" * 22,
    "who": "nobody",
    "after": 0,
    "reaction": "tea",
    "whom": 0,
    "on": "1",
    "message": 1,
    "what": "pause",
    "request": 1,
}


class Evening:
    """A table of a host, Bo and Cy, all with their own tokens."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        made = self.post(TABLES, {"seats": [{"name": "Hortensia"}, OPEN, OPEN]}).json()
        self.id, self.host = made["id"], made["key"]
        self.path = f"{TABLES}/{self.id}"
        self.links = self.get(f"{self.path}/links", self.host).json()
        self.invitation = self.links["invitation"].rpartition("/")[2]
        self.bo, self.cy = (
            self.post(f"{self.path}/join", {"invitation": self.invitation, "name": name}).json()["token"]
            for name in ("Bonifaz", "Cy")
        )

    def get(self, path: str, token: str = "", **headers: str) -> httpx.Response:
        return ask(self.app, "GET", path, headers={"authorization": f"Bearer {token}"} | headers)

    def post(self, path: str, body: Any = None, token: str = "") -> httpx.Response:
        return ask(self.app, "POST", path, json=body or {}, headers={"authorization": f"Bearer {token}"})

    def move(self, token: str, number: int = 1, move: str = "market") -> int:
        return self.post(f"{self.path}/moves", {"move": move, "number": number}, token).status_code

    def state(self) -> tuple[int, int, frozenset[int]]:
        """What strangers must not change: rows, events and who holds the seats."""
        table = self.app.state.table_service.open(self.id)
        held = self.app.state.storage.seats_opened(self.id, [hash_of(key) for key in (self.host, self.bo, self.cy)])
        return len(table.history.rows), table.state.number, held


@pytest.fixture
def evening(app: FastAPI) -> Evening:
    return Evening(app)


# --- Seats ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("method", "path"), AT_A_TABLE)
def test_a_stranger_changes_nothing_at_a_table(evening: Evening, method: str, path: str) -> None:
    elsewhere = Evening(evening.app)  # a key of another table is no better than none
    address = re.sub("{[^}]*}", "1", path.replace("{table_id}", evening.id))
    before = evening.state()
    for key in ("", new_key(), elsewhere.host, elsewhere.invitation):
        headers = {"authorization": f"Bearer {key}", "cookie": f"browser={key}; keys={evening.id}.{key}"}
        for body in ({"json": BODY}, {"data": BODY}):
            answer = ask(evening.app, method, address, headers=headers, **body)
            assert answer.status_code < 500, answer.text
    assert evening.state() == before


def test_a_player_moves_for_nobody_else(evening: Evening) -> None:
    assert [evening.move(token) for token in (evening.bo, evening.cy, "", new_key())] == [403] * 4
    assert evening.move(evening.host) == 200
    assert evening.move(evening.host, 2) == evening.move(evening.cy, 2) == 403
    undo = evening.post(f"{evening.path}/undo", {"number": 2}, evening.bo)
    assert undo.status_code == 422 and evening.state()[0] == 1


def test_a_key_opens_nothing_at_another_table(evening: Evening) -> None:
    other = Evening(evening.app)
    assert [evening.move(token) for token in (other.host, other.bo, other.invitation)] == [403] * 3
    assert other.get(f"{evening.path}/links", other.host).status_code == 403
    joined = evening.post(f"{evening.path}/join", {"invitation": other.invitation, "name": "Eve"})
    assert joined.status_code == 403


def test_ids_and_keys_cannot_be_guessed(evening: Evening) -> None:
    ids, keys = {new_id() for _ in range(2000)}, {new_key() for _ in range(2000)}
    assert len(ids) == len(keys) == 2000 and all(is_id(each) for each in ids)
    assert {len(each) for each in ids} == {10} and {len(each) for each in keys} == {22}
    # 62 letters and digits, each about as often as any other, at every place.
    for place in range(10):
        assert len({each[place] for each in ids}) == 62
    for guess in (evening.id.lower(), evening.id[:-1], evening.id + "a", "%", "_" * 10, "*"):
        assert evening.get(f"{TABLES}/{guess}").status_code in (404, 405)


def test_someone_voted_out_does_not_come_back(evening: Evening) -> None:
    for voter in (evening.host, evening.cy):
        People(evening.app.state.table_service).vote(evening.id, [voter], 1)
    before = evening.state()
    assert evening.move(evening.host) == 200
    assert evening.move(evening.bo, 2) == 403
    assert evening.get(evening.path, evening.bo).json()["yours"] == []
    # Not even when the host frees the seat for someone else: the invitations from before are void.
    People(evening.app.state.table_service).offer(evening.id, [evening.host], 1)
    for key in (evening.invitation, evening.links["seats"]["1"].rpartition("/")[2]):
        assert evening.post(f"{evening.path}/join", {"invitation": key, "name": "Bo"}).status_code == 403
    assert evening.state()[2] == before[2]
    new = evening.get(f"{evening.path}/links", evening.host).json()["invitation"].rpartition("/")[2]
    assert evening.post(f"{evening.path}/join", {"invitation": new, "name": "Di"}).status_code == 200


def test_a_host_ends_no_game_of_others_without_their_consent(evening: Evening) -> None:
    assert evening.move(evening.host) == 200
    for _ in range(2):
        asked = evening.post(f"{evening.path}/close", {}, evening.host).json()
        assert not asked["is_closed"] and asked["requests"][0]["needed"] == [1, 2]
    number = {"request": asked["requests"][0]["number"]}
    evening.post(f"{evening.path}/agree", number, evening.host)  # the host has no say for the others
    evening.post(f"{evening.path}/agree", number, evening.bo)
    assert evening.move(evening.bo, 2) == 200
    assert evening.post(f"{evening.path}/agree", number, evening.cy).json()["is_closed"]


def test_only_the_host_does_what_hosts_do(evening: Evening) -> None:
    people, hosting = People(evening.app.state.table_service), Hosting(evening.app.state.table_service)
    actions = [
        lambda keys: hosting.close(evening.id, keys),
        lambda keys: hosting.set_watching(evening.id, keys, NOBODY),
        lambda keys: hosting.set_listed(evening.id, keys, True),
        lambda keys: hosting.renew_links(evening.id, keys),
        lambda keys: people.hand_over(evening.id, keys, 1),
        lambda keys: people.offer(evening.id, keys, 1),
        lambda keys: people.start_with_bots(evening.id, keys, "greedy"),
        lambda keys: people.give_to_bot(evening.id, keys, 1, "greedy"),
    ]
    before = evening.state()
    for action in actions:
        for keys in ([evening.bo], [evening.invitation], [new_key()], []):
            with pytest.raises(Exception, match="host"):
                action(keys)
    assert evening.state() == before
    people.hand_over(evening.id, [evening.host], 1)  # a former host is a player like any other
    for keys in ([evening.host], [evening.cy]):
        with pytest.raises(Exception, match="host"):
            hosting.close(evening.id, keys)
    assert hosting.close(evening.id, [evening.bo]).open_request("close") is not None


# --- Spectators -------------------------------------------------------------------------------------------


def test_a_private_table_does_not_exist_for_strangers(evening: Evening) -> None:
    Hosting(evening.app.state.table_service).set_watching(evening.id, [evening.host], NOBODY)
    for path in READ_AT_A_TABLE:
        is_link = re.search(r"/(?:sit|join|watch)(?:/|$)", path)  # a wrong key opens nothing there
        address = re.sub("{[^}]*}", "1", path.replace("{table_id}", evening.id))
        query = "?after=0&row=1&rows=1&move=pass"
        answer = evening.get(address + query)
        assert answer.status_code in ((303, 403, 404) if is_link else (404,)), (path, answer.status_code)
        assert "Hortensia" not in answer.text and "Bonifaz" not in answer.text
    for what in ("moves", "undo", "leave", "start", "close"):
        assert evening.post(f"{evening.path}/{what}", BODY).status_code == 404
    for path in ("/", "/games", "/lobby"):
        assert evening.id not in evening.get(path).text
    assert evening.get(evening.path, evening.bo).status_code == 200


def test_the_spectators_link_ends_when_the_host_switches_it_off(evening: Evening) -> None:
    hosting = Hosting(evening.app.state.table_service)
    hosting.set_watching(evening.id, [evening.host], LINK)
    link = evening.get(f"{evening.path}/links", evening.host).json()["spectators"]
    watcher = new_key()
    evening.get(link, cookie=f"browser={watcher}")
    assert evening.get(evening.path, watcher).status_code == 200 and evening.move(watcher) == 403
    hosting.set_watching(evening.id, [evening.host], NOBODY)
    evening.get(link, cookie=f"browser={watcher}")
    assert evening.get(evening.path, watcher).status_code == 404
    assert evening.get(f"/t/{evening.id}", cookie=f"browser={watcher}").status_code == 404
    assert evening.get(f"/t/{evening.id}/record", cookie=f"browser={watcher}").status_code == 404


# --- Keys -------------------------------------------------------------------------------------------------


def test_the_database_holds_no_key(evening: Evening, database: str) -> None:
    path = Path(database.removeprefix("sqlite:///"))
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    stored = b"".join(file.read_bytes() for file in path.parent.iterdir())
    for key in (evening.host, evening.bo, evening.cy, evening.invitation):
        assert key.encode() not in stored and hash_of(key).encode() in stored


def test_keys_are_looked_up_by_their_hash_only(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """No key is compared letter by letter, so the time of an answer tells nothing about its beginning."""
    sent: list[object] = []
    table = evening.app.state.table_service.open(evening.id)
    monkeypatch.setattr(
        type(evening.app.state.storage.access), "rights", lambda *given: sent.append(given[2]) or Rights()
    )
    table = replace(table, seats_opened=lambda hashes: sent.append(hashes) or ())
    guess = evening.host[:-1] + ("a" if evening.host[-1] != "a" else "b")
    assert table.players_of([guess]) == frozenset()
    assert not People(evening.app.state.table_service).rights(evening.id, [guess]).is_host
    assert sent == [{hash_of(guess)}] * 2
