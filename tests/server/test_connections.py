"""Connections with limits, on real sockets: slow clients are let go, and everyone else is served."""

import asyncio
import socket
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace

import httpx
import pytest
from fastapi import FastAPI, Request
from fastapi.responses import PlainTextResponse, StreamingResponse

from teahorse.server.http.connections import Limits
from teahorse.web.error_pages import add_error_handlers
from teahorse.web.serving import Server, listen, open_file_limit, within_open_files

HEAD = b"GET /quick HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nhalf"
SOON = 0.2  # seconds: a limit that a test waits for
NEVER = 600.0
PATIENCE = 60.0  # seconds until a test fails
LARGE = 50_000_000  # bytes, more than any buffer takes
EVENTS = 8


def small_app(limits: Limits) -> FastAPI:
    """An app with a page, a form, an endless answer and a large one."""
    app = FastAPI()
    app.state.settings = SimpleNamespace(limits=limits)
    app.state.live_updates = SimpleNamespace(stop=lambda: stopped.set())
    app.state.texts = []
    stopped = asyncio.Event()
    add_error_handlers(app)

    @app.get("/quick")
    async def quick() -> PlainTextResponse:
        return PlainTextResponse("here")

    @app.post("/read")
    async def read(request: Request) -> PlainTextResponse:
        return PlainTextResponse(str(len(await request.body())))

    @app.get("/events")
    async def events() -> StreamingResponse:
        async def rings() -> AsyncIterator[str]:
            for number in range(EVENTS):
                yield f"data: {number}\n\n"
                await asyncio.sleep(SOON / 2)
            await stopped.wait()

        return StreamingResponse(rings(), media_type="text/event-stream")

    @app.get("/large")
    async def large() -> StreamingResponse:
        async def parts() -> AsyncIterator[bytes]:
            for _ in range(LARGE // 100_000):
                yield b"#" * 100_000

        return StreamingResponse(parts())

    return app


class Running:
    """A server in a thread of its own."""

    def __init__(self, **limits: float) -> None:
        chosen = {
            "header_seconds": NEVER,
            "idle_seconds": NEVER,
            "body_seconds": NEVER,
            "write_seconds": NEVER,
        } | limits
        self.listener = listen("127.0.0.1", 0)
        self.address = self.listener.getsockname()[:2]
        self.url = "http://{}:{}".format(*self.address)
        started = threading.Event()
        self.server = Server(small_app(Limits(**chosen)), started.set, lambda app: None)
        self._thread = threading.Thread(target=self.server.run, args=([self.listener],))
        self._thread.start()
        assert started.wait(PATIENCE)

    def connect(self, sent: bytes = b"", source: str = "127.0.0.1") -> socket.socket:
        """A client that sends something, and then nothing."""
        client = socket.create_connection(self.address, PATIENCE, source_address=(source, 0))
        client.sendall(sent)
        return client

    def get(self, path: str = "/quick") -> httpx.Response:
        return httpx.get(self.url + path, timeout=PATIENCE, headers={"Connection": "close"})

    def wait_until_empty(self) -> None:
        """Wait until the server has let everyone go."""
        waiting, end = threading.Event(), time.monotonic() + PATIENCE
        while len(self.server.connections):
            assert time.monotonic() < end, "A connection stays open."
            waiting.wait(SOON / 4)

    def stop(self) -> None:
        self.server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


@contextmanager
def running(**limits: float) -> Iterator[Running]:
    server = Running(**limits)
    try:
        yield server
    finally:
        server.stop()


def rest_of(client: socket.socket) -> bytes:
    """All that comes until the server closes."""
    received = bytearray()
    while True:
        try:
            part = client.recv(65536)
        except ConnectionResetError:
            return bytes(received)
        if not part:
            return bytes(received)
        received += part


def answer_of(client: socket.socket) -> bytes:
    """One answer with the body "here", which may come in parts."""
    received = b""
    while not received.endswith(b"here"):
        part = client.recv(65536)
        assert part, received
        received += part
    return received


# --- Slow clients -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sent", [b"", b"G", HEAD, POST], ids=["nothing", "a letter", "half a head", "half a body"])
def test_many_half_sent_requests_do_not_block_other_clients(sent: bytes) -> None:
    with running(connections=20) as server, ExitStack() as clients:
        for _ in range(50):
            clients.enter_context(server.connect(sent))
            assert len(server.server.connections) <= 20
        for _ in range(5):
            assert server.get().text == "here"


@pytest.mark.parametrize("sent", [b"", b"GET", HEAD], ids=["nothing", "a word", "half a head"])
def test_a_head_that_does_not_come_ends_the_connection(sent: bytes) -> None:
    with running(header_seconds=SOON) as server, server.connect(sent) as client:
        answer = rest_of(client)
        assert answer.startswith(b"HTTP/1.1 408 ") and b"Try again." in answer


def test_a_head_that_trickles_in_ends_the_connection_too() -> None:
    with running(header_seconds=SOON) as server, server.connect(HEAD) as client:
        for _ in range(int(PATIENCE / SOON)):
            try:
                client.sendall(b"X-A: b\r\n")
                client.settimeout(SOON / 4)
                if client.recv(100).startswith(b"HTTP/1.1 408 "):
                    return
            except TimeoutError:
                continue
        pytest.fail("It still waits.")


def test_a_head_without_end_is_refused() -> None:
    with running() as server, server.connect(HEAD) as client:
        answer = bytearray()
        reader = threading.Thread(target=lambda: answer.extend(rest_of(client)))
        reader.start()
        with pytest.raises(OSError):  # the server closes the connection
            for _ in range(10_000):
                client.sendall(b"X-A: b\r\n" * 100)
        reader.join(PATIENCE)
        server.wait_until_empty()


def test_a_refused_body_that_keeps_coming_has_a_time_limit_too() -> None:
    long = b"POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nhalf"
    with running(body_seconds=SOON) as server, server.connect(long) as client:
        answer = rest_of(client)
        assert answer.startswith(b"HTTP/1.1 404 ") and b"HTTP/1.1 408 " in answer


def test_two_requests_in_one_piece_are_both_answered() -> None:
    body = b"POST /read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nhalf"
    with running(idle_seconds=SOON) as server, server.connect(HEAD + b"\r\n" + body) as client:
        answer = rest_of(client)
        assert answer.index(b"here") < answer.index(b"\r\n\r\n4")


def test_a_request_to_upgrade_is_answered_as_usual(capfd: pytest.CaptureFixture[str]) -> None:
    with running() as server, server.connect(HEAD + b"Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n") as client:
        assert answer_of(client).startswith(b"HTTP/1.1 200 ")
    assert capfd.readouterr().err == ""


def test_a_connection_may_wait_longer_for_its_next_request_and_says_when_it_closes() -> None:
    with running(header_seconds=SOON, idle_seconds=10 * SOON) as server, server.connect(HEAD + b"\r\n") as client:
        assert answer_of(client).startswith(b"HTTP/1.1 200 ")
        time.sleep(2 * SOON)  # longer than a head may take
        client.sendall(HEAD + b"\r\n")
        assert answer_of(client).startswith(b"HTTP/1.1 200 ")
        assert rest_of(client).startswith(b"HTTP/1.1 408 ")


def test_the_second_request_of_a_connection_has_the_same_limit() -> None:
    with running(header_seconds=SOON) as server, server.connect(HEAD + b"\r\n" + HEAD) as client:
        answer = rest_of(client)
        assert b"here" in answer and b"HTTP/1.1 408 " in answer


def test_a_body_that_does_not_come_ends_the_connection() -> None:
    with running(body_seconds=SOON) as server, server.connect(POST) as client:
        assert rest_of(client).startswith(b"HTTP/1.1 408 ")


def test_a_client_that_reads_nothing_is_let_go() -> None:
    with (
        running(write_seconds=SOON) as server,
        server.connect(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n") as client,
    ):
        assert client.recv(9) == b"HTTP/1.1 "
        server.wait_until_empty()
        assert len(rest_of(client)) < LARGE


def test_an_event_stream_lives_on() -> None:
    with (
        running(header_seconds=SOON, body_seconds=SOON, write_seconds=SOON) as server,
        httpx.stream("GET", f"{server.url}/events", timeout=PATIENCE) as stream,
    ):
        heard = (line for line in stream.iter_lines() if line)
        assert [next(heard) for _ in range(EVENTS)] == [f"data: {number}" for number in range(EVENTS)]


# --- Too many ---------------------------------------------------------------------------------------------


def test_those_who_are_being_answered_are_not_dropped_for_others() -> None:
    with running(connections=3) as server, ExitStack() as streams:
        for _ in range(3):
            stream = streams.enter_context(httpx.stream("GET", f"{server.url}/events", timeout=PATIENCE))
            assert stream.status_code == 200
        with server.connect() as late:
            answer = rest_of(late)
        assert answer.startswith(b"HTTP/1.1 503 ") and b"Retry-After: 5\r\n" in answer
        assert len(server.server.connections) == 3
    assert len(server.server.connections) == 0


@pytest.mark.parametrize("sent", [b"", HEAD, POST], ids=["nothing", "half a head", "half a body"])
def test_a_client_that_makes_room_for_another_is_told_to_come_back(sent: bytes) -> None:
    with running(connections=1) as server, server.connect(sent) as client:
        while len(server.server.connections) < 1:
            time.sleep(SOON / 20)
        assert server.get().text == "here"
        answer = rest_of(client)
        assert answer.startswith(b"HTTP/1.1 503 ") and b"Retry-After: 5\r\n" in answer
        assert b"Try again in a few seconds." in answer


def test_an_idle_connection_that_makes_room_is_closed_without_an_answer() -> None:
    with running(connections=1) as server, server.connect(HEAD + b"\r\n") as client:
        assert answer_of(client).startswith(b"HTTP/1.1 200 ")
        assert server.get().text == "here"
        assert rest_of(client) == b""  # else it would be taken for the answer to the next request


def test_one_address_can_not_take_all_connections() -> None:
    with running(connections=10, connections_per_address=2) as server, ExitStack() as streams:
        for _ in range(2):
            streams.enter_context(httpx.stream("GET", f"{server.url}/events", timeout=PATIENCE))
        with server.connect() as third:
            assert rest_of(third).startswith(b"HTTP/1.1 503 ")
        try:
            neighbour = server.connect(HEAD + b"Connection: close\r\n\r\n", source="127.0.0.2")
        except OSError:
            pytest.skip("This machine has only one loopback address.")
        with neighbour:
            assert rest_of(neighbour).endswith(b"here")


def test_connections_leave_room_for_other_files() -> None:
    connections = within_open_files(Limits(connections=10**6)).connections
    assert connections < open_file_limit(10**9) / 2
    assert within_open_files(Limits(connections=3)).connections == 3


# --- The log ------------------------------------------------------------------------------------------------


def test_a_request_that_is_not_http_gets_a_sentence() -> None:
    with running() as server, server.connect(b"\x16\x03\x01 hello\r\n\r\n") as client:
        answer = rest_of(client)
    assert answer.startswith(b"HTTP/1.1 400 ") and b"can't read this request" in answer


def test_a_client_that_disconnects_early_is_not_logged(capfd: pytest.CaptureFixture[str]) -> None:
    with running() as server:
        server.connect(POST).close()
        server.connect(HEAD).close()
        assert server.get().text == "here"
        server.wait_until_empty()
    assert capfd.readouterr().err == ""
