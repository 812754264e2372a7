"""`teahorse trace`: a random game, decision by decision."""

from typing import Annotated, Literal

import typer

from ..errors import TeahorseError
from ..precompile import ensure_compiled
from ..rules.edition_files import DEFAULT_EDITION
from ..trace import trace as trace_of
from .app import command
from .console import write_json
from .options import Board, Edition, Options, Players, rules_of

MOST_SEED = 2**63 - 1  # a machine word of the compiled rules
TraceSeed = Annotated[int, typer.Option(min=0, metavar="N", help="The number of the random game.")]
Policy = Annotated[
    Literal["uniform", "busy"],
    typer.Option(help="How moves are chosen: all equally likely, or rarely one that passes or stops (crowded boards)."),
]


@command(
    "teahorse trace --edition 2023 --players 4 --seed 7 > game.trace",
    "teahorse trace --edition 2013 --players 2 --seed 1 --policy busy",
    "teahorse trace --players 3 --option guards=true --seed 3 | teahorse check -",
)
def trace(
    edition: Edition = DEFAULT_EDITION,
    players: Players = 4,
    seed: TraceSeed = 0,
    option: Options = None,
    board: Board = None,
    policy: Policy = "uniform",
) -> None:
    """Play a random game and write it as JSON lines, to compare this program with another.

    Each line is one decision: the snapshot before it, all legal moves and the move made. The last line has only the
    final snapshot. The same seed gives the same game.
    """
    if seed > MOST_SEED:
        raise TeahorseError(f"A seed is at most {MOST_SEED}.")
    rules = rules_of(edition, players, option, board)
    ensure_compiled()
    for line in trace_of(rules, seed, policy):
        write_json(line)
