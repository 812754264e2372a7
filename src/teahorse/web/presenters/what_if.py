"""What-ifs: plays legal moves on a copy of a position, by the real rules."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...game import Game
from ...game_events import Event, read_events
from ...rules import engine, moves, names
from ...rules.events import NO_EVENTS, new_buffer
from ...rules.ruleset import Ruleset
from ...rules.state import CHANCE, DISPLACE, OVER, TRAVEL


class Tried(NamedTuple):
    """The result of a move: the position as an array of one, and the events."""

    table: Any
    events: list[Event]


def tried(game: Game, move: int) -> Tried:
    """Make a legal move on a copy of the position."""
    table: Any = game.table
    return Tried(table, _applied(table, game.rules, move))


def positions_after(game: Game, choices: Sequence[int]) -> Any:
    """The positions after each of these legal moves, as one array of records, without their events."""
    positions = np.repeat(game.table, len(choices))
    for number, move in enumerate(choices):
        engine.apply(positions[number : number + 1], game.rules.table, move, NO_EVENTS)
    return positions.view(np.recarray)


def income_if_all_were_done(table: Any, rules: Ruleset, player: str) -> int:
    """The income of a player if everyone left to travel said `done` now."""
    table = table.copy()
    while table["phase"][0] in (TRAVEL, DISPLACE):
        engine.apply(table, rules.table, _ending_move(table), NO_EVENTS)
    return int(table["income"][0][names.PLAYER.index(player)])


def events_if_all_were_done(game: Game) -> list[Event]:
    """What would happen if everyone left to travel said `done` now, up to the new order."""
    return events_from(game.table, game.rules)


def events_from(table: Any, rules: Ruleset) -> list[Event]:
    """The same from another position, which is left as it is."""
    table = table.copy()
    events: list[Event] = []
    while table["phase"][0] in (TRAVEL, DISPLACE):
        events += _applied(table, rules, _ending_move(table))
    return events


def events_along(game: Game, line: Sequence[int]) -> list[Event]:
    """What happens along a line of moves, up to the end of the game or the first shuffling."""
    table: Any = game.table
    events: list[Event] = []
    for move in line:
        if table["phase"][0] in (CHANCE, OVER):
            break
        events += _applied(table, game.rules, move)
    return events


def _ending_move(table: Any) -> int:
    return moves.DONE if table["phase"][0] == TRAVEL else moves.SPARE


def _applied(table: Any, rules: Ruleset, move: int) -> list[Event]:
    buffer = new_buffer()
    engine.apply(table, rules.table, move, buffer)
    return read_events(buffer, rules)
