"""A position played on, to see what would come: always with the real rules, on a copy."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...game import Event, Game
from ...rules import engine, moves, names
from ...rules.events import NO_EVENTS
from ...rules.state import DISPLACE, TRAVEL


def tried(game: Game, move: int) -> Game:
    """The game with a legal move made, beside the real one; its `events` tell what happened."""
    copy = Game(game.rules, game.position)
    copy.make(move)
    return copy


def position_after(game: Game, move: int) -> Any:
    """The position after a legal move: quicker than `tried`, where many moves are looked at and nothing is told."""
    table: Any = game.table
    engine.apply(table, game.rules.table, move, NO_EVENTS)
    return table.view(np.recarray)[0]


def income_if_all_were_done(game: Game, player: str) -> int:
    """The income of a player if everyone left to travel said `done` now."""
    table: Any = game.table
    while table["phase"][0] in (TRAVEL, DISPLACE):
        move = moves.DONE if table["phase"][0] == TRAVEL else moves.SPARE
        engine.apply(table, game.rules.table, move, NO_EVENTS)
    return int(table["income"][0][names.PLAYER.index(player)])


def events_if_all_were_done(game: Game) -> Iterator[Event]:
    """What would happen if everyone left to travel said `done` now, up to the new order."""
    copy = Game(game.rules, game.position)
    while copy.phase in ("travel", "displace"):
        copy.make_text("done" if copy.phase == "travel" else "spare")
        yield from copy.events
