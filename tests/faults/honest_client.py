"""A client that writes down every answer it got, and afterwards compares its notes with the table's rows.

It plays all seats of one table with random legal moves, and of another one when the game is over. When it gets no
answer, it doesn't know whether its move counts: it notes the move as unanswered, reads the table and goes on from
there, as a person would.
"""

import http.client
import json
import random
import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from teahorse.server.storage.database import Database
from teahorse.server.tables.service import TableService

API = "/api/v1/tables"
LONG = {"vp_end": "none", "presents_end": 0}  # so that games are long: about 850 moves
FOUR_PEOPLE = [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")]
CHANGES_SERVER = 0.2  # how often a client goes on with another server
PAUSE = 0.02  # seconds before another attempt
BOTS_PAUSE = 0.15  # seconds before another look at a table where a bot thinks
LEISURE = 0.3  # seconds between two moves while something starts
SECONDS_TO_ANSWER = 60.0
CONFLICT, UNAVAILABLE = 409, 503


class NoAnswer(Exception):
    """The server is gone, or can't use its database. A move may or may not have been stored."""


@dataclass
class Ledger:
    """The client's notes about one table."""

    acknowledged: dict[int, str] = field(default_factory=dict)  # move by row number
    unanswered: dict[int, set[str]] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)  # answers that an honest client must not get
    slowest: float = 0.0  # seconds until an answer

    def compare(self, rows: Sequence[tuple[int, str]], bots: Collection[int] = ()) -> list[str]:
        """What is wrong with the rows of the table; nothing if no move was lost or doubled.

        `bots` are the numbers of rows that bots made.
        """
        stored = dict(rows)
        wrong = [f"refused: {each}" for each in self.refused]
        if [number for number, _ in rows] != list(range(1, len(rows) + 1)):
            wrong.append(f"rows are missing or doubled: {[number for number, _ in rows]}")
        for number, move in self.acknowledged.items():
            if stored.get(number) != move:
                wrong.append(f"row {number}: {move!r} was acknowledged, {stored.get(number)!r} is stored")
        for number, move in stored.items():
            if number not in self.acknowledged and move not in self.unanswered.get(number, ()) and number not in bots:
                wrong.append(f"row {number}: {move!r} is stored, but nobody made it")
        return wrong


class TableClient:
    """Plays at one table."""

    def __init__(
        self,
        addresses: Sequence[str],
        table_id: str = "",
        key: str = "",
        seed: int = 0,
        seats: Sequence[dict[str, str]] = FOUR_PEOPLE,
        time_control: dict[str, int] | None = None,
    ) -> None:
        self.addresses = list(addresses)
        self.id, self.key, self.path = table_id, key, f"{API}/{table_id}"
        self.ledger = Ledger()
        self.finished: list[tuple[str, Ledger]] = []  # tables where the game is over
        self._new_table = {"seats": seats, "options": LONG, "time": time_control}
        self._rng = random.Random(seed)
        self._connection: http.client.HTTPConnection | None = None

    @classmethod
    def at_new_table(
        cls,
        addresses: Sequence[str],
        seed: int = 0,
        seats: Sequence[dict[str, str]] = FOUR_PEOPLE,
        time_control: dict[str, int] | None = None,
    ) -> "TableClient":
        """Open a table and sit down."""
        client = cls(addresses, seed=seed, seats=seats, time_control=time_control)
        client.open_table()
        client.close()
        return client

    def open_table(self) -> None:
        """Open a table and sit down. Raises `NoAnswer`."""
        new = self.send("POST", API, self._new_table)[1]
        if self.id:
            self.finished.append((self.id, self.ledger))
        self.id, self.key, self.path = new["id"], new["key"], f"{API}/{new['id']}"
        self.ledger = Ledger()

    @property
    def played(self) -> list[tuple[str, Ledger]]:
        """All its tables, with its notes about each."""
        return [*self.finished, (self.id, self.ledger)]

    @property
    def acknowledged(self) -> int:
        """How many of its moves were acknowledged so far."""
        return sum(len(ledger.acknowledged) for _, ledger in self.played)

    def send(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """Send a request to one of the servers; gives the status and the answer. Raises `NoAnswer`."""
        if self._connection is None:
            at = urlsplit(self._rng.choice(self.addresses))
            self._connection = http.client.HTTPConnection(str(at.hostname), at.port, timeout=SECONDS_TO_ANSWER)
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.key}"}
        begun = time.monotonic()
        try:
            self._connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = self._connection.getresponse()
            status, text = answer.status, answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise NoAnswer from error
        self.ledger.slowest = max(self.ledger.slowest, time.monotonic() - begun)
        if status == UNAVAILABLE:
            raise NoAnswer
        return status, json.loads(text)

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def look(self) -> dict[str, Any]:
        """The table as it is now."""
        status, table = self.send("GET", self.path)
        if status != http.HTTPStatus.OK:
            self.ledger.refused.append(f"GET: {status} {table}")
            raise NoAnswer
        found: dict[str, Any] = table
        return found

    def move(self, table: dict[str, Any]) -> dict[str, Any]:
        """Make a random move, and note what became of it; gives the table after it."""
        if len(self.addresses) > 1 and self._rng.random() < CHANGES_SERVER:
            self.close()
        number, move = table["rows"] + 1, self._rng.choice(table["legal_moves"])
        try:
            status, answer = self.send("POST", f"{self.path}/moves", {"move": move, "number": number})
        except NoAnswer:
            self.ledger.unanswered.setdefault(number, set()).add(move)
            raise
        if status == http.HTTPStatus.OK:
            self.ledger.acknowledged[number] = move
            after: dict[str, Any] = answer
            return after
        # Its own unanswered move may have been stored just now; anything else is an error.
        if status != CONFLICT or number not in self.ledger.unanswered:
            self.ledger.refused.append(f"{move} as row {number}: {status} {answer}")
        return self.look()

    def make_one_more_move(self) -> None:
        """Show that the table goes on, unless the game is over."""
        end = time.monotonic() + SECONDS_TO_ANSWER
        while (before := self.look())["to_move"] not in (None, *before["yours"]):  # a bot is to move
            assert time.monotonic() < end, "The bot doesn't move."
            time.sleep(PAUSE)
        assert before["to_move"] is None or self.move(before)["rows"] >= before["rows"] + 1

    def play_until(self, is_over: Callable[[], bool], pause: Callable[[], float]) -> None:
        """Make one move after the other, whatever happens to the server; `pause` gives the seconds between two."""
        table: dict[str, Any] | None = None
        while not is_over():
            time.sleep(pause())
            try:
                table = self.look() if table is None else self.move(table)
                if table["to_move"] is None:
                    self.open_table()
                    table = self.look()
                if table["to_move"] not in table["yours"]:  # a bot is to move
                    table = None
                    time.sleep(BOTS_PAUSE)
            except NoAnswer:
                table = None
                time.sleep(PAUSE)


def rows_of(storage: Database, table_id: str) -> list[tuple[int, str]]:
    """The rows of a table as they are stored."""
    return [(kept.row.number, kept.row.text) for kept in storage.rows_after(table_id, 0)]


def rows_of_bots(storage: Database, table_id: str) -> set[int]:
    """The numbers of the rows that a table's bots made."""
    table = TableService(storage).open(table_id)
    return {step.row for step in table.history.steps if table.bot_of(step.player) is not None}


@dataclass
class Crowd:
    """Clients at several tables, each in a thread of its own."""

    clients: list[TableClient]
    _pause: float = 0.0  # seconds between two moves of a client
    _over: threading.Event = field(default_factory=threading.Event)
    _threads: list[threading.Thread] = field(default_factory=list)

    def start(self) -> None:
        """Begin to play."""
        self._threads = [
            threading.Thread(target=client.play_until, args=(self._over.is_set, lambda: self._pause), daemon=True)
            for client in self.clients
        ]
        for thread in self._threads:
            thread.start()

    @contextmanager
    def at_leisure(self) -> Iterator[None]:
        """Go on more slowly, and leave the processor to what starts meanwhile."""
        self._pause = LEISURE
        yield
        self._pause = 0.0

    def stop(self) -> None:
        """End, when each client has its answer."""
        self._over.set()
        for thread in self._threads:
            thread.join(2 * SECONDS_TO_ANSWER)
            assert not thread.is_alive(), "A client waits for ever."
        for client in self.clients:
            client.close()

    def check(self, database: str) -> None:
        """Compare all notes with the database; then make one more move at every table."""
        with closing(Database(database)) as storage:
            wrong = {
                table_id: ledger.compare(rows_of(storage, table_id), rows_of_bots(storage, table_id))
                for client in self.clients
                for table_id, ledger in client.played
            }
        assert not any(wrong.values()), {table: each[:5] for table, each in wrong.items() if each}
        for client in self.clients:
            client.make_one_more_move()
            client.close()

    def acknowledged(self) -> int:
        """How many moves were acknowledged so far."""
        return sum(client.acknowledged for client in self.clients)

    def unanswered(self) -> int:
        """How many moves had no answer."""
        ledgers = [ledger for client in self.clients for _, ledger in client.played]
        return sum(len(moves) for ledger in ledgers for moves in ledger.unanswered.values())
