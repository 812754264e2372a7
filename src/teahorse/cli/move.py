"""`teahorse move`: add moves to a record."""

from typing import Annotated

import typer

from ..precompile import ensure_compiled
from ..terminal.prompt import question
from .app import command
from .console import say
from .display import show_log
from .files import load, player_names, write_text
from .options import RecordFile
from .record_editing import with_new_moves

Moves = Annotated[list[str], typer.Argument(metavar="MOVE...", help='Moves in their order: "bid school 9" pass.')]


@command(
    'teahorse move game.yunnan "bid school 9"',
    'teahorse move game.yunnan "go P-Y" "go P-S" done',
    'teahorse move game.yunnan "bid yard 12 from S"',
)
def move(file: RecordFile, moves: Moves) -> None:
    """Make one move or several, and add them to the record.

    Either all moves are made or none: if one is refused, the file stays unchanged, and the error names the rule.
    If Dúli then needs a new pile, her cards are shuffled. `teahorse rules 17.2` shows how to write moves.
    """
    ensure_compiled()
    loaded = load(file)
    loaded.require_record()
    game, names = loaded.game, player_names(loaded.game)
    before = game.record()
    happened = []
    if game.phase == "chance" and not moves[0].startswith("deck"):
        game.deal()
        happened += game.events
    for made in moves:
        game.play(made)
        happened += game.events
    write_text(file, with_new_moves(loaded.text, before, game))
    show_log(happened, game.rules, names)
    say(question(game, game.snapshot(), names), "bold")
