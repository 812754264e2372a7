"""Clients that don't read, and clients that vanish: the others at the table notice nothing."""

import socket
import struct
import time
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

from fault_scale import Report, Scale
from fault_server import FaultServer
from honest_client import Crowd, TableClient

OPTIONS = ("--write-seconds", "2")
PATIENCE = 60.0  # seconds
SMALL = 2048  # bytes: the buffer of a client that doesn't read
MOST_MEMORY = 50_000_000  # bytes that bad clients may cost for a while


def connect(client: TableClient, path: str) -> socket.socket:
    """A client that asks for something and reads nothing."""
    at = urlsplit(client.addresses[0])
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
    connection.settimeout(PATIENCE)
    connection.connect((str(at.hostname), int(at.port or 0)))
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: {at.hostname}:{at.port}\r\n\r\n".encode())
    return connection


def vanish(connection: socket.socket) -> None:
    """Reset the connection instead of ending it politely."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def play(client: TableClient, moves: int) -> float:
    """Make moves; gives the seconds that the slowest took."""
    client.ledger.slowest = 0.0
    table = client.look()
    for _ in range(moves):
        table = client.move(table)
    return client.ledger.slowest


def test_readers_that_stop_reading_delay_nobody(running: FaultServer, scale: Scale, report: Report) -> None:
    """They ask for pages and events, and read nothing: neither moves nor memory suffer."""
    readers, moves = scale.of(30, 200), scale.of(30, 300)
    client = TableClient.at_new_table([running.address])
    alone, before = play(client, moves), running.memory()
    with ExitStack() as connections:
        for number in range(readers):
            path = f"/t/{client.id}" if number % 2 else f"/t/{client.id}/bell"
            connections.enter_context(connect(client, path))
        beside = play(client, moves)
        grown = running.memory() - before
    assert beside < alone + PATIENCE / 10
    assert grown < MOST_MEMORY
    Crowd([client]).check(running.database)
    report(
        readers=readers,
        slowest_move_alone=f"{alone * 1000:.0f} ms",
        beside_them=f"{beside * 1000:.0f} ms",
        more_memory=f"{grown / 1e6:.1f} MB",
    )


def test_clients_that_vanish_leave_nothing_behind(running: FaultServer, scale: Scale, report: Report) -> None:
    """Half of a request, a whole one, or an event stream: when the client is gone, its connection is closed, too."""
    clients, client = scale.of(30, 300), TableClient.at_new_table([running.address])
    play(client, 1)
    before = open_files(running)
    for number in range(clients):
        connection = connect(client, (f"/t/{client.id}/bell", f"/t/{client.id}", f"/t/{client.id}/\r\n")[number % 3])
        if number % 2:
            connection.recv(1)
        vanish(connection)
    end = time.monotonic() + PATIENCE
    while open_files(running) > before + 5:
        assert time.monotonic() < end, "Connections of clients that are gone stay open."
        play(client, 1)
        time.sleep(0.05)
    Crowd([client]).check(running.database)
    assert "Traceback" not in running.log.read_text()
    report(vanished_clients=clients)


def open_files(server: FaultServer) -> int:
    """How many sockets and files the server has open."""
    return len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))
