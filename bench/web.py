"""How quickly the browser game answers: moves made over HTTP as its page makes them, and pages asked for anew.

    python bench/web.py --moves 400
    python bench/web.py --moves 400 --against ../before/src

Starts a server of its own on a database in a temporary folder and plays games around one screen, three and five people,
greedy choosing the moves; nobody thinks meanwhile. A move's time is from sending it to having the whole answer: what
happened, and the table after it. Late is from round four on, when most pieces are on the board. CPU is the median of
the time that the server's process used for an answer; on a machine that others use, too, only that can be compared.
"""

import argparse
import json
import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import httpx
from local_server import LocalServer, server_process

from teahorse import Game
from teahorse.bots import bot_named
from teahorse.bulk.cpu import cores
from teahorse.precompile import ensure_compiled

PEOPLE = (3, 5)
LATE = 4  # the round from which on a position counts as late
WARM_UP = 10  # moves that don't count
EVERY = 5  # moves between two requests for the whole page
LIMIT = 0.1
OTHER = "other version, "
SECONDS_TO_ANSWER = 120  # on a busy machine the server first takes a while to start
AS_THE_PAGE = {"X-Table": "1", "Accept": "application/json, text/html"}


@dataclass(frozen=True)
class Row:
    """What was measured: how often, the seconds of 50, 95 and 99 of 100 answers, the medians of CPU time and bytes."""

    what: str
    count: int
    median: float
    p95: float
    p99: float
    cpu: float
    size: float


@dataclass(frozen=True)
class Answer:
    """How long an answer took in seconds, its CPU time, its bytes before compression, and whether the game was late."""

    what: str  # `a move` or `a page`
    seconds: float
    cpu: float
    size: int
    is_late: bool


def main() -> None:
    """Measure, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=400, help="for each number of people")
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for 95 of 100 moves")
    parser.add_argument("--against", type=Path, help="the src folder of another version, to measure in turns")
    parser.add_argument("--json", type=Path, help="write the figures here too")
    given = parser.parse_args()
    ensure_compiled()
    ensure_compiled("bots")
    rows: list[Row] = []
    with servers(given.against) as running:
        for people in PEOPLE:
            answers = play(running, people, given.moves)
            rows += [row for version in running for row in rows_of(f"{version}{people} people", answers[version])]
    machine = f"{processor()}, {cores()} cores, Python {platform.python_version()}, load {os.getloadavg()[0]:.0f}"
    print(machine)
    print(f"{'':34}{'count':>7}{'median':>9}{'95 %':>9}{'99 %':>9}{'CPU':>9}{'size':>10}")
    for row in rows:
        seconds = "".join(f"{1000 * value:7.1f}ms" for value in (row.median, row.p95, row.p99, row.cpu))
        print(f"{row.what:34}{row.count:7}{seconds}{row.size / 1000:8.1f}kB")
    if given.json is not None:
        figures = {"machine": machine, "rows": [asdict(row) for row in rows]}
        given.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    slow = [row.what for row in rows if "move" in row.what and OTHER not in row.what and row.p95 > given.limit]
    if slow:
        sys.exit(f"More than 5 of 100 took longer than {1000 * given.limit:.0f} ms: {', '.join(slow)}.")


@contextmanager
def servers(other: Path | None) -> Iterator[dict[str, LocalServer]]:
    """A server of this version, and one of the other if there is one, by what they are called."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        running = {"": stack.enter_context(server_process(folder / "games.sqlite"))}
        if other is not None:
            running[OTHER] = stack.enter_context(server_process(folder / "other.sqlite", sources=other))
        yield running


def play(running: Mapping[str, LocalServer], people: int, moves: int) -> dict[str, list[Answer]]:
    """Play games one after the other, each on all servers at the same time, until this number of moves is made."""
    answers: dict[str, list[Answer]] = {version: [] for version in running}
    greedy, made, most = bot_named("greedy", 1), 0, WARM_UP + moves
    while made < most:
        with ExitStack() as stack:
            clients = {
                version: stack.enter_context(
                    httpx.Client(base_url=server.address, follow_redirects=True, timeout=SECONDS_TO_ANSWER)
                )
                for version, server in running.items()
            }
            tables = {version: OpenTable(running[version], clients[version], people, made) for version in clients}
            game = Game.new(players=people)
            while not game.is_over and made < most:
                move = greedy.choose(game)
                for version, table in tables.items():
                    measured = list(table.play(game, move))
                    answers[version] += measured if made >= WARM_UP else []
                game.play(move)
                made += 1
    return answers


class OpenTable:
    """A table in a browser, played at as its page plays."""

    def __init__(self, server: LocalServer, client: httpx.Client, people: int, seed: int) -> None:
        seats = [{"name": f"Person {number + 1}"} for number in range(people)]
        made = client.post("/api/v1/tables", json={"seats": seats, "seed": seed}).raise_for_status().json()
        self._server, self._client, self._path, self._version = server, client, f"/t/{made['id']}", ""
        client.get(f"{self._path}/sit/{made['key']}").raise_for_status()

    def play(self, game: Game, move: str) -> Iterator[Answer]:
        """Make a move in a position, and now and then ask for the whole page."""
        row, is_late = len(game.history), game.round >= LATE
        values = {"move": move, "number": str(row + 1), "after": str(row), "version": self._version}
        answer, measured = self._measure(
            "a move", is_late, lambda: self._client.post(f"{self._path}/moves", data=values, headers=AS_THE_PAGE)
        )
        yield measured
        (chapter,) = answer.json()["story"]
        assert chapter["row"] == row + 1
        self._version = chapter.get("version", "")
        if row % EVERY == 0:
            yield self._measure("a page", is_late, lambda: self._client.get(self._path))[1]

    def _measure(self, what: str, is_late: bool, ask: Callable[[], httpx.Response]) -> tuple[httpx.Response, Answer]:
        used, begun = self._server.cpu_seconds(), time.perf_counter()
        answer = ask()
        seconds = time.perf_counter() - begun
        cpu = self._server.cpu_seconds() - used
        return answer.raise_for_status(), Answer(what, seconds, cpu, len(answer.content), is_late)


def rows_of(setup: str, answers: list[Answer]) -> Iterator[Row]:
    """The rows for one number of people."""
    for what in ("a move", "a page"):
        for when, chosen in ("", answers), (", late", [answer for answer in answers if answer.is_late]):
            found = [answer for answer in chosen if answer.what == what]
            if len(found) > 1:
                percents = statistics.quantiles([answer.seconds for answer in found], n=100, method="inclusive")
                cpu = statistics.median(answer.cpu for answer in found)
                size = statistics.median(answer.size for answer in found)
                yield Row(f"{setup}, {what}{when}", len(found), percents[49], percents[94], percents[98], cpu, size)


def processor() -> str:
    """What the machine calls its processor."""
    told = Path("/proc/cpuinfo")
    lines = told.read_text(encoding="utf-8").splitlines() if told.exists() else []
    named = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or platform.machine()


if __name__ == "__main__":
    main()
