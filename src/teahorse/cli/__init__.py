"""The command line: `teahorse …`. Each command has its own file; this one collects them."""

import sys

from . import (
    arena,
    backup,
    bench,
    board,
    check,
    lab,
    learn,
    learn_calibrate,
    learn_distil,
    learn_imitate,
    learn_judge,
    learn_measure,
    legal,
    move,
    new,
    perft,
    play,
    ratings,
    restore,
    rules,
    score,
    serve,
    show,
    simulate,
    trace,
    undo,
    web,
    why,
    worker,
)
from .app import app

# In the order of the help: play, work with records, look up rules, check and measure.
COMMANDS = (
    web,
    play,
    new,
    show,
    legal,
    move,
    why,
    undo,
    score,
    rules,
    check,
    trace,
    simulate,
    arena,
    lab,
    perft,
    bench,
    serve,
    worker,
    backup,
    restore,
    ratings,
)
_LEARN_COMMANDS = (
    learn,
    learn_measure,
    learn_calibrate,
    learn_imitate,
    learn_distil,
    learn_judge,
)  # these register with `learn.learning`
app.add_typer(board.boards, name="board")
app.add_typer(learn.learning, name="learn")
_ORDER = [module.__name__.rpartition(".")[2] for module in COMMANDS]
app.registered_commands.sort(key=lambda known: _ORDER.index(str(known.name)))


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        # A character that the terminal can't show becomes a question mark, not an error.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    app(prog_name="teahorse")


__all__ = ["app", "main"]
