"""`teahorse web` as a process: bots move, acknowledged moves survive a kill, and Ctrl-C ends it."""

from pathlib import Path

import httpx

from server_process import ServerProcess, fresh
from teahorse.server.settings import sqlite_url
from teahorse.server.storage.database import Database
from teahorse.server.tables.service import TableService

PEOPLE = [{"name": "Ann"}, {"name": "Bo"}, {"name": "Cy"}]


def test_bots_move_by_themselves_and_live_updates_report_it(server: ServerProcess) -> None:
    seats = [{"name": "Bo", "bot": "novice"}, {"name": "Cy", "bot": "caravaner"}, PEOPLE[0]]
    with httpx.Client(base_url=server.address, timeout=60) as client:
        new = client.post("/api/v1/tables", json={"seats": seats}).json()
        with client.stream("GET", f"/t/{new['id']}/bell", headers={"Accept-Encoding": "gzip"}) as bell:
            assert bell.headers["content-type"].startswith("text/event-stream")
            assert "content-encoding" not in bell.headers
            assert any(line == "data: 2" for line in bell.iter_lines())
        assert client.get(f"/api/v1/tables/{new['id']}").json()["to_move"] == "p3"


def test_a_killed_server_has_kept_every_move_it_acknowledged(server: ServerProcess) -> None:
    seats = PEOPLE[:2]
    with httpx.Client(base_url=server.address, timeout=60) as client:
        new = client.post("/api/v1/tables", json={"seats": seats}).json()
        path, headers = f"/api/v1/tables/{new['id']}", {"Authorization": f"Bearer {new['key']}"}
        moves: list[str] = []
        table = client.get(path, headers=headers).json()
        for _ in range(12):
            move = table["legal_moves"][0]
            answer = client.post(f"{path}/moves", json={"move": move, "number": table["rows"] + 1}, headers=headers)
            assert answer.status_code == 200
            table = answer.json()
            moves.append(move)
        server.kill()
    storage = Database(sqlite_url(Path(server.database)))
    kept = TableService(storage).open(new["id"]).history
    storage.close()
    assert [row.text for row in kept.rows if not row.text.startswith("deck")] == moves
    assert kept.game.snapshot()["round"] == table["snapshot"]["round"]


def test_ctrl_c_ends_the_server_and_closes_live_updates(tmp_path: Path) -> None:
    with (
        ServerProcess(tmp_path / "games.sqlite", start=fresh) as server,
        httpx.Client(base_url=server.address, timeout=60) as client,
    ):
        new = client.post("/api/v1/tables", json={"seats": PEOPLE}).json()
        path, headers = f"/api/v1/tables/{new['id']}", {"Authorization": f"Bearer {new['key']}"}
        with client.stream("GET", f"/t/{new['id']}/bell") as bell:
            heard = (line for line in bell.iter_lines() if line[:6] == "data: " and line[6:].isdecimal())
            assert next(heard) == "data: 0"
            client.post(f"{path}/moves", json={"move": "bid school 9", "number": 1}, headers=headers)
            assert next(heard) == "data: 1"
            status, output, errors = server.interrupt()
            assert next(heard, "ended") == "ended"
    assert (status, errors) == (0, "")
    assert "The server has stopped; your games are saved." in output
