"""Many tables in play at once: programs move over HTTP, and every player listens to the table's events.

    python bench/online.py --tables 500 --rate 400 --seconds 20
    python bench/online.py --tables 500 --rate 400 --seconds 20 --database postgresql --servers 2
    python bench/online.py --tables 500 --rate 200 --seconds 3600 --every 60 --moves-per-game 200
    python bench/online.py --idle 5000

Servers and clients run on this machine, and share its cores. Moves are due at fixed times, `--rate` of them a second,
spread over the tables. Answers and notifications are timed from when the move was due, so that a slow server
can't hide it. Without `--rate`, every table moves again as soon as it can. CPU time per move says more than the
clock while other programs run.
"""

import argparse
import asyncio
import json
import os
import random
import statistics
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from online_client import Address, Client, Listener, Refused, listen
from online_server import MeasuredServer, measured_servers, new_database

from teahorse.bots import bot_named
from teahorse.game import Game

API = "/api/v1/tables"
PLAYERS = 4
LONG = {"vp_end": "none", "presents_end": 0}  # so that a game takes a few hundred moves
AT_ONCE = 50  # tables or streams that are opened at once
WARM_UP = 2.0  # seconds that are not counted
MB = 1_000_000


@dataclass
class Table:
    """A table in play: the clients and event streams of its players, and when its latest move was due."""

    addresses: Sequence[Address]  # of the servers, one for each player in turn
    id: str
    key: str
    clients: list[Client]
    streams: list[Listener] = field(default_factory=list)
    rows: int = 0
    rows_in_first_game: int | None = None  # fewer than in others, and different at each table
    due: dict[int, float] = field(default_factory=dict)

    async def listen(self, streams: int, timings: "Timings") -> None:
        """Open event streams."""

        def heard(number: int, now: float) -> None:
            if number in self.due:
                timings.notifications.append(now - self.due[number])

        for number in range(streams):
            address = self.addresses[number % len(self.addresses)]
            self.streams.append(await listen(address, f"{API}/{self.id}/events", self.key, heard))
            await self.streams[-1].open.wait()

    async def begin_again(self, timings: "Timings") -> None:
        """Open a new table when the game is over; everyone goes there."""
        new = await _new_table(self.addresses, 0)
        for each in (*self.clients, *self.streams):
            each.close()
        streams, self.streams = len(self.streams), []
        self.id, self.key, self.clients, self.rows, self.rows_in_first_game = new.id, new.key, new.clients, 0, None
        await self.listen(streams, timings)


@dataclass
class Timings:
    """Seconds until answers and notifications, and moves that failed."""

    answers: list[float] = field(default_factory=list)
    notifications: list[float] = field(default_factory=list)
    failed: int = 0


@dataclass(frozen=True)
class Figures:
    """What one run measured. Times are milliseconds: the median, the 95th and the 99th percentile."""

    database: str
    servers: int
    tables: int
    listeners: int
    rate: float | None
    seconds: float
    moves_per_second: float
    failed: int
    answer_ms: list[float]
    notification_ms: list[float]
    server_cpu_ms_per_move: float
    client_cpu_ms_per_move: float
    server_mb: float
    load_before: float


def main() -> None:
    """Run it, and show the figures."""
    given = _arguments()
    with (
        new_database(given.database) as database,
        measured_servers(database, given.servers, given.open_tables) as servers,
    ):
        if given.idle:
            figures = asyncio.run(_idle(servers[0], given.idle))
        else:
            figures = asdict(asyncio.run(_load(servers, given)))
    for name, value in figures.items():
        print(f"{name:>24}  {value}")
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500, help="tables in play, of four players each")
    parser.add_argument("--rate", type=float, help="moves per second at all tables together; without it, all it can")
    parser.add_argument("--seconds", type=float, default=20, help="how long moves are counted")
    parser.add_argument(
        "--moves-per-game", type=int, help="start a new game at a table after this many moves; the tables take turns"
    )
    parser.add_argument("--listeners", type=int, default=PLAYERS, help="event streams at each table")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--servers", type=int, default=1, help="servers on one database; each table uses all of them")
    parser.add_argument("--open-tables", type=int, default=1000, help="tables that a server keeps in memory")
    parser.add_argument("--idle", type=int, help="instead: open this many event streams, and measure their memory")
    parser.add_argument("--every", type=float, help="in a long run, print the figures so far every EVERY seconds")
    parser.add_argument("--json", type=Path, help="write the figures there, too")
    return parser.parse_args()


# --- A run --------------------------------------------------------------------------------------------


async def _load(servers: Sequence[MeasuredServer], given: argparse.Namespace) -> Figures:
    moves, timings = _long_game()[: given.moves_per_game], Timings()
    load = os.getloadavg()[0]
    addresses = [Address.of(server.address) for server in servers]
    tables = await _in_groups([_new_table(addresses, number) for number in range(given.tables)])
    if given.moves_per_game:
        for number, table in enumerate(tables, 1):
            table.rows_in_first_game = max(1, len(moves) * number // len(tables))
    await _in_groups([table.listen(given.listeners, timings) for table in tables])
    await _play(tables, moves, given.rate, WARM_UP, timings)
    timings.answers.clear()
    timings.notifications.clear()
    cpu, clock, own = [server.cpu_seconds() for server in servers], time.perf_counter(), time.process_time()
    begun = time.perf_counter()
    while (left := begun + given.seconds - time.perf_counter()) > 0:
        await _play(tables, moves, given.rate, min(left, given.every or left), timings)
        if given.every:
            passed = time.perf_counter() - begun
            memory = " ".join(f"{server.memory() / MB:.0f}" for server in servers)
            print(
                f"{passed:7.0f} s  {len(timings.answers)} moves, {memory} MB, {_percentiles(timings.answers)} ms",
                flush=True,
            )
    clock, own = time.perf_counter() - clock, time.process_time() - own
    cpu = [server.cpu_seconds() - before for server, before in zip(servers, cpu, strict=True)]
    made = len(timings.answers) or 1
    await asyncio.sleep(0.5)
    listeners = sum(not stream.is_lost for table in tables for stream in table.streams)
    return Figures(
        database=given.database,
        servers=len(servers),
        tables=len(tables),
        listeners=listeners,
        rate=given.rate,
        seconds=round(clock, 1),
        moves_per_second=round(made / clock, 1),
        failed=timings.failed,
        answer_ms=_percentiles(timings.answers),
        notification_ms=_percentiles(timings.notifications),
        server_cpu_ms_per_move=round(1000 * sum(cpu) / made, 3),
        client_cpu_ms_per_move=round(1000 * own / made, 3),
        server_mb=round(sum(server.memory() for server in servers) / MB, 1),
        load_before=round(load, 1),
    )


async def _new_table(addresses: Sequence[Address], number: int) -> Table:
    """Open a table; its players' clients use the servers in turn."""
    seats = [{"name": f"Program {seat + 1}"} for seat in range(PLAYERS)]
    opening = Client(addresses[number % len(addresses)])
    new = json.loads(await opening.expect(201, "POST", API, {"seats": seats, "options": LONG}))
    opening.close()
    clients = [Client(addresses[(number + seat) % len(addresses)], new["key"]) for seat in range(PLAYERS)]
    return Table(addresses, new["id"], new["key"], clients)


async def _play(
    tables: Sequence[Table], moves: Sequence[str], rate: float | None, seconds: float, timings: Timings
) -> None:
    end = time.perf_counter() + seconds
    every = None if rate is None else len(tables) / rate
    shares = range(len(tables))
    await asyncio.gather(
        *(
            _play_at(table, moves, every, time.perf_counter() + (every or 0) * share / len(tables), end, timings)
            for table, share in zip(tables, random.Random(7).sample(shares, len(shares)), strict=True)
        )
    )


async def _play_at(
    table: Table, moves: Sequence[str], every: float | None, due: float, end: float, timings: Timings
) -> None:
    """Move at one table until the end, each `every` seconds from `due` on, or as soon as possible."""
    while (due if every else time.perf_counter()) < end:
        if every is None:
            due = time.perf_counter()
        elif (wait := due - time.perf_counter()) > 0:
            await asyncio.sleep(wait)
        if table.rows >= (table.rows_in_first_game or len(moves)):
            await table.begin_again(timings)
        number = table.rows + 1
        table.due = {number: due}
        body = {"move": moves[number - 1], "number": number}
        client = table.clients[number % len(table.clients)]
        try:
            await client.expect(200, "POST", f"{API}/{table.id}/moves", body)
        except (OSError, Refused) as error:
            timings.failed += 1
            if timings.failed <= 3:
                print("Failed:", error)
            if isinstance(error, Refused):
                await asyncio.sleep(0.1)
            continue
        timings.answers.append(time.perf_counter() - due)
        table.rows = number
        due += every or 0


def _long_game() -> list[str]:
    """The moves of a long random game; every table plays it."""
    game, bot = Game.new("2023", PLAYERS, LONG), bot_named("random", 3)
    while not game.is_over:
        game.play(bot.choose(game))
    return game.moves


async def _in_groups(waiting: Sequence) -> list:
    """Await many things, a few at once."""
    done = []
    for first in range(0, len(waiting), AT_ONCE):
        done += await asyncio.gather(*waiting[first : first + AT_ONCE])
    return done


def _percentiles(seconds: Sequence[float]) -> list[float]:
    if len(seconds) < 2:
        return []
    cuts = statistics.quantiles(seconds, n=100)
    return [round(1000 * cuts[at - 1], 1) for at in (50, 95, 99)]


# --- Idle connections ---------------------------------------------------------------------------------


async def _idle(server: MeasuredServer, connections: int) -> dict[str, float]:
    """Memory for each idle table, then for each idle event stream."""
    address, timings = Address.of(server.address), Timings()
    tables = connections // PLAYERS
    await _in_groups([_new_table([address], number) for number in range(10)])
    before = server.memory()
    opened = await _in_groups([_new_table([address], number) for number in range(tables)])
    for table in opened:
        await opened[0].clients[0].expect(200, "GET", f"{API}/{table.id}")  # so that it is in memory
    with_tables = server.memory()
    await _in_groups([table.listen(PLAYERS, timings) for table in opened])
    await asyncio.sleep(1)
    with_streams = server.memory()
    cpu = server.cpu_seconds()
    await asyncio.sleep(10)
    return {
        "idle_tables": tables,
        "kb_per_table": round((with_tables - before) / tables / 1000, 1),
        "idle_connections": sum(not stream.is_lost for table in opened for stream in table.streams),
        "kb_per_connection": round((with_streams - with_tables) / (PLAYERS * tables) / 1000, 1),
        "server_mb": round(with_streams / MB, 1),
        "cpu_percent_when_idle": round(10 * (server.cpu_seconds() - cpu), 1),
    }


if __name__ == "__main__":
    main()
