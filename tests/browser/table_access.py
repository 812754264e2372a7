"""Tables for browser tests, set up beside the server in its own database: who sits there, and what was played."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from teahorse import Game
from teahorse.bots import bot_named
from teahorse.rules.ruleset import Ruleset
from teahorse.server.settings import sqlite_url
from teahorse.server.storage.database import Database
from teahorse.server.tables.seats import COLOURS, Seat
from teahorse.server.tables.service import GameConfig, TableService

NAMES = ("Ann", "Bartholomäus", "Cleo", "Dolma", "Emre")
Until = Callable[[Game], bool]


@dataclass(frozen=True)
class Sitting:
    """A table's id, and the key that opens its people's seats."""

    id: str
    key: str

    @property
    def path(self) -> str:
        """Where anyone may watch."""
        return f"/t/{self.id}"

    @property
    def door(self) -> str:
        """Where one sits down."""
        return f"/t/{self.id}/sit/{self.key}"


class Hall:
    """All tables of a database, from behind the scenes."""

    def __init__(self, database: Path) -> None:
        self._storage = Database(sqlite_url(database))
        self._tables = TableService(self._storage)

    def close(self) -> None:
        """Let go of the database."""
        self._storage.close()

    def game(self, table_id: str) -> Game:
        """The game at a table as it stands now."""
        return self._tables.open(table_id).history.game

    def rows(self, table_id: str) -> list[str]:
        """The rows of a table, an undo with its kind."""
        kinds = {"move": "", "undo": "undo "}
        return [f"{kinds[row.kind]}{row.text}" for row in self._tables.open(table_id).history.rows]

    def play(self, sitting: Sitting, *moves: str) -> None:
        """Make moves for whoever is to move, people or bots."""
        for move in moves:
            table = self._tables.open(sitting.id)
            if table.bot_of(table.to_move) is None:
                self._tables.play(sitting.id, [sitting.key], move, table.next_number)
            else:
                self._tables.play_for_bot(sitting.id, move, table.next_number)

    def table(
        self,
        *bots: str | None,
        edition: str = "2023",
        seed: int = 1,
        take_back: str = "turn",
        until: Until | None = None,
        moves: tuple[str, ...] = (),
        player: str = "greedy",
        **options: object,
    ) -> Sitting:
        """Set a table up for people (None) and bots; `moves` are made first, then a player's until something is so."""
        rules = Ruleset.of(edition, len(bots), options)
        each = rules.players // rules.people
        seats = tuple(
            Seat(NAMES[number], COLOURS[each * number : each * (number + 1)], bot) for number, bot in enumerate(bots)
        )
        sitting = Sitting(*self._tables.create(GameConfig(rules, seats, seed, take_back=take_back)))
        self.play(sitting, *moves)
        chooser = bot_named(player, seed)
        while until is not None and not until(game := self.game(sitting.id)):
            assert not game.is_over, "the game ended before that was so"
            self.play(sitting, chooser.choose(game))
        return sitting
