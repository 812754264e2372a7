"""`teahorse why`: whether a move is legal, and if not, the rule that forbids it."""

from typing import Annotated

import typer

from ..precompile import ensure_compiled
from .app import NO, command
from .console import say, write_json
from .files import load
from .options import AsJson, File

Move = Annotated[str, typer.Argument(metavar="MOVE", help='A move, such as "bid school 9".')]


@command('teahorse why game.yunnan "bid school 9"', 'teahorse why game.yunnan "go P-K" --json')
def why(file: File, move: Move, json: AsJson = False) -> None:
    """Say whether a move is legal now, and if not, why not and by which rule.

    The exit status is 0 if it is legal and 1 if it is refused. `teahorse rules ID` shows a rule.
    """
    ensure_compiled()
    refusal = load(file).game.why_not(move)
    if json and refusal is None:
        write_json({"legal": True, "rule": None, "code": None, "sentence": None, "parameters": None})
    elif refusal is None:
        say(f"`{move}` is legal.")
    elif json:
        parts = {"rule": refusal.rule, "code": refusal.code, "sentence": refusal.sentence}
        write_json({"legal": False, **parts, "parameters": refusal.parameters})
    else:
        say(f"`{move}` is not allowed ({refusal.rule}): {refusal.sentence}")
    if refusal is not None:
        raise typer.Exit(NO)
