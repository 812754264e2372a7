"""Runs the server: finds a port, serves, and shuts down cleanly."""

import gc
import os
import socket
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, cast

import uvicorn
from fastapi import FastAPI

from ..errors import TeahorseError
from ..server.http.connections import Connections, LimitedProtocol, Limits
from ..server.http.event_streams import EventStreams

try:
    import resource
except ModuleNotFoundError:  # Windows, which has no such limit
    resource = None  # type: ignore[assignment]  # Windows has none

DEFAULT_PORT = 8013
PORTS_TO_TRY = 20
SECONDS_TO_END = 3  # for pages still being sent
BACKLOG = 100  # connections accepted at once; few, so that open ones are served in between
A_DAY = 24 * 3600  # seconds
FILES_WANTED = 4096  # that may be open at once
YOUNG_OBJECTS = 20_000  # after which garbage is collected
FIRST_SYSTEMD_SOCKET = 3
OTHER_FILES = 200  # besides connections and static files: the database, pipes of workers


def end_streams(app: FastAPI) -> None:
    """Tell the health checks that the server stops, and end event streams: browsers then connect to the next one."""
    app.state.health.is_stopping = True
    app.state.live_updates.stop()


class Server(uvicorn.Server):
    """Calls a function when it is ready, and another before it waits for connections to close."""

    def __init__(
        self, app: FastAPI, on_ready: Callable[[], None], on_stop: Callable[[FastAPI], None] = end_streams
    ) -> None:
        limits = within_open_files(app.state.settings.limits)
        self.connections = Connections(limits)
        app.state.connections = self.connections
        app.state.event_streams = EventStreams(limits)
        config = uvicorn.Config(
            app,
            http=cast(Any, partial(LimitedProtocol, open_connections=self.connections)),
            ws="none",
            log_level="warning",
            log_config=None,  # set_up_log did it
            access_log=False,
            proxy_headers=bool(limits.trusted_proxies),
            forwarded_allow_ips=list(limits.trusted_proxies),
            timeout_keep_alive=A_DAY,  # connections have a limit of their own, and say so when they close
            backlog=BACKLOG,
            timeout_graceful_shutdown=SECONDS_TO_END,
        )
        super().__init__(config)
        self._on_ready = on_ready
        self._on_stop = partial(on_stop, app)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to serve."""
        await super().startup(sockets)
        collect_garbage_less_often()
        if self.started:
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop accepting, end event streams, and finish requests. No acknowledged move is lost."""
        self._on_stop()
        await super().shutdown(sockets)


def collect_garbage_less_often() -> None:
    """Leave out what is there from the start, and look through young objects less often.

    A page makes some thousands of objects, and nearly all of them go without the collector. By Python's own settings
    it would look through the young ones many times for each page.
    """
    gc.freeze()
    gc.enable()
    gc.set_threshold(YOUNG_OBJECTS, *gc.get_threshold()[1:])


def within_open_files(limits: Limits) -> Limits:
    """The limits, with connections reduced to half of the open files allowed: each may need a second file."""
    files = open_file_limit(max(FILES_WANTED, 2 * limits.connections + OTHER_FILES))
    return replace(limits, connections=max(1, min(limits.connections, (files - OTHER_FILES) // 2)))


def open_file_limit(wanted: int = FILES_WANTED) -> int:
    """How many files this process may open, up to those wanted. Raises the system's limit if needed and allowed."""
    if resource is None:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return allowed


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on a port: the given one, or else the first free one from the default port on.

    A socket that systemd holds open comes first: connections wait there while the server restarts.
    """
    if os.environ.get("LISTEN_PID") == str(os.getpid()) and os.environ.get("LISTEN_FDS", "0") != "0":
        return socket.socket(fileno=FIRST_SYSTEMD_SOCKET)
    ports = range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TO_TRY) if port is None else [port]
    for candidate in ports:
        try:
            return _bound(host, candidate)
        except OSError as error:
            reason = error
    if port is None and isinstance(reason, OSError) and not isinstance(reason, socket.gaierror):
        raise TeahorseError(f"No port from {ports[0]} to {ports[-1]} on {host} is free: {reason.strerror}.")
    raise TeahorseError(f"Port {ports[-1]} on {host} can't be used: {reason.strerror}. Try another with `--port`.")


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
    """The address to type into a browser; 127.0.0.1 for a server that listens on all addresses."""
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
