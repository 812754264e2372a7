"""How long a bot's move takes at a watched table while others make the server think as hard as they can.

    python bench/thinking.py --tables 60

Starts a server of its own on a database in a temporary folder. At one table a person plays against two quick bots and
listens to the table's bell, as its page does. Measured is the time from the person's move to the row of the first bot,
the pause before it included (a person may still take the move back):

- while nothing else goes on;
- after `--tables` hints were asked for, each at a table of its own, and nobody waited for the answers;
- while five masters play at each of `--tables` tables that nobody watches;
- the same after a restart of the server.
"""

import argparse
import json
import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import httpx
from local_server import local_server

from teahorse.bulk.cpu import cores
from teahorse.precompile import ensure_compiled
from web import processor

MINUTES = 10  # after so long it is told that the bot did not move
ABANDONED = 0.2  # seconds that someone waits for a hint and then leaves


@dataclass(frozen=True)
class Row:
    """What went on, and the seconds until a bot answered."""

    what: str
    seconds: float


def main() -> None:
    """Measure, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=60, help="the number of hints, and of tables of five bots")
    parser.add_argument("--json", type=Path, help="write the figures here too")
    parser.add_argument("--bot", default="master", help="who plays at those tables")
    given = parser.parse_args()
    ensure_compiled()
    ensure_compiled("bots")
    load = os.getloadavg()[0]
    machine = f"{processor()}, {cores()} cores, load {load:.1f} before, Python {platform.python_version()}"
    print(machine, flush=True)
    rows: list[Row] = []
    for row in measured(given.tables, given.bot):
        print(f"{row.what:44}{row.seconds:8.1f} s", flush=True)
        rows.append(row)
    if given.json is not None:
        figures = {"machine": machine, "rows": [asdict(row) for row in rows]}
        given.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


def measured(tables: int, bot: str) -> Iterator[Row]:
    """The rows, each on a database of its own but the last, which is a restart."""
    with tempfile.TemporaryDirectory() as folder:
        with server(Path(folder) / "hints.sqlite") as client:
            played_at(client)  # waits for the processes to start, too
            yield Row("nothing else", played_at(client))
            abandon_hints(client, tables)
            yield Row(f"{tables} abandoned hints", played_at(client))
        with server(Path(folder) / "masters.sqlite") as client:
            played_at(client)
            for _ in range(tables):
                new_table(client, [bot] * 5)
            table = new_table(client, [None, "caravaner", "caravaner"])
            yield Row(f"{tables} tables of five {bot}s", played_at(client, table))
        with server(Path(folder) / "masters.sqlite") as client:
            yield Row("the same after a restart", played_at(client, table))


@contextmanager
def server(database: Path) -> Iterator[httpx.Client]:
    """A server, with a client of it."""
    with local_server(database) as address, httpx.Client(base_url=address, timeout=60.0 * MINUTES) as client:
        yield client


def new_table(client: httpx.Client, bots: list[str | None]) -> tuple[str, str]:
    """A table with a seat for each bot or person; gives its id and key. Waits where the server says so."""
    seats = [{"name": f"Player {number + 1}", "bot": bot} for number, bot in enumerate(bots)]
    while (answer := client.post("/api/v1/tables", json={"seats": seats})).status_code in (429, 503):
        time.sleep(float(answer.headers.get("retry-after", "1")))
    made = answer.raise_for_status().json()
    return made["id"], made["key"]


def abandon_hints(client: httpx.Client, count: int) -> None:
    """Ask for hints, each at a table of its own, and leave before they are there."""
    for _ in range(count):
        table, key = new_table(client, [None, None, None])
        with httpx.Client(base_url=client.base_url, timeout=ABANDONED, follow_redirects=True) as reader:
            try:
                reader.get(f"/t/{table}/sit/{key}", timeout=60.0)
                reader.post(f"/t/{table}/hint")
            except httpx.TimeoutException:
                continue


def played_at(client: httpx.Client, table: tuple[str, str] | None = None) -> float:
    """Make a person's move at a table whose bell is heard; gives the seconds until the next row, a bot's."""
    table_id, key = table or new_table(client, [None, "caravaner", "caravaner"])
    path, bearer = f"/api/v1/tables/{table_id}", {"Authorization": f"Bearer {key}"}
    with httpx.Client(base_url=client.base_url, timeout=60.0 * MINUTES) as listener:
        listener.get(f"/t/{table_id}/sit/{key}")
        with listener.stream("GET", f"/t/{table_id}/bell") as bell:
            told = (line.removeprefix("data: ") for line in bell.iter_lines())
            rows = (int(number) for number in told if number.isdecimal())
            while True:  # the bots may still be at the move before
                next(rows)
                state = client.get(path, headers=bearer).raise_for_status().json()
                if state["to_move"] in state["yours"]:
                    break
            begun = time.perf_counter()
            move = {"move": state["legal_moves"][0], "number": state["rows"] + 1}
            client.post(f"{path}/moves", json=move, headers=bearer).raise_for_status()
            while next(rows) < state["rows"] + 2:
                if time.perf_counter() - begun > 60 * MINUTES:
                    sys.exit(f"The bot has not moved for {MINUTES} minutes.")
            return time.perf_counter() - begun


if __name__ == "__main__":
    main()
