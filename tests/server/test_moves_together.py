"""Moves of programs that come at the same time are made together, and each is answered as if it had come alone."""

import asyncio
import json
import threading
from collections.abc import Iterator, Sequence
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from table_setup import PERSON, config_for
from teahorse.server.settings import Settings
from teahorse.server.storage.database import StorageError
from teahorse.server.storage.rows import Addition
from teahorse.server.tables.service import TableService
from teahorse.web.app import make_app

KEY = "1ec9414c-232a-6b00-b3c8-9e6bdeced846"


@pytest.fixture
def app(tmp_path: Any) -> Iterator[FastAPI]:
    app = make_app(Settings(f"sqlite:///{tmp_path}/games.sqlite", names=("yunnan",)))
    yield app
    app.state.storage.close()


@pytest.fixture
def groups(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many moves were stored together, each time."""
    stored: list[int] = []
    add = app.state.storage.add_together

    def noted(new: Sequence[Addition]) -> int | None:
        stored.append(len(new))
        made_at: int | None = add(new)
        return made_at

    monkeypatch.setattr(app.state.storage, "add_together", noted)
    return stored


def new_tables(app: FastAPI, count: int) -> list[tuple[str, str]]:
    service: TableService = app.state.table_service
    tables = [service.create(config_for(PERSON, PERSON, PERSON, PERSON)) for _ in range(count)]
    for table_id, _ in tables:
        service.open(table_id)  # so that it is in memory
    return tables


def play(app: FastAPI, *moves: tuple[str, str, str, int], idempotency_key: str = "") -> list[httpx.Response]:
    """Send all moves at the same moment: table, key, move, number."""

    async def answers() -> list[httpx.Response]:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://yunnan") as client:
            head = {"content-type": "application/json"} | (
                {"idempotency-key": idempotency_key} if idempotency_key else {}
            )
            sent = (
                client.post(
                    f"/api/v1/tables/{table_id}/moves",
                    headers=head | {"authorization": f"Bearer {key}"},
                    content=json.dumps({"move": move, "number": number}),
                )
                for table_id, key, move, number in moves
            )
            return await asyncio.gather(*sent)

    return asyncio.run(answers())


def rows(app: FastAPI, table_id: str) -> list[str]:
    return [kept.row.text for kept in app.state.storage.rows_after(table_id, 0)]


def test_moves_at_many_tables_share_a_transaction(app: FastAPI, groups: list[int]) -> None:
    tables = new_tables(app, 8)
    told: list[tuple[str, int, int]] = []
    app.state.table_service.subscribe(lambda *news: told.append(news))
    answers = play(app, *((table_id, key, "market", 1) for table_id, key in tables))
    assert [answer.json()["rows"] for answer in answers] == [1] * 8
    assert [answer.json()["id"] for answer in answers] == [table_id for table_id, _ in tables]
    assert all(rows(app, table_id) == ["market"] for table_id, _ in tables)
    assert sorted(told) == sorted((table_id, 1, 0) for table_id, _ in tables)
    assert sum(groups) == 8 and len(groups) < 8


def test_a_refused_move_spoils_no_other(app: FastAPI) -> None:
    (first, key), (second, other), (third, last) = new_tables(app, 3)
    answers = play(
        app, (first, key, "market", 1), (second, other, "bid school 90", 1), (third, key, "market", 1),
        (third, last, "market", 9), (third, last, "market", 1),
    )  # fmt: skip
    assert [answer.status_code for answer in answers] == [200, 422, 403, 409, 200]
    assert [rows(app, table_id) for table_id in (first, second, third)] == [["market"], [], ["market"]]


def test_of_two_moves_with_the_same_number_one_counts(app: FastAPI) -> None:
    ((table_id, key),) = new_tables(app, 1)
    answers = play(app, (table_id, key, "market", 1), (table_id, key, "market", 1))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert rows(app, table_id) == ["market"]


def test_a_row_of_another_process_spoils_no_other_move(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = new_tables(app, 3)
    other = TableService(app.state.storage)  # as another process would
    other.play(tables[1][0], {tables[1][1]}, "market", 1)
    news = app.state.storage.events.news
    looks = iter((1, 2, 3))  # the row comes right after everyone has looked
    monkeypatch.setattr(app.state.storage.events, "news", lambda *at: ([], []) if next(looks, None) else news(*at))
    answers = play(app, *((table_id, key, "market", 1) for table_id, key in tables))
    assert [answer.status_code for answer in answers] == [200, 409, 200]
    assert all(rows(app, table_id) == ["market"] for table_id, _ in tables)


def test_a_repeated_request_gets_the_same_answer(app: FastAPI, groups: list[int]) -> None:
    (first, key), (second, other) = new_tables(app, 2)
    once = play(app, (first, key, "market", 1), idempotency_key=KEY)
    again = play(app, (first, key, "market", 1), (second, other, "market", 1), idempotency_key=KEY)
    assert groups[0] == 1 and once[0].status_code == 200
    assert again[0].json() == once[0].json() and again[1].status_code == 200
    assert rows(app, first) == rows(app, second) == ["market"]


def test_a_table_in_use_delays_no_other(app: FastAPI, groups: list[int]) -> None:
    (first, key), (second, other) = new_tables(app, 2)
    entry = app.state.table_service._entry(first)
    entry.lock.acquire()
    release = threading.Timer(1, entry.lock.release)
    app.state.table_service.subscribe(lambda table_id, *_: told.append((table_id, entry.lock.locked())))
    told: list[tuple[str, bool]] = []
    release.start()
    answers = play(app, (first, key, "market", 1), (second, other, "market", 1))
    assert [answer.status_code for answer in answers] == [200, 200]
    assert told[0] == (second, True) and told[1][0] == first


def test_without_a_database_everyone_is_told(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(_: object) -> None:
        raise StorageError("The disk is full.")

    tables = new_tables(app, 3)
    monkeypatch.setattr(app.state.storage, "add_together", gone)
    answers = play(app, *((table_id, key, "market", 1) for table_id, key in tables))
    assert {answer.status_code for answer in answers} == {503}
    monkeypatch.undo()
    answers = play(app, *((table_id, key, "market", 1) for table_id, key in tables))
    assert {answer.status_code for answer in answers} == {200}


def test_an_error_of_ours_spoils_no_move(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = new_tables(app, 2)
    monkeypatch.setattr(app.state.table_service, "play_together", lambda _: 1 / 0)
    answers = play(app, *((table_id, key, "market", 1) for table_id, key in tables))
    assert {answer.status_code for answer in answers} == {200}
