"""Two people who click at once, and requests that come twice: each number is given to one row only."""

import http.client
import json
import socket
import struct
import threading
from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from fault_scale import Report, Scale
from fault_server import FaultServer
from honest_client import Crowd, TableClient

OK, CONFLICT = 200, 409


def at_once(*actions: Callable[[], Any]) -> list[Any]:
    """Do things at the same moment, each in a thread; gives their results."""
    results: list[Any] = [None] * len(actions)
    ready = threading.Barrier(len(actions))

    def act(number: int) -> None:
        ready.wait()
        results[number] = actions[number]()

    threads = [threading.Thread(target=act, args=(number,)) for number in range(len(actions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def post(client: TableClient, body: dict[str, Any]) -> int:
    """Send a move over a connection of its own; gives the status."""
    at = urlsplit(client.addresses[0])
    connection = http.client.HTTPConnection(str(at.hostname), at.port, timeout=60)
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {client.key}"}
    connection.request("POST", f"{client.path}/moves", json.dumps(body), headers)
    status = connection.getresponse().status
    connection.close()
    return status


def test_of_two_clicks_at_once_one_counts(running: FaultServer, scale: Scale, report: Report) -> None:
    clicks, client = scale.of(15, 300), TableClient.at_new_table([running.address])
    table = client.look()
    for number in range(1, clicks + 1):
        moves = table["legal_moves"]
        wanted = [{"move": move, "number": number} for move in (moves[0], moves[-1])]
        statuses = at_once(*(partial(post, client, body) for body in wanted))
        assert sorted(statuses) == [OK, CONFLICT]
        client.ledger.acknowledged[number] = str(wanted[statuses.index(OK)]["move"])
        table = client.look()
    Crowd([client]).check(running.database)
    report(pairs_of_clicks=clicks)


def send_and_vanish(client: TableClient, body: dict[str, Any]) -> None:
    """Send a move, and cut the connection without waiting for the answer."""
    at, data = urlsplit(client.addresses[0]), json.dumps(body).encode()
    head = (
        f"POST {client.path}/moves HTTP/1.1\r\nHost: {at.hostname}:{at.port}\r\nContent-Type: application/json\r\n"
        f"Authorization: Bearer {client.key}\r\nContent-Length: {len(data)}\r\n\r\n"
    )
    with socket.create_connection((str(at.hostname), int(at.port or 0)), timeout=60) as connection:
        # Closing resets the connection instead of ending it politely.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.sendall(head.encode() + data)


def test_a_request_that_comes_again_makes_no_second_move(running: FaultServer, scale: Scale, report: Report) -> None:
    repeats, stored, client = scale.of(15, 300), 0, TableClient.at_new_table([running.address])
    for number in range(1, repeats + 1):
        body = {"move": client.look()["legal_moves"][0], "number": number}
        send_and_vanish(client, body)
        status, _ = client.send("POST", f"{client.path}/moves", body)
        assert status in (OK, CONFLICT)
        stored += status == CONFLICT
        client.ledger.acknowledged[number] = str(body["move"])
    Crowd([client]).check(running.database)
    report(requests_sent_twice=repeats, where_the_first_counted=stored)
    assert "Traceback" not in running.log.read_text()
