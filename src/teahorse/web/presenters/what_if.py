"""What-ifs: plays legal moves on a copy of a position, by the real rules."""

from typing import Any, NamedTuple

import numpy as np

from ...game import Game
from ...game_events import Event, read_events
from ...rules import engine, moves, names
from ...rules.events import NO_EVENTS, new_buffer
from ...rules.ruleset import Ruleset
from ...rules.state import DISPLACE, TRAVEL


class Tried(NamedTuple):
    """The result of a move: the position as an array of one, and the events."""

    table: Any
    events: list[Event]


def tried(game: Game, move: int) -> Tried:
    """Make a legal move on a copy of the position."""
    table: Any = game.table
    return Tried(table, _applied(table, game.rules, move))


def position_after(game: Game, move: int) -> Any:
    """The position after a legal move, without its events."""
    table: Any = game.table
    engine.apply(table, game.rules.table, move, NO_EVENTS)
    return table.view(np.recarray)[0]


def income_if_all_were_done(table: Any, rules: Ruleset, player: str) -> int:
    """The income of a player if everyone left to travel said `done` now."""
    table = table.copy()
    while table["phase"][0] in (TRAVEL, DISPLACE):
        engine.apply(table, rules.table, _ending_move(table), NO_EVENTS)
    return int(table["income"][0][names.PLAYER.index(player)])


def events_if_all_were_done(game: Game) -> list[Event]:
    """What would happen if everyone left to travel said `done` now, up to the new order."""
    table: Any = game.table
    events: list[Event] = []
    while table["phase"][0] in (TRAVEL, DISPLACE):
        events += _applied(table, game.rules, _ending_move(table))
    return events


def _ending_move(table: Any) -> int:
    return moves.DONE if table["phase"][0] == TRAVEL else moves.SPARE


def _applied(table: Any, rules: Ruleset, move: int) -> list[Event]:
    buffer = new_buffer()
    engine.apply(table, rules.table, move, buffer)
    return read_events(buffer, rules)
