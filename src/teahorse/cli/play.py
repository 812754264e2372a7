"""`teahorse play`: a game at one keyboard."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ..errors import TeahorseError
from ..game import Game
from ..rules.ruleset import Ruleset
from ..warming import ensure_compiled
from .app import command
from .files import write_new
from .options import Board, Edition, Force, Options, Players, Seed, rules_of
from .playing import Sitting


class Seat(StrEnum):
    """Who sits in a seat."""

    YOU = "you"
    RANDOM = "random"


Seats = Annotated[
    list[Seat] | None,
    typer.Option(
        "--seat",
        metavar="you|random",
        help="Who sits there: you, or a bot that moves at random; once per person, p1 first. The others are bots.",
    ),
]
Save = Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the game in this record after every turn.")]


@command(
    "teahorse play",
    "teahorse play --players 4 --seat you --seat random --seat you",
    "teahorse play --players 2 --option expert=yes --save duel.yunnan",
)
def play(
    edition: Edition = "2023",
    players: Players = 3,
    option: Options = None,
    board: Board = None,
    seat: Seats = None,
    seed: Seed = None,
    save: Save = None,
    force: Force = False,
) -> None:
    """Play in the terminal, people and bots at one keyboard; by default you against two that move at random.

    Answer with a move, such as `bid school 9`. `?` lists the moves you can make, `why MOVE` tells the rule that forbids
    one, `undo` takes your last move back, `board` and `score` show where you are, `save` writes a record, and `quit`
    leaves.
    """
    rules = rules_of(edition, players, option, board)
    seats = _seats(rules, list(seat or [Seat.YOU]))
    ensure_compiled()
    game = Game.new(edition, players, rules.options, seed, rules.board)
    if save is not None:
        write_new(save, game.record(), force)
    Sitting(game, seats, save, seed).run()


def _seats(rules: Ruleset, chosen: list[Seat]) -> dict[str, bool]:
    """For each player whether a person plays it; two colours in one hand are one person's."""
    if len(chosen) > rules.people:
        raise TeahorseError(f"There are {rules.people} people at this table, and `--seat` names {len(chosen)}.")
    chosen += [Seat.RANDOM] * (rules.people - len(chosen))
    return {f"p{colour + 1}": chosen[colour % rules.people] == Seat.YOU for colour in range(rules.players)}
