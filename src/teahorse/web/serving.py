"""Serving: a free port, the server on it, and a clean end."""

import socket
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, cast

import uvicorn
from fastapi import FastAPI

from ..errors import TeahorseError
from ..server.http.connections import Connections, LimitedProtocol, Limits
from ..server.http.quiet_log import quieten

try:
    import resource
except ModuleNotFoundError:  # Windows, which has no such limit
    resource = None  # type: ignore[assignment]

DEFAULT_PORT = 8013
PORTS_TO_TRY = 20
SECONDS_TO_END = 3  # for pages that are being sent
BACKLOG = 100  # connections accepted at once: few enough that those accepted before are heard in between
FILES_WANTED = 4096  # that may be open at once
OTHER_FILES = 200  # besides connections and the files they are sent: the database, processes that think


class Server(uvicorn.Server):
    """Tells when it answers, and lets go of those who listen to bells before it waits for everyone to leave."""

    def __init__(self, app: FastAPI, on_ready: Callable[[], None]) -> None:
        self.connections = Connections(within_open_files(app.state.settings.limits))
        config = uvicorn.Config(
            app,
            http=cast(Any, partial(LimitedProtocol, open_connections=self.connections)),
            ws="none",
            log_level="warning",
            access_log=False,
            backlog=BACKLOG,
            timeout_graceful_shutdown=SECONDS_TO_END,
        )
        super().__init__(config)
        quieten("uvicorn")
        self._app = app
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        if self.started:
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End; nothing that was acknowledged is lost."""
        self._app.state.live_updates.stop()
        await super().shutdown(sockets)


def within_open_files(limits: Limits) -> Limits:
    """The limits with no more connections than there can be open files: each may need one for what it is sent."""
    return replace(limits, connections=max(1, min(limits.connections, (open_file_limit() - OTHER_FILES) // 2)))


def open_file_limit() -> int:
    """How many files this process may open; the system's usual limit is raised as far as we may, and need."""
    if resource is None:
        return FILES_WANTED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= FILES_WANTED:
        return FILES_WANTED
    wanted = FILES_WANTED if hard == resource.RLIM_INFINITY else min(FILES_WANTED, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on a port; unless one was asked for, the next free one after the usual."""
    ports = range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TO_TRY) if port is None else [port]
    for candidate in ports:
        try:
            return _bound(host, candidate)
        except OSError as error:
            reason = error
    if port is None and isinstance(reason, OSError) and not isinstance(reason, socket.gaierror):
        raise TeahorseError(f"No port from {ports[0]} to {ports[-1]} of {host} can be used: {reason.strerror}.")
    raise TeahorseError(f"Port {ports[-1]} of {host} can't be used: {reason.strerror}. Try another with `--port`.")


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
    except BaseException:
        listener.close()
        raise
    return listener


def address_of(listener: socket.socket) -> str:
    """What to type into a browser; a server that listens everywhere is found on this machine, too."""
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
