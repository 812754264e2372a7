"""`teahorse legal`: list the legal moves."""

import sys

from ..precompile import ensure_compiled
from ..terminal.prompt import question
from .app import command
from .console import note, write_json
from .files import load, player_names
from .options import AsJson, File


@command("teahorse legal game.yunnan", "teahorse legal position.json --json")
def legal(file: File, json: AsJson = False) -> None:
    """List the legal moves, one per line, in the notation that `teahorse move` takes.

    While chance is to move, and when the game is over, there are none.
    """
    ensure_compiled()
    game = load(file).game
    moves = game.legal_moves()
    if json:
        write_json(moves)
        return
    note(question(game, game.snapshot(), player_names(game)))
    sys.stdout.writelines(f"{move}\n" for move in moves)
