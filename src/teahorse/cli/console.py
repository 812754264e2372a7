"""Output: text for people through Rich, data unchanged."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text


def console() -> Console:
    """A console for people; a new one each time, for the current size of the terminal."""
    return Console(highlight=False, markup=False, emoji=False)


def show(*things: RenderableType) -> None:
    """Print something laid out for the width of the terminal."""
    target = console()
    for thing in things:
        target.print(thing)


def say(sentence: str, style: str = "") -> None:
    """Print a sentence on standard output; only a terminal wraps it."""
    console().print(Text(sentence, style), soft_wrap=True)


def say_error(sentence: str) -> None:
    """Print an error on standard error."""
    Console(stderr=True, highlight=False, markup=False, emoji=False).print(Text(sentence, "red"), soft_wrap=True)


def note(sentence: str) -> None:
    """Print a note on standard error, which keeps standard output free for data."""
    Console(stderr=True, highlight=False, markup=False, emoji=False).print(Text(sentence), soft_wrap=True)


def write_json(data: Any) -> None:
    """Write data as one line of compact JSON."""
    sys.stdout.write(json.dumps(data, separators=(",", ":"), ensure_ascii=False) + "\n")


@contextmanager
def thinking(sentence: str) -> Iterator[None]:
    """Show a sentence on a terminal while something takes time."""
    target = Console(stderr=True, highlight=False, markup=False, emoji=False)
    if target.is_terminal:
        with target.status(Text(sentence, "dim")):
            yield
    else:
        yield
