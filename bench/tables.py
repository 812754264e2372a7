"""How quickly moves are answered when many tables are in play at once, more than the server keeps in memory.

    python bench/tables.py --tables 50 100 200 400

Long games lie in a database in a temporary folder. The server runs inside this process, and moves are made at one table
after the other, so that a table that left the memory is always the next one: once as programs make them (JSON), once as
the page does, which is answered with the whole table. CPU time says more than the clock while other programs run.
"""

import argparse
import asyncio
import json
import os
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import httpx

from teahorse.bots import bot_named
from teahorse.game import Game
from teahorse.rules.ruleset import Ruleset
from teahorse.server.settings import Settings, sqlite_url
from teahorse.server.storage.database import Database
from teahorse.server.tables.game_config import GameConfig
from teahorse.server.tables.keys import ListedKey
from teahorse.server.tables.seats import COLOURS, Seat
from teahorse.server.tables.service import TableService
from teahorse.web.app import make_app

PEOPLE = 4
ENDLESS = {"vp_end": "none", "presents_end": 0}  # so that a game is long enough
ADDRESS = "http://127.0.0.1"
MOVES = 4  # made at each table: two as a program and two as the page, of which the second counts


@dataclass(frozen=True)
class Measured:
    """Measure moves with this many tables in play: moves per second, and the CPU time of one, in milliseconds."""

    tables: int
    how: str
    count: int
    per_second: float
    cpu_ms: float


def main() -> None:
    """Measure for each number of tables, and show it."""
    arguments = _arguments()
    moves = _long_game(arguments.rows + MOVES)
    measured: list[Measured] = []
    print(f"{arguments.rows} rows a table, load of the machine before: {os.getloadavg()[0]:.1f}")
    print(f"{'tables':>8} {'':<12} {'count':>6} {'per second':>11} {'CPU ms each':>12}")
    for tables in arguments.tables:
        with tempfile.TemporaryDirectory() as folder:
            database = sqlite_url(Path(folder) / "games.sqlite")
            held = _fill(database, tables, moves[: arguments.rows])
            for each in asyncio.run(_play(database, held, moves[arguments.rows :], arguments.rows)):
                measured.append(each)
                print(f"{each.tables:8} {each.how:<12} {each.count:6} {each.per_second:11.1f} {each.cpu_ms:12.1f}")
    if arguments.json:
        arguments.json.write_text(json.dumps([asdict(each) for each in measured], indent=1) + "\n", encoding="utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--tables", type=int, nargs="+", default=[50, 100, 200, 400], help="how many tables are in play"
    )
    parser.add_argument("--rows", type=int, default=400, help="moves that were made at each table before")
    parser.add_argument("--json", type=Path, help="write the figures there, too")
    return parser.parse_args()


def _long_game(rows: int) -> list[str]:
    """The moves of a long random game."""
    game, bot = Game.new("2023", PEOPLE, ENDLESS), bot_named("random", 3)
    while len(game.moves) < rows:
        game.play(bot.choose(game))
    return game.moves


def _fill(database: str, tables: int, moves: Sequence[str]) -> list[ListedKey]:
    storage = Database(database)
    seats = tuple(Seat(f"Person {number + 1}", (COLOURS[number],)) for number in range(PEOPLE))
    wish = GameConfig(Ruleset.of("2023", PEOPLE, ENDLESS), seats, 7, moves=tuple(moves))
    held = [ListedKey(*TableService(storage).create(wish)) for _ in range(tables)]
    storage.close()
    return held


async def _play(database: str, held: Sequence[ListedKey], moves: Sequence[str], rows: int) -> list[Measured]:
    """Make moves at each table as a program, then as the page."""
    app = make_app(Settings(database))
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url=ADDRESS) as client:

        async def as_program(at: ListedKey, made: int) -> None:
            headers = {"Authorization": f"Bearer {at.key}"}
            body = {"move": moves[made], "number": rows + made + 1}
            (await client.post(f"/api/v1/tables/{at.table}/moves", json=body, headers=headers)).raise_for_status()

        async def as_page(at: ListedKey, made: int) -> None:
            headers = {"Cookie": f'keys="{at.table}.{at.key}"', "X-Table": "1"}
            body = {"move": moves[made], "number": str(rows + made + 1), "after": str(rows + made)}
            (await client.post(f"/t/{at.table}/moves", data=body, headers=headers)).raise_for_status()

        await _measure(held, "", as_program, 0)
        found = [await _measure(held, "JSON", as_program, 1)]
        await _measure(held, "", as_page, 2)
        found.append(await _measure(held, "page", as_page, 3))
    app.state.storage.close()
    return found


async def _measure(
    held: Sequence[ListedKey], how: str, move: Callable[[ListedKey, int], Awaitable[None]], made: int
) -> Measured:
    clock, cpu = time.perf_counter(), time.process_time()
    for at in held:
        await move(at, made)
    clock, cpu = time.perf_counter() - clock, time.process_time() - cpu
    return Measured(len(held), how, len(held), len(held) / clock, 1000 * cpu / len(held))


if __name__ == "__main__":
    main()
