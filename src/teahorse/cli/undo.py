"""`teahorse undo`: take back the last move."""

from ..precompile import ensure_compiled
from ..terminal.prompt import question
from .app import command
from .console import say
from .files import load, player_names, write_text
from .options import RecordFile
from .record_editing import without_last_moves


@command("teahorse undo game.yunnan")
def undo(file: RecordFile) -> None:
    """Take back the last move of a record, and a shuffling of Dúli's cards after it."""
    ensure_compiled()
    loaded = load(file)
    loaded.require_record()
    game = loaded.game
    moves = len(game.moves)
    undone = game.undo()
    write_text(file, without_last_moves(loaded.text, moves - len(game.moves)))
    say(f"Took back `{undone}`. " + question(game, game.snapshot(), player_names(game)))
