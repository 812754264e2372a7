"""The client: creates tables, joins them, and plays at one."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any

import httpx

from ..errors import TeahorseError
from .connection import Connection
from .events import follow
from .models import Change, Links, NewTable, Row, TableState, WhyNot, read

API = "/api/v1"
_LINK = re.compile(r"(?P<server>https?://[^/]+)?/t/(?P<table>[A-Za-z0-9]+)/[a-z]+/(?P<key>[A-Za-z0-9]+)/?")


@dataclass(frozen=True)
class Invitation:
    """A link to a table, taken apart."""

    server: str | None
    table: str
    key: str

    @classmethod
    def of(cls, link: str) -> "Invitation":
        """Read an invitation link."""
        found = _LINK.fullmatch(link.strip())
        if found is None:
            raise TeahorseError(f"{link!r} is not an invitation; expected https://SERVER/t/TABLE/join/KEY.")
        return cls(found["server"], found["table"], found["key"])


class Client:
    """A server's API."""

    def __init__(self, address: str, transport: httpx.BaseTransport | None = None) -> None:
        self.connection = Connection(address.rstrip("/"), transport)

    def __enter__(self) -> "Client":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self.connection.close()

    def create_table(self, seats: Sequence[Mapping[str, Any]], **settings: Any) -> NewTable:
        """Create a table. `docs/api.md` says what seats and settings are."""
        answer = self.connection.post(f"{API}/tables", body={"seats": list(seats), **settings})
        return read(NewTable, answer.json())

    def join(self, link: str, name: str, seat: int | None = None) -> "Table":
        """Take a free seat by an invitation link: the given one, counted from 0, or the first that is free."""
        invitation = Invitation.of(link)
        body = {"invitation": invitation.key, "name": name, "seat": seat}
        answer = self.connection.post(f"{API}/tables/{invitation.table}/join", body=body)
        return self.table(invitation.table, answer.json()["token"])

    def table(self, table_id: str, token: str | None = None) -> "Table":
        """A table. Without a token one only watches."""
        return Table(self.connection, table_id, token)


class Table:
    """A table, with the token of a seat."""

    def __init__(self, connection: Connection, table_id: str, token: str | None) -> None:
        self.id = table_id
        self.token = token
        self._connection = connection
        self._path = f"{API}/tables/{table_id}"

    def read(self) -> TableState:
        """The current state."""
        return self._state(self._connection.get(self._path, self.token))

    def legal_moves(self) -> list[str]:
        """The legal moves now."""
        return list(self._connection.get(f"{self._path}/legal-moves", self.token).json()["legal_moves"])

    def play(self, move: str, number: int) -> TableState:
        """Make a move as the row with this number: `rows` + 1. Raises `Refused`."""
        return self._post("moves", move=move, number=number)

    def undo(self, number: int, whole_turn: bool = False) -> TableState:
        """Take back your last move, or your whole turn."""
        return self._post("undo", number=number, whole="turn" if whole_turn else "step")

    def why_not(self, move: str) -> WhyNot:
        """Whether a move is legal now, and if not, why."""
        return read(WhyNot, self._connection.get(f"{self._path}/why-not", self.token, move=move).json())

    def record(self) -> str:
        """The game as a `.yunnan` text."""
        return self._connection.get(f"{self._path}/record", self.token).text

    def say(self, text: str) -> None:
        """Write to everyone at the table."""
        self._connection.post(f"{self._path}/chat", self.token, {"text": text})

    def ask(self, what: str, number: int = 0) -> TableState:
        """Ask the others for an `undo` past their moves (`number` is `rows` + 1), for a `pause`, or to `resume`."""
        return self._post("ask", what=what, number=number)

    def agree(self, request: int) -> TableState:
        """Agree to a request, by its number. It changes nothing if you aren't asked."""
        return self._post("agree", request=request)

    def refuse(self, request: int) -> TableState:
        """Refuse a request, or withdraw your own."""
        return self._post("refuse", request=request)

    def come_back(self) -> TableState:
        """Take your seat back from the bot that has moved for you since your time was used up."""
        return self._post("return")

    def leave(self, bot: str | None = None) -> TableState:
        """Give up your seat: to a bot, or free for someone else."""
        return self._post("leave", bot=bot)

    def links(self) -> Links:
        """The links that you can hand out as the host."""
        return read(Links, self._connection.get(f"{self._path}/links", self.token).json())

    def start(self, bot: str = "merchant") -> TableState:
        """Let bots take all free seats, as the host."""
        return self._post("start", bot=bot)

    def close(self) -> TableState:
        """Close the table, as the host. If a game goes on with other people, this asks them to agree."""
        return self._post("close")

    def events(self, after: TableState | None = None) -> Iterator[Row | Change]:
        """Yield what happens at the table, from the beginning or after a state. Connects again when needed."""
        last = "0-0" if after is None else f"{after.rows}-{after.changes}"
        return follow(self._connection, f"{self._path}/events", self.token, last)

    def _post(self, action: str, **body: Any) -> TableState:
        return self._state(self._connection.post(f"{self._path}/{action}", self.token, body))

    def _state(self, answer: httpx.Response) -> TableState:
        return read(TableState, answer.json())
