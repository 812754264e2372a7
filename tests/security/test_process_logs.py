"""The log of a server contains no key, and nobody can write lines into it."""

import socket
from urllib.parse import urlsplit

import httpx

from server_process import ServerProcess

SECRET = "Sesame123Sesame123Sesa"  # as long as a key


def raw(server: ServerProcess, request: bytes) -> bytes:
    """Send bytes as they are."""
    at = urlsplit(server.address)
    with socket.create_connection((at.hostname or "", at.port or 0), timeout=60) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        while part := connection.recv(65536):
            answer += part
    return answer


def test_neither_keys_nor_forged_lines_reach_the_log(server: ServerProcess) -> None:
    cookie, bearer = {"cookie": f"browser={SECRET}"}, {"authorization": f"Bearer {SECRET}"}
    with httpx.Client(base_url=server.address, timeout=60) as client:
        table = client.post("/api/v1/tables", json={"seats": [{"name": "Ann"}, {"name": "Bo"}, {"name": "Cy"}]}).json()
        client.get(f"/t/{table['id']}/sit/{table['key']}")
        client.get(f"/t/{table['id']}/sit/{SECRET}", headers=cookie)
        client.post(f"/api/v1/tables/{table['id']}/moves", json={"move": "x", "number": 1}, headers=bearer)
        client.post("/api/v1/tables", content=b"\xff{", headers=bearer | {"content-type": "application/json"})
        client.get(f"/nothing/{SECRET}/%0d%0aFORGED%20line%1b[31m?key={SECRET}", headers=cookie)
        client.get("/", headers={"host": "FORGED.example"} | cookie)
    for request in (b"\x16\x03FORGED", b"GET /\r\nFORGED HTTP/9\r\n\r\n", b"GET / HTTP/1.1\r\nX: a\nFORGED: b\r\n\r\n"):
        raw(server, request)
    split = raw(
        server, b"GET /t/x%0d%0aSet-Cookie:%20FORGED=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    )
    assert b"\r\nset-cookie: forged" not in split.lower()
    status, output, errors = server.interrupt()
    assert status == 0
    for text in (output, errors):
        assert SECRET not in text and table["key"] not in text and "\x1b[31m" not in text
        assert not any(line.startswith("FORGED") for line in text.splitlines())
