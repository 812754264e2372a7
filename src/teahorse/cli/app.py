"""The Typer application, and the decorator for commands: examples in the help, errors as sentences."""

import errno
import inspect
import sys
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, NoReturn

import typer

from .. import __version__
from ..errors import IllegalMove, TeahorseError
from .console import say_error

# Exit statuses.
NO = 1  # the answer is no: an illegal move, a failed check
UNUSABLE = 2  # bad usage, or input that can't be read

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False)


def command(*examples: str, group: typer.Typer = app) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Register a function as a command; its docstring and the examples are the help."""

    def register(function: Callable[..., None]) -> Callable[..., None]:
        @wraps(function)
        def guarded(*arguments: Any, **options: Any) -> None:
            try:
                function(*arguments, **options)
                sys.stdout.flush()
            except IllegalMove as error:
                fail(str(error), NO)
            except TeahorseError as error:
                fail(str(error), UNUSABLE)
            except OSError as error:
                if error.errno == errno.EPIPE:  # the output was closed, as by `head`; Typer ends quietly
                    raise
                fail(f"{error.strerror or error}.", UNUSABLE)

        epilog = "\n\n".join(["Examples:", *(f"[bold]{example}[/bold]" for example in examples)])
        group.command(function.__name__, help=paragraphs(function.__doc__), epilog=epilog)(guarded)
        return function

    return register


def paragraphs(docstring: str | None) -> str:
    """A docstring as help text: the terminal wraps each paragraph."""
    return "\n\n".join(" ".join(part.split()) for part in inspect.cleandoc(docstring or "").split("\n\n"))


def fail(sentence: str, status: int) -> NoReturn:
    """Print an error and exit."""
    say_error(sentence)
    raise typer.Exit(status)


def _show_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"teahorse {__version__}\n")
        raise typer.Exit


def teahorse(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Yunnan, the tea-trading board game, in all editions and variants.

    `teahorse play` starts a game at this terminal. A game is kept in a record, a text file that ends in .yunnan:
    `teahorse new` begins one, `teahorse show` draws it, `teahorse move` plays on.

    Exit status: 0 fine, 1 the answer is no (an illegal move, a failed check), 2 bad usage or unreadable input.
    """


app.callback(help=paragraphs(teahorse.__doc__))(teahorse)
