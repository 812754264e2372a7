"""`teahorse perft`: count move sequences from the start of a game."""

from typing import Annotated

import typer
from rich.table import Table

from ..precompile import ensure_compiled
from ..rules.edition_files import DEFAULT_EDITION
from ..rules.perft import count_sequences
from .app import command
from .console import show, write_json
from .options import AsJson, Board, Edition, Options, Players, rules_of

MOST_DEPTH = 12
Depth = Annotated[int, typer.Option(min=1, max=MOST_DEPTH, metavar="D", help="The longest sequences to count.")]


@command(
    "teahorse perft --edition 2023 --players 3 --depth 5",
    "teahorse perft --edition 2013 --players 3 --option profi=yes --depth 3 --json",
)
def perft(
    depth: Depth,
    edition: Edition = DEFAULT_EDITION,
    players: Players = 4,
    option: Options = None,
    board: Board = None,
    json: AsJson = False,
) -> None:
    """Count the sequences of 1, 2, … moves from the start of a game, to compare this program with another.

    Dúli's pile lies in the order 1 to 16; shuffling is not counted as a move.
    """
    rules = rules_of(edition, players, option, board)
    ensure_compiled("perft")
    counts = count_sequences(rules, depth)
    if json:
        write_json(counts)
        return
    table = Table("moves", "sequences", box=None)
    for column in table.columns:
        column.justify = "right"
    for length, count in enumerate(counts, 1):
        table.add_row(str(length), str(count))
    show(table)
