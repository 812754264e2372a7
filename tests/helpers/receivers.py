"""Real receivers for tests: an HTTP server and a mail server on this machine that keep what they get."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from aiosmtpd.controller import Controller


@dataclass(frozen=True)
class Received:
    """One POST request."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class HttpReceiver:
    """An HTTP server that keeps requests. `statuses` are its next answers; afterwards it answers 201."""

    address: str = ""
    got: list[Received] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    location: str = ""


@contextmanager
def http_receiver() -> Iterator[HttpReceiver]:
    """Run an HTTP server on a free port."""
    receiver = HttpReceiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            receiver.got.append(Received(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            self.send_response(receiver.statuses.pop(0) if receiver.statuses else 201)
            if receiver.location:
                self.send_header("Location", receiver.location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@dataclass
class MailReceiver:
    """A mail server that keeps messages. `answers` are its next answers to a message; afterwards it accepts all."""

    url: str = ""
    got: list[EmailMessage] = field(default_factory=list)
    recipients: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        """Accept or refuse a recipient."""
        answer = self.answers.pop(0) if self.answers else "250 OK"
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Keep a message."""
        self.got.append(message_from_bytes(envelope.content, policy=policy.default))  # type: ignore[arg-type]  # aiosmtpd has bytes here
        self.recipients += envelope.rcpt_tos
        return "250 OK"


@contextmanager
def mail_receiver() -> Iterator[MailReceiver]:
    """Run a mail server on a free port."""
    receiver = MailReceiver()
    controller = Controller(receiver, hostname="127.0.0.1", port=0)
    _use_free_port(controller)
    controller.start()
    receiver.url = f"smtp://127.0.0.1:{controller.port}?tls=no"
    try:
        yield receiver
    finally:
        controller.stop()


def _use_free_port(controller: Controller) -> None:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        controller.port = probe.getsockname()[1]
