"""The chat by the API: who reads and writes, once, and what spectators see."""

import uuid

import httpx
from fastapi import FastAPI

from asgi_client import ask
from teahorse.server.tables import chatting

TABLES = "/api/v1/tables"


def test_people_at_the_table_write_and_read(app: FastAPI) -> None:
    made = ask(app, "POST", TABLES, json={"seats": [{"name": "Ann"}, {"name": "Bo"}, {"name": "Cy"}]}).json()
    path, own = f"{TABLES}/{made['id']}/chat", {"authorization": f"Bearer {made['key']}"}

    def write(headers: dict[str, str], **body: str) -> httpx.Response:
        return ask(app, "POST", path, json=body, headers=headers)

    key = {"idempotency-key": str(uuid.uuid4())}
    first = write(own | key, text="Hello <b>all</b>")
    again = write(own | key, text="Hello <b>all</b>")
    assert first.status_code == 200 and first.json() == again.json() == {"number": 1}
    assert write(own, reaction="tea").json() == {"number": 2}
    assert write(own, reaction="rude").status_code == write(own, text=" ").status_code == 422
    assert write({}, text="hi").status_code == write({"authorization": "Bearer x"}, text="hi").status_code == 403
    read = ask(app, "GET", path, headers=own).json()["messages"]
    assert [(line["name"], line["text"], line["reaction"]) for line in read] == [
        ("Ann", "Hello <b>all</b>", None),
        ("Ann", "", "tea"),
    ]
    assert ask(app, "GET", path).status_code == 403
    chatting.let_spectators_read(app.state.table_service, made["id"], [made["key"]], True)
    assert len(ask(app, "GET", path).json()["messages"]) == 2
