"""The client: repeats a request with the same idempotency key, waits, gives up, and follows a broken stream."""

import json
from collections.abc import Callable

import httpx
import pytest

from teahorse.client import Change, Client, Invitation, Refused, Row, Unreachable
from teahorse.client import events as client_events
from teahorse.errors import TeahorseError

STATE = {
    "id": "abcdefghij",
    "kind": "game",
    "title": "",
    "seats": [{"name": "Ann", "bot": None, "colours": ["red"], "is_free": False}],
    "rows": 3,
    "changes": 0,
    "to_move": "p1",
    "is_over": False,
    "is_closed": False,
    "stopped": None,
    "yours": ["p1"],
    "legal_moves": ["market"],
    "undo_step": 1,
    "undo_turn": 1,
    "snapshot": {},
    "of_a_later_version": True,
}


class Server:
    """Answers in turn what a test says, and remembers the requests."""

    def __init__(self, *answers: httpx.Response | Exception) -> None:
        self.answers = list(answers)
        self.requests: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long the client has waited each time."""
    waited: list[float] = []
    monkeypatch.setattr("time.sleep", waited.append)
    return waited


def client_of(server: Callable[[httpx.Request], httpx.Response]) -> Client:
    return Client("http://localhost", httpx.MockTransport(server))


def test_a_request_is_repeated_with_the_same_idempotency_key(waits: list[float]) -> None:
    server = Server(
        httpx.ReadTimeout("slow"),
        httpx.Response(503, headers={"Retry-After": "3"}, json={"sentence": "Busy."}),
        httpx.Response(502, text="<html>"),
        httpx.Response(200, json=STATE),
    )
    with client_of(server) as client:
        state = client.table("abcdefghij", "token").play("market", 4)
    assert state.is_my_turn and state.seats[0].name == "Ann"
    keys = {request.headers["idempotency-key"] for request in server.requests}
    assert len(server.requests) == 4 and len(keys) == 1 and len(keys.pop()) >= 22
    assert {request.headers["authorization"] for request in server.requests} == {"Bearer token"}
    assert waits[1] == 3 and 0 < waits[0] < waits[2] < 3
    assert json.loads(server.requests[-1].content) == {"move": "market", "number": 4}


def test_every_request_has_its_own_key() -> None:
    server = Server(*(httpx.Response(200, json=STATE) for _ in range(3)))
    with client_of(server) as client:
        for number in range(3):
            client.table("abcdefghij").play("market", number)
    assert len({request.headers["idempotency-key"] for request in server.requests}) == 3


def test_a_refusal_is_not_repeated(waits: list[float]) -> None:
    server = Server(httpx.Response(422, json={"sentence": "The space is taken.", "rule": "3.2"}))
    with client_of(server) as client, pytest.raises(Refused, match="taken") as refused:
        client.table("abcdefghij").play("bid school 9", 1)
    assert (refused.value.status, refused.value.rule, waits) == (422, "3.2", [])


def test_the_client_gives_up_after_some_attempts(waits: list[float]) -> None:
    server = Server(*(httpx.ConnectError("refused") for _ in range(20)))
    with client_of(server) as client, pytest.raises(Unreachable, match="refused"):
        client.table("abcdefghij").read()
    assert len(server.requests) == 6 and len(waits) == 5


def stream(*events: str) -> httpx.Response:
    return httpx.Response(200, headers={"content-type": "text/event-stream"}, text="".join(events))


def row(number: int, changes: int = 0) -> str:
    data = json.dumps({"number": number, "kind": "move", "move": "market", "player": "p1"})
    return f"event: row\nid: {number}-{changes}\ndata: {data}\n\n"


def test_a_stream_that_breaks_goes_on_after_the_last_event(waits: list[float]) -> None:
    data = json.dumps({"number": 1, "kind": "closed", "seat": None, "data": {}, "after_row": 2, "made_at": 0})
    server = Server(
        stream(": quiet\n\n", row(1), row(2)),
        httpx.ConnectError("gone"),
        httpx.Response(503),
        stream(f"event: change\nid: 2-1\ndata: {data}\n\n", "event: news\ndata: unknown\n\n", row(3, 1)),
        httpx.Response(404, json={"sentence": "There is no table at this address."}),
    )
    with client_of(server) as client:
        events = client.table("abcdefghij").events()
        told = [next(events) for _ in range(4)]
        assert [type(event) for event in told] == [Row, Row, Change, Row] and told[3].number == 3
        with pytest.raises(Refused, match="no table"):
            next(events)
    assert [request.headers["last-event-id"] for request in server.requests] == ["0-0", "2-0", "2-0", "2-0", "3-1"]


def test_following_ends_when_nobody_answers(waits: list[float]) -> None:
    server = Server(*(httpx.ConnectError("gone") for _ in range(100)))
    with client_of(server) as client, pytest.raises(Unreachable):
        next(client.table("abcdefghij").events())
    assert len(server.requests) == client_events.ATTEMPTS


def test_links_are_taken_apart() -> None:
    key = "K" * 22
    assert Invitation.of(f"https://club.example:8013/t/abcdefghij/join/{key}\n") == Invitation(
        "https://club.example:8013", "abcdefghij", key
    )
    for link in ("", "https://club.example/t/abcdefghij", "abcdefghij", f"ftp://x/t/abcdefghij/join/{key}"):
        with pytest.raises(TeahorseError, match="is not an invitation"):
            Invitation.of(link)
