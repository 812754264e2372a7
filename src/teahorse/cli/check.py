"""`teahorse check`: validate traces, records and snapshots."""

from pathlib import Path
from typing import Annotated

import typer

from ..errors import TeahorseError
from ..precompile import ensure_compiled
from ..validation import CheckError, check_record, check_snapshot, check_trace
from .app import NO, UNUSABLE, command
from .console import say, say_error
from .files import FileError, looks_like_json, looks_like_trace, read_text

Files = Annotated[
    list[Path], typer.Argument(metavar="FILE...", help="Traces, records or snapshots; `-` reads standard input.")
]


@command("teahorse check game.yunnan", "teahorse check *.trace", "teahorse trace --seed 7 | teahorse check -")
def check(files: Files) -> None:
    """Replay games and check every move.

    In a trace, checks the start, every list of legal moves, every next position and the end; in a record, every move
    and the result, if there is one; of a snapshot, whether a game can reach it. The exit status is 1 if a check fails,
    and 2 if a file can't be read.
    """
    ensure_compiled()
    status = max(_status_of(file) for file in files)
    if status:
        raise typer.Exit(status)


def _status_of(file: Path) -> int:
    try:
        text = read_text(file)
        if looks_like_trace(text):
            found = check_trace(text)
        elif looks_like_json(text):
            found = check_snapshot(text)
        else:
            found = check_record(text)
    except CheckError as error:
        say_error(f"{file}: {error}")
        return NO
    except FileError as error:
        say_error(str(error))
        return UNUSABLE
    except TeahorseError as error:
        say_error(f"{file}: {error}")
        return UNUSABLE
    end = "the game is over" if found.is_over else "the game goes on"
    say(f"{file}: correct; {found.moves} moves, and {end}.")
    return 0
