"""Creates and reads tables directly in the database of the running server."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from teahorse import Game
from teahorse.bots import bot_named
from teahorse.rules.ruleset import Ruleset
from teahorse.server.accounts.ratings import new_skills
from teahorse.server.settings import sqlite_url
from teahorse.server.storage.accounts import StoredAccount
from teahorse.server.storage.database import Database, now
from teahorse.server.storage.ratings import RatedGame
from teahorse.server.tables.browsers import MOST_KEYS
from teahorse.server.tables.game_config import GameConfig
from teahorse.server.tables.keys import hash_of, new_id, new_key
from teahorse.server.tables.seats import COLOURS, Seat
from teahorse.server.tables.service import TableService

NAMES = ("Ann", "Bartholomäus", "Cleo", "Dolma", "Emre")
Until = Callable[[Game], bool]


@dataclass(frozen=True)
class TableLink:
    """A table's id, and the key for the seats of its people."""

    id: str
    key: str

    @property
    def path(self) -> str:
        """The address for spectators."""
        return f"/t/{self.id}"

    @property
    def seat_path(self) -> str:
        """The address that gives a browser the seats."""
        return f"/t/{self.id}/sit/{self.key}"


class TableAccess:
    """The tables of a database."""

    def __init__(self, database: Path) -> None:
        self._storage = Database(sqlite_url(database))
        self._tables = TableService(self._storage)

    @property
    def service(self) -> TableService:
        """The tables, through the database alone."""
        return self._tables

    def close(self) -> None:
        """Close the database."""
        self._storage.close()

    def game(self, table_id: str) -> Game:
        """The game at a table as it stands now."""
        return self._tables.open(table_id).history.game

    def to_move(self, table_id: str) -> str:
        """The name of who is to move."""
        table = self._tables.open(table_id)
        return table.names[str(table.to_move)]

    def rows(self, table_id: str) -> list[str]:
        """The rows of a table; an undo begins with `undo`."""
        kinds = {"move": "", "undo": "undo "}
        return [f"{kinds[row.kind]}{row.text}" for row in self._tables.open(table_id).history.rows]

    def seat_path(self, link: TableLink, seat: int) -> str:
        """The address that gives a browser one of the seats."""
        key = new_key()
        self._storage.add_key(hash_of(key), {link.id: [seat]}, MOST_KEYS)
        return f"/t/{link.id}/sit/{key}"

    def play(self, link: TableLink, *moves: str) -> None:
        """Make moves for people and bots, one after the other."""
        for move in moves:
            table = self._tables.open(link.id)
            if table.bot_of(table.to_move) is None:
                self._tables.play(link.id, [link.key], move, table.next_number)
            else:
                self._tables.play_for_bot(link.id, move, table.next_number)

    def give_seat(self, link: TableLink, account: str, seat: int) -> None:
        """Give a seat to an account, by its name."""
        found = self._storage.accounts.named(account.casefold())
        assert found is not None
        self._storage.add_key(found.id, {link.id: [seat]}, MOST_KEYS)

    def forget_default_board(self) -> None:
        """Let new games be played with our tables again."""
        self._storage.save_default_board("2023", None)

    def rate(self, account: str, games: int) -> None:
        """Store rated games that an account has won against another one."""
        other = StoredAccount(new_id(), f"Bo {account}"[:30], f"bo {account}".casefold(), "", True, now())
        self._storage.accounts.add(other)
        winner = self._storage.accounts.named(account.casefold())
        assert winner is not None
        for _ in range(games):
            game = RatedGame(new_id(), "2023", 3, now(), {winner.id: 1, other.id: 2})
            self._storage.ratings.rate(game, new_skills)

    def create(
        self,
        *bots: str | None,
        edition: str = "2023",
        seed: int = 1,
        take_back: str | None = "turn",
        until: Until | None = None,
        moves: tuple[str, ...] = (),
        player: str = "greedy",
        names: tuple[str, ...] = NAMES,
        **options: object,
    ) -> TableLink:
        """A new table for people (None) and bots; makes `moves`, then the moves of a bot until `until` is true."""
        rules = Ruleset.of(edition, len(bots), options)
        each = rules.players // rules.people
        seats = tuple(
            Seat(names[number], COLOURS[each * number : each * (number + 1)], bot) for number, bot in enumerate(bots)
        )
        link = TableLink(*self._tables.create(GameConfig(rules, seats, seed, take_back=take_back)))
        self.play(link, *moves)
        chooser = bot_named(player, seed)
        while until is not None and not until(game := self.game(link.id)):
            assert not game.is_over, "the game ended before `until` was true"
            self.play(link, chooser.choose(game))
        return link
