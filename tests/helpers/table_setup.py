"""Tables for tests: who sits there, and moves made at them."""

from teahorse.bots import bot_named
from teahorse.rules.ruleset import Ruleset
from teahorse.server.tables.game_config import GameConfig
from teahorse.server.tables.seats import COLOURS, Seat
from teahorse.server.tables.service import TableService
from teahorse.server.tables.table import Table

PERSON = None


def wish_for(*bots: str | None, seed: int = 7, take_back: str = "turn", **options: object) -> GameConfig:
    """A table with a seat for each: a bot by its name, or a person."""
    rules = Ruleset.of("2023", len(bots), options)
    each = rules.players // rules.people
    seats = tuple(
        Seat(f"Person {number + 1}", COLOURS[each * number : each * (number + 1)], bot)
        for number, bot in enumerate(bots)
    )
    return GameConfig(rules, seats, seed, take_back=take_back)


def play_all(tables: TableService, table_id: str, key: str, *moves: str) -> Table:
    """Make moves one after the other, those of bots too."""
    table = tables.open(table_id)
    for move in moves:
        if table.bot_of(table.to_move) is None:
            table = tables.play(table_id, [key], move, table.next_number)
        else:
            table = tables.play_for_bot(table_id, move, table.next_number)
    return table


def play_greedily(tables: TableService, table_id: str, key: str, rows: int | None = None) -> Table:
    """Let greedy move for everyone, until there are so many rows or the game is over."""
    table, greedy = tables.open(table_id), bot_named("greedy", 1)
    while table.to_move is not None and (rows is None or len(table.history.rows) < rows):
        table = play_all(tables, table_id, key, greedy.choose(table.history.game))
    return table
