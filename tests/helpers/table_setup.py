"""Tables for tests: the config of a new game, and moves made at a table."""

from dataclasses import replace

from teahorse.bots import bot_named
from teahorse.rules.ruleset import Ruleset
from teahorse.server.tables.game_config import GameConfig
from teahorse.server.tables.seats import COLOURS, Seat
from teahorse.server.tables.service import TableService
from teahorse.server.tables.table import Table

PERSON = None


def config_for(*bots: str | None, seed: int = 7, take_back: str | None = "turn", **options: object) -> GameConfig:
    """The config of a game with one seat for each argument: a bot's name, or PERSON."""
    rules = Ruleset.of("2023", len(bots), options)
    each = rules.players // rules.people
    seats = tuple(
        Seat(f"Person {number + 1}", COLOURS[each * number : each * (number + 1)], bot)
        for number, bot in enumerate(bots)
    )
    return GameConfig(rules, seats, seed, take_back=take_back)


def free_seats(config: GameConfig, *numbers: int) -> GameConfig:
    """The same game with these seats free."""
    seats = [
        replace(seat, name="", is_free=True) if number in numbers else seat for number, seat in enumerate(config.seats)
    ]
    return replace(config, seats=tuple(seats))


def play_moves(tables: TableService, table_id: str, key: str, *moves: str) -> Table:
    """Make moves for people and bots, one after the other."""
    table = tables.open(table_id)
    for move in moves:
        if table.bot_of(table.to_move) is None:
            table = tables.play(table_id, [key], move, table.next_number)
        else:
            table = tables.play_for_bot(table_id, move, table.next_number)
    return table


def play_greedily(tables: TableService, table_id: str, key: str, rows: int | None = None) -> Table:
    """Let the greedy bot move for everyone until the table has this many rows or the game is over."""
    table, greedy = tables.open(table_id), bot_named("greedy", 1)
    while table.to_move is not None and (rows is None or len(table.history.rows) < rows):
        table = play_moves(tables, table_id, key, greedy.choose(table.history.game))
    return table
