"""Time, requests and returning by the API."""

from typing import Any

from fastapi import FastAPI

from asgi_client import ask
from teahorse.server.api import events
from teahorse.server.live_updates import Latest
from teahorse.server.tables.events.chat import MESSAGE, MUTED
from teahorse.server.tables.events.subject import NewEvent
from teahorse.server.tables.events.timing import TIMED_OUT
from teahorse.server.tables.keys import hash_of, new_key

TABLES = "/api/v1/tables"
SEATS = [{"name": "Ann"}, {"name": "Bo"}, {"name": "Cy"}]


class TimedTable:
    """A timed table; Ann has a token for her seat, and the host's token opens all of them."""

    def __init__(self, app: FastAPI) -> None:
        made = ask(app, "POST", TABLES, json={"seats": SEATS, "time": {"minutes": 10, "increment": 5}}).json()
        self.app, self.path, self.all, self.ann = app, f"{TABLES}/{made['id']}", made["key"], new_key()
        self.id = made["id"]
        app.state.storage.add_key(hash_of(self.ann), {self.id: [0]}, 100)

    def post(self, address: str, token: str, **body: Any) -> Any:
        return ask(self.app, "POST", f"{self.path}/{address}", json=body, headers={"authorization": f"Bearer {token}"})

    def state(self) -> Any:
        return ask(self.app, "GET", self.path).json()


def test_a_table_is_created_with_a_time_control(app: FastAPI) -> None:
    table = TimedTable(app)
    assert table.state()["time"] == {
        "kind": "budget",
        "increment": 5,
        "bot": "merchant",
        "left": [600, 600, 600],
        "running": None,
        "away": [],
        "is_paused": False,
    }
    for wrong in ({}, {"minutes": 5, "days": 2}, {"minutes": 0}, {"days": 31}, {"days": 2, "bot": "nobody"}):
        assert ask(app, "POST", TABLES, json={"seats": SEATS, "time": wrong}).status_code == 422, wrong


def test_an_undo_is_asked_and_agreed_to_by_programs(app: FastAPI) -> None:
    table = TimedTable(app)
    for number in (1, 2):
        table.post("moves", table.all, move="market", number=number)
    asked = table.post("ask", table.ann, what="undo", number=3).json()["requests"]
    assert [(request["what"], request["needed"], request["moves"]) for request in asked] == [("undo", [1], 2)]
    assert table.post("agree", "garbage", request=asked[0]["number"]).status_code == 403
    state = table.post("agree", table.all, request=asked[0]["number"]).json()
    assert state["rows"] == 4 and state["to_move"] == "p1" and state["requests"] == []
    assert table.post("refuse", table.all, request=asked[0]["number"]).status_code == 409


def test_a_program_takes_its_seat_back_and_nobody_learns_who_mutes_whom(app: FastAPI) -> None:
    table = TimedTable(app)
    muted = NewEvent(MUTED, 2, {"whom": 0})
    message = NewEvent(MESSAGE, 0, {"text": "secret", "name": "Ann"})
    app.state.table_service.append(table.id, lambda _: [NewEvent(TIMED_OUT, 0), muted, message])
    assert table.state()["time"]["away"] == [0]
    assert table.post("moves", table.ann, move="market", number=1).status_code == 422
    assert table.post("return", table.ann).json()["time"]["away"] == []
    now = app.state.table_service.open(table.id)
    told = "".join(text for _, text in events._news(now, Latest(0, 0), frozenset()))
    assert "timed-out" in told and "muted" not in told and "secret" not in told
