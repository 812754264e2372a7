"""How quickly the browser game answers: moves made over HTTP as its page makes them, and pages asked for anew.

    python bench/web.py --moves 400

Starts a server of its own on a database in a temporary folder and plays games around one screen, three and five people,
greedy choosing the moves; nobody thinks meanwhile. A move's time is from sending it to having the whole answer: what
happened, and the table after it. Late is from round four on, when most pieces are on the board.
"""

import argparse
import json
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import httpx
from local_server import local_server

from teahorse import Game
from teahorse.bots import Bot, bot_named
from teahorse.bulk.cpu import cores
from teahorse.precompile import ensure_compiled

PEOPLE = (3, 5)
LATE = 4  # the round from which on a position counts as late
WARM_UP = 10  # moves that don't count
EVERY = 5  # so many moves apart the page is asked for anew
LIMIT = 0.1
SECONDS_TO_ANSWER = 120  # on a busy machine the server first takes a while to start
AS_THE_PAGE = {"X-Table": "1", "Accept": "application/json, text/html"}


@dataclass(frozen=True)
class Row:
    """What was measured: how often, and within how many seconds half, 95 and 99 of 100 were answered."""

    what: str
    count: int
    median: float
    p95: float
    p99: float


@dataclass
class Times:
    """Seconds of all answers, by what was asked."""

    moves: list[float]
    late_moves: list[float]
    pages: list[float]
    late_pages: list[float]


def main() -> None:
    """Measure, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=400, help="for each number of people")
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for 95 of 100 moves")
    parser.add_argument("--json", type=Path, help="write the figures here too")
    given = parser.parse_args()
    ensure_compiled()
    ensure_compiled("bots")
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder, local_server(Path(folder) / "games.sqlite") as address:
        for people in PEOPLE:
            rows += rows_of(f"{people} people", play(address, people, given.moves))
    machine = f"{processor()}, {cores()} cores, Python {platform.python_version()}"
    print(machine)
    print(f"{'':34}{'count':>7}{'median':>9}{'95 %':>9}{'99 %':>9}")
    for row in rows:
        seconds = "".join(f"{1000 * value:7.1f}ms" for value in (row.median, row.p95, row.p99))
        print(f"{row.what:34}{row.count:7}{seconds}")
    if given.json is not None:
        figures = {"machine": machine, "rows": [asdict(row) for row in rows]}
        given.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    slow = [row.what for row in rows if "move" in row.what and row.p95 > given.limit]
    if slow:
        sys.exit(f"More than 5 of 100 took longer than {1000 * given.limit:.0f} ms: {', '.join(slow)}.")


def play(address: str, people: int, moves: int) -> Times:
    """Play games one after the other until so many moves were made."""
    times, greedy = Times([], [], [], []), bot_named("greedy", 1)
    while len(times.moves) < WARM_UP + moves:
        with httpx.Client(base_url=address, follow_redirects=True, timeout=SECONDS_TO_ANSWER) as client:
            play_one(client, people, greedy, times, WARM_UP + moves)
    del times.moves[:WARM_UP]
    return times


def play_one(client: httpx.Client, people: int, greedy: Bot, times: Times, most: int) -> None:
    """One game, as a browser would play it: a move, its answer, and now and then the page anew."""
    seats = [{"name": f"Person {number + 1}"} for number in range(people)]
    made = client.post("/api/tables", json={"seats": seats, "seed": len(times.moves)}).raise_for_status().json()
    path, game = f"/t/{made['id']}", Game.new(players=people)
    client.get(f"{path}/sit/{made['key']}").raise_for_status()
    while not game.is_over and len(times.moves) < most:
        row, is_late, move = len(game.history), game.round >= LATE, greedy.choose(game)
        begun = time.perf_counter()
        answer = client.post(f"{path}/moves", data={"move": move, "number": row + 1, "after": row}, headers=AS_THE_PAGE)
        taken = time.perf_counter() - begun
        assert [chapter["row"] for chapter in answer.raise_for_status().json()["story"]] == [row + 1]
        game.play(move)
        times.moves.append(taken)
        if is_late:
            times.late_moves.append(taken)
        if row % EVERY == 0:
            begun = time.perf_counter()
            client.get(path).raise_for_status()
            taken = time.perf_counter() - begun
            (times.late_pages if is_late else times.pages).append(taken)


def rows_of(setup: str, times: Times) -> Iterator[Row]:
    """The rows for one number of people."""
    for what, seconds in (
        ("a move", times.moves),
        ("a move, late", times.late_moves),
        ("a page", times.pages + times.late_pages),
        ("a page, late", times.late_pages),
    ):
        if len(seconds) > 1:
            percents = statistics.quantiles(seconds, n=100, method="inclusive")
            yield Row(f"{setup}, {what}", len(seconds), percents[49], percents[94], percents[98])


def processor() -> str:
    """What the machine calls its processor."""
    told = Path("/proc/cpuinfo")
    lines = told.read_text(encoding="utf-8").splitlines() if told.exists() else []
    named = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or platform.machine()


if __name__ == "__main__":
    main()
