"""`teahorse new`: start a record."""

from datetime import date
from typing import Annotated

import typer

from ..errors import TeahorseError
from ..game import Game
from ..precompile import ensure_compiled
from ..rules import names as notation
from ..rules.edition_files import DEFAULT_EDITION
from ..rules.ruleset import Ruleset
from ..terminal.prompt import question
from .app import command
from .console import say
from .files import PLAYER_HEADER, player_names, write_new
from .options import Board, Edition, Force, Options, Players, RecordFile, Seed, read_pairs, rules_of

Named = Annotated[
    list[str] | None,
    typer.Option("--name", metavar="PLAYER=NAME", help="What a player is called, such as p1=Ann; may be repeated."),
]


@command(
    "teahorse new game.yunnan --players 3 --name p1=Ann --name p2=Bob",
    "teahorse new duel.yunnan --players 2 --seed 7",
    "teahorse new expert.yunnan --option expert=yes --option vp_end=90",
    "teahorse new old.yunnan --edition 2013 --board my-box.toml",
)
def new(
    file: RecordFile,
    edition: Edition = DEFAULT_EDITION,
    players: Players = 4,
    option: Options = None,
    board: Board = None,
    name: Named = None,
    seed: Seed = None,
    force: Force = False,
) -> None:
    """Start a game: write a new record.

    Players are p1 to p5, numbered by the blue order of the first round. Two people play with Dúli, whose cards are
    shuffled at once, or with two colours each, depending on the edition.
    """
    rules = rules_of(edition, players, option, board)
    headers = _name_headers(read_pairs(name, "--name", "p1=Ann"), rules)
    ensure_compiled()
    game = Game.new(edition, players, rules.options, seed, rules.board)
    game.headers = headers | {"Date": date.today().isoformat()}
    write_new(file, game.record(), force)
    say(f"{file} is ready. " + question(game, game.snapshot(), player_names(game)))


def _name_headers(names: dict[str, str], rules: Ruleset) -> dict[str, str]:
    seats = notation.PLAYER[: rules.players]
    for player, name in names.items():
        if player not in seats:
            raise TeahorseError(f"`--name` takes one of {', '.join(seats)}, not {player!r}.")
        if not name.isprintable() or not name:
            raise TeahorseError(f"The name of {player} must be one line of printable characters, not {name!r}.")
    return {PLAYER_HEADER + player: name for player, name in sorted(names.items())}
