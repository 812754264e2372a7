"""A table at a glance: how its game stands, without all that led there.

A list of forty games needs no step of any of them. The moves were checked when they were stored, so they are only
applied here: that is twenty times as quick as to play them again.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np

from ...game import Game
from ...notation import read_move
from ...rules import duli, moves, play
from ...rules.events import NO_EVENTS
from ...rules.ruleset import Ruleset
from ...rules.state import GAME
from .keys import hash_of
from .played import UNDO, Row
from .seats import Seat, seat_of
from .storage import Storage


@dataclass(frozen=True)
class Glance:
    """Who sits at a table, which seats some keys open, and the position."""

    id: str
    kind: str
    title: str
    rules: Ruleset
    seats: tuple[Seat, ...]
    own: tuple[Seat, ...]
    touched_at: datetime
    game: Game  # without its history

    @property
    def mover(self) -> Seat | None:
        """Who decides next; None when the game is over."""
        return None if self.game.to_move is None else seat_of(self.game.to_move, self.rules, self.seats)


def glance_at(storage: Storage, table_id: str, keys: Collection[str]) -> Glance | None:
    """Look at a table; None if there is no such table."""
    stored = storage.table(table_id)
    if stored is None:
        return None
    rules = Ruleset.of(stored.edition, stored.people, stored.options, stored.board)
    seats = tuple(Seat(seat["name"], tuple(seat["colours"]), seat["bot"]) for seat in stored.seats)
    opened = storage.keys(table_id)
    own = sorted({seat for key in keys for seat in opened.get(hash_of(key), ())})
    kept = storage.rows_after(table_id, 0)
    return Glance(
        id=stored.id,
        kind=stored.kind,
        title=stored.title,
        rules=rules,
        seats=seats,
        own=tuple(seats[number] for number in own),
        touched_at=datetime.fromtimestamp(kept[-1].made_at if kept else stored.created_at, UTC),
        game=Game(rules, position_after(rules, moves_that_stand(row.row for row in kept))),
    )


def moves_that_stand(rows: Iterable[Row]) -> list[str]:
    """The moves that are left after all undoing."""
    standing: list[str] = []
    for row in rows:
        if row.kind == UNDO:
            standing.pop()
        else:
            standing.append(row.text)
    return standing


def position_after(rules: Ruleset, made: Iterable[str]) -> Any:
    """The position after moves that are known to be legal."""
    table = np.zeros(1, GAME)
    play.setup(table, rules.table)
    for text in made:
        move = read_move(text, rules)
        if isinstance(move, tuple):
            duli.lay_deck(table.view(np.recarray)[0], np.array(move, np.int8))
        play.apply(table, rules.table, moves.DECK if isinstance(move, tuple) else move, NO_EVENTS)
    return table[0]
