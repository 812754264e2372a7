"""`teahorse serve` as a process: health, metrics, the log, proxies, and a restart that nobody notices."""

import json
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from server_process import ServerProcess

SERVE = ("serve", "--host", "127.0.0.1")
SEATS = [{"name": "Ann"}, {"name": "Bo"}, {"name": "Cy"}]
SECONDS = 60


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
    return port


@pytest.fixture
def metrics_port() -> int:
    return free_port()


@pytest.fixture
def server(tmp_path: Path, metrics_port: int) -> Iterator[ServerProcess]:
    options = ["--port", str(free_port()), "--metrics", f"127.0.0.1:{metrics_port}"]
    options += ["--trusted-proxy", "127.0.0.1", "--log-format", "json", "--log-level", "info"]
    with ServerProcess(tmp_path / "games.sqlite", *options, command=SERVE) as server:
        yield server


def test_health_metrics_and_log_tell_how_it_is_and_nothing_about_people(
    server: ServerProcess, metrics_port: int
) -> None:
    with httpx.Client(base_url=server.address, timeout=SECONDS) as client:
        assert client.get("/health/live").json() == {"status": "ok"}
        ready = client.get("/health/ready", headers={"Host": "server1:8013"})  # as a proxy asks
        assert (ready.status_code, ready.json()) == (200, {"status": "ok"})
        new = client.post("/api/v1/tables", json={"seats": SEATS}).json()
        client.get(f"/t/{new['id']}/sit/{new['key']}")
        assert client.get(f"/t/{new['id']}").status_code == 200
        assert client.get("/metrics").status_code == 404
        measured = httpx.get(f"http://127.0.0.1:{metrics_port}/metrics", timeout=SECONDS).text
    assert 'teahorse_requests_total{method="GET",route="/t/{table_id}",status="200"} 1.0' in measured
    assert "teahorse_table_news_total 1.0" in measured and "teahorse_work " in measured
    assert "process_resident_memory_bytes" in measured
    status, _, log = server.interrupt(signal.SIGTERM)
    assert status in (0, -signal.SIGTERM)
    lines = [json.loads(line) for line in log.splitlines()]
    assert {(line["method"], line["route"]) for line in lines} >= {("GET", "/t/{table_id}/sit/{key}")}
    for secret in (new["id"], new["key"]):
        assert secret not in log and secret not in measured


def test_a_trusted_proxy_says_who_the_visitor_is(server: ServerProcess) -> None:
    told = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
    answer = httpx.get(f"{server.address}/", headers=told, timeout=SECONDS)
    assert "secure" in answer.headers["set-cookie"].lower()


def test_nobody_else_is_believed(tmp_path: Path) -> None:
    told = {"X-Forwarded-Proto": "https"}
    with ServerProcess(tmp_path / "games.sqlite", "--port", str(free_port()), command=SERVE) as server:
        answer = httpx.get(f"{server.address}/", headers=told, timeout=SECONDS)
    assert "secure" not in answer.headers["set-cookie"].lower()


def test_a_restart_finishes_requests_and_ends_streams_politely(server: ServerProcess) -> None:
    with httpx.Client(base_url=server.address, timeout=SECONDS) as client:
        new = client.post("/api/v1/tables", json={"seats": SEATS}).json()
        with client.stream("GET", f"/t/{new['id']}/bell") as bell:
            lines = bell.iter_lines()
            heard = [next(lines)]
            while not heard[-1].startswith("data:"):
                heard.append(next(lines))
            assert any(line.startswith("retry: ") and 0 < int(line[7:]) < 3000 for line in heard)
            server.process.send_signal(signal.SIGTERM)
            assert not [line for line in lines if line.startswith("event: row")]  # it ends without an error
        server.process.wait(SECONDS)


def test_connections_wait_in_a_socket_of_systemd_while_the_server_restarts(tmp_path: Path) -> None:
    command = f"""
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
os.set_inheritable(3, True)
sys.argv = ["teahorse", "serve", "--database", {str(tmp_path / "games.sqlite")!r}]
from teahorse.cli import main
main()
"""
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
        answers: list[int] = []

        def visit() -> None:
            answers.append(httpx.get(f"http://127.0.0.1:{port}/health/live", timeout=SECONDS).status_code)

        for _ in range(2):  # begin, and begin again
            waiting = threading.Thread(target=visit)
            waiting.start()  # before there is a server
            fd = held.fileno()
            process = subprocess.Popen([sys.executable, "-c", command, str(fd)], pass_fds=[fd])
            waiting.join()
            process.terminate()
            process.wait(SECONDS)
    assert answers == [200, 200]
