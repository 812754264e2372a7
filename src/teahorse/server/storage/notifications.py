"""Messages between the processes that share a PostgreSQL database, by LISTEN and NOTIFY.

One thread sends what has gathered, so that no request waits for it; another one receives. Both reconnect when the
database was gone. Messages may be lost meanwhile, so after a reconnect every process is told to look again. Messages
about rows and events are sent by the transactions that store them (`news.py`).
"""

import logging
import queue
import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from sqlalchemy.engine import make_url

if TYPE_CHECKING:
    from psycopg import Connection

MOST_AT_ONCE = 500  # messages in one statement
SECONDS_BETWEEN_CHECKS = 5.0  # of a connection on which nothing arrives
SECONDS_TO_RECONNECT = (0.1, 0.2, 0.5, 1.0)  # before each attempt; the last one is repeated
SECONDS_TO_CONNECT = 5
SECONDS_TO_STOP = 2.0
CHANNEL = "teahorse"
LOOK_AGAIN, STOP = "look-again", "stop"  # kinds of messages

log = logging.getLogger(__name__)
Receiver = Callable[[str], None]
"""Called with the text of a message. It runs in the receiving thread, so it must return quickly."""


class Notifications(Protocol):
    """Messages to and from other processes of the same database."""

    def send(self, kind: str, text: str) -> None:
        """Tell the other processes something. Returns at once."""

    def receive(self, kind: str, receiver: Receiver) -> None:
        """Call a function for each message of a kind from another process."""

    def on_look_again(self, look: Callable[[], None]) -> None:
        """Call a function when messages may have been lost."""

    def start(self) -> None:
        """Begin to send and receive."""

    def stop(self) -> None:
        """End."""


class NoNotifications:
    """For a database that one process uses: there is nobody to tell."""

    def send(self, kind: str, text: str) -> None:
        """Tell nobody."""

    def receive(self, kind: str, receiver: Receiver) -> None:
        """Receive nothing."""

    def on_look_again(self, look: Callable[[], None]) -> None:
        """Lose nothing."""

    def start(self) -> None:
        """Do nothing."""

    def stop(self) -> None:
        """Do nothing."""


def notifications_of(database: str, process: str) -> Notifications:
    """The notifications of a database, by its URL. `process` is the name of this one."""
    if make_url(database).get_backend_name() == "postgresql":
        return PostgresNotifications(database, process)
    return NoNotifications()


class PostgresNotifications:
    """Messages through PostgreSQL. A process doesn't receive its own."""

    def __init__(self, database: str, process: str) -> None:
        self._address = address_of(database)
        self._process = process
        self._outbox: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._receivers: list[tuple[str, Receiver]] = []
        self._look_again: list[Callable[[], None]] = []
        self._stopped = threading.Event()
        self._threads = [
            threading.Thread(target=self._keep_connected, args=(use,), daemon=True)
            for use in (self._receive_all, self._send_all)
        ]

    def send(self, kind: str, text: str) -> None:
        """Tell the other processes something. Returns at once."""
        self._outbox.put(f"{self._process} {kind} {text}")

    def receive(self, kind: str, receiver: Receiver) -> None:
        """Call a function for each message of a kind from another process."""
        self._receivers.append((kind, receiver))

    def on_look_again(self, look: Callable[[], None]) -> None:
        """Call a function when messages may have been lost."""
        self._look_again.append(look)

    def start(self) -> None:
        """Begin to send and receive."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Send what is left, and end."""
        self._stopped.set()
        self.send(STOP, "")  # ends both threads
        for thread in self._threads:
            if thread.is_alive():
                thread.join(SECONDS_TO_STOP)

    # --- Sending --------------------------------------------------------------------------------------

    def _send_all(self, connection: "Connection[Any]", channel: str) -> None:
        # A process that could not reach the database may not have sent its notifications.
        messages = [f"{self._process} {LOOK_AGAIN} "]
        while True:
            connection.execute("SELECT pg_notify(%s, each) FROM unnest(%s::text[]) AS each", (channel, messages))
            if self._stopped.is_set() and self._outbox.empty():
                return
            messages = self._next()

    def _next(self) -> list[str]:
        """The messages that wait, at least one; equal ones once."""
        found = [self._outbox.get()]
        while len(found) < MOST_AT_ONCE:
            try:
                found.append(self._outbox.get_nowait())
            except queue.Empty:
                break
        return list(dict.fromkeys(found))

    # --- Receiving ------------------------------------------------------------------------------------

    def _receive_all(self, connection: "Connection[Any]", channel: str) -> None:
        connection.execute(f'LISTEN "{channel}"')
        self._call(self._look_again)
        while not self._stopped.is_set():
            for message in connection.notifies(timeout=SECONDS_BETWEEN_CHECKS):
                self._dispatch(message.payload)
                if self._stopped.is_set():
                    return
            connection.execute("SELECT 1")  # raises an error if the database is gone

    def _dispatch(self, payload: str) -> None:
        process, kind, text = payload.split(" ", 2)
        if process == self._process:
            return
        if kind == LOOK_AGAIN:
            self._call(self._look_again)
        self._call([partial(receiver, text) for wanted, receiver in self._receivers if wanted == kind])

    def _call(self, functions: Sequence[Callable[[], None]]) -> None:
        for function in functions:
            try:
                function()
            except Exception:  # an error of one must not end the thread
                log.exception("A message of another process could not be handled.")

    # --- Connections ----------------------------------------------------------------------------------

    def _keep_connected(self, use: "Callable[[Connection[Any], str], None]") -> None:
        """Call a function with a connection and its channel, and again with a new one when the connection breaks."""
        import psycopg  # an extra

        failures = 0
        while not self._stopped.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True, connect_timeout=SECONDS_TO_CONNECT) as connection:
                    found = connection.execute("SELECT current_schema()").fetchone()
                    failures = 0
                    use(connection, f"{CHANNEL} {found[0] if found else ''}")
            except psycopg.Error as error:
                if not failures:
                    log.warning("The connection for notifications is lost: %s", type(error).__name__)
                self._stopped.wait(SECONDS_TO_RECONNECT[min(failures, len(SECONDS_TO_RECONNECT) - 1)])
                failures += 1


def address_of(database: str) -> str:
    """The address of a database as PostgreSQL's own library reads it."""
    return make_url(database).set(drivername="postgresql").render_as_string(hide_password=False)
