"""What must stay hidden, and requests that are sent again: cards, names, streams, idempotency keys."""

import asyncio
import json
import socket
import uuid
from urllib.parse import urlsplit

import pytest
from fastapi import FastAPI

from asgi_client import ask
from server_process import ServerProcess
from table_setup import PERSON, config_for, play_greedily
from teahorse.server.api.events import Reader, _events
from teahorse.server.http.connections import Limits
from teahorse.server.live_updates import Latest, LiveUpdates
from teahorse.server.tables.errors import NoSuchTable
from teahorse.server.tables.events.sharing import NOBODY
from teahorse.server.tables.hosting import Hosting
from teahorse.server.tables.rematch import start_rematch

TABLES = "/api/v1/tables"
NEVER = 3600.0
SECONDS = 20.0


def no_seats(_: object) -> frozenset[int]:
    return frozenset()


def test_no_answer_tells_the_order_of_dulis_cards(app: FastAPI) -> None:
    tables = app.state.table_service
    table_id, key = tables.create(config_for(PERSON, PERSON))
    table = play_greedily(tables, table_id, key, 12)
    to_come = [str(card) for card in table.history.game.snapshot()["duli"]["pile"]]
    secret = [" ".join(to_come), ",".join(to_come), ", ".join(to_come)]
    bearer = {"authorization": f"Bearer {key}", "cookie": f"browser={key}"}
    for path in (
        f"{TABLES}/{table_id}",
        f"{TABLES}/{table_id}/record",
        f"{TABLES}/{table_id}/legal-moves",
        f"/t/{table_id}",
        f"/t/{table_id}/record",
        f"/t/{table_id}/story?after=0",
        f"/t/{table_id}/at/3",
    ):
        answer = ask(app, "GET", path, headers=bearer)
        assert answer.status_code == 200 and not any(text in answer.text for text in secret)

    async def first_events() -> str:
        stream = _events(tables, LiveUpdates(tables, NEVER), table_id, Latest(0, 0), Reader(lambda: table, no_seats))
        told = [await asyncio.wait_for(anext(stream), SECONDS) for _ in range(len(table.history.rows))]
        await stream.aclose()
        return "".join(told)

    assert not any(text in asyncio.run(first_events()) for text in secret)


def test_a_stream_ends_when_its_reader_may_not_watch_any_more(app: FastAPI) -> None:
    tables = app.state.table_service
    table_id, key = tables.create(config_for(PERSON, PERSON, PERSON))

    def open_for_stranger() -> None:
        raise NoSuchTable

    async def follow() -> list[str]:
        stream = _events(
            tables, LiveUpdates(tables, NEVER), table_id, Latest(0, 0), Reader(open_for_stranger, no_seats)
        )
        told = []
        await asyncio.to_thread(tables.play, table_id, [key], "market", 1)
        told.append(await asyncio.wait_for(anext(stream), SECONDS))
        await asyncio.to_thread(Hosting(tables).set_watching, table_id, [key], NOBODY)
        await asyncio.to_thread(tables.play, table_id, [key], "bid school 9", 2)
        async with asyncio.timeout(SECONDS):
            told += [text async for text in stream]
        return told

    told = asyncio.run(follow())
    assert len(told) == 1 and json.loads(told[0].split("data: ")[1])["move"] == "market"


def test_the_rematch_of_a_private_table_is_private(app: FastAPI) -> None:
    tables = app.state.table_service
    table_id, key = tables.create(config_for(PERSON, PERSON, PERSON))
    Hosting(tables).set_watching(table_id, [key], NOBODY)
    again = start_rematch(tables, tables.open(table_id))
    assert ask(app, "GET", f"{TABLES}/{again}").status_code == 404
    assert ask(app, "GET", f"{TABLES}/{again}", headers={"authorization": f"Bearer {key}"}).status_code == 200


@pytest.mark.parametrize("name", ["Ann", "ANN ", "Аnn", "A\u200bnn", "\u202eAnn", "Ａｎｎ", "A" + "\u0316" * 9])  # noqa: RUF001
def test_nobody_passes_for_another_player(app: FastAPI, name: str) -> None:
    made = ask(app, "POST", TABLES, json={"seats": [{"name": "Ann"}, {"is_free": True}]}).json()
    path, host = f"{TABLES}/{made['id']}", {"authorization": f"Bearer {made['key']}"}
    invitation = ask(app, "GET", f"{path}/links", headers=host).json()["invitation"].rpartition("/")[2]
    assert ask(app, "POST", f"{path}/join", json={"invitation": invitation, "name": name}).status_code == 422


def test_an_idempotency_key_of_someone_else_is_worth_nothing(app: FastAPI) -> None:
    made = ask(app, "POST", TABLES, json={"seats": [{"name": "Ann"}, {"name": "Bo"}, {"name": "Cy"}]}).json()
    path, key = f"{TABLES}/{made['id']}/moves", str(uuid.uuid4())
    own = {"authorization": f"Bearer {made['key']}", "idempotency-key": key}
    body = {"move": "market", "number": 1}
    assert ask(app, "POST", path, json=body, headers=own).status_code == 200
    for other in ("", "Bearer " + "x" * 22):
        stolen = ask(app, "POST", path, json=body, headers=own | {"authorization": other})
        assert stolen.status_code in (403, 409) and "yours" not in stolen.json()
    for short in ("1", "a" * 21):
        assert ask(app, "POST", TABLES, json={}, headers={"idempotency-key": short}).status_code == 422


def test_a_slow_request_is_ended(server: ServerProcess) -> None:
    limits = Limits()
    assert 0 < limits.header_seconds <= 10 and 0 < limits.body_seconds <= 60 and 0 < limits.write_seconds <= 60
    at = urlsplit(server.address)
    with socket.create_connection((at.hostname or "", at.port or 0)) as connection:
        connection.settimeout(limits.header_seconds * 3)
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        assert connection.recv(1000).startswith(b"HTTP/1.1 408")
