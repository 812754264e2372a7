"""Where output goes: text for people through Rich, data as it is."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text


def console() -> Console:
    """The console for people; made anew each time, so that it knows the terminal as it is now."""
    return Console(highlight=False, markup=False, emoji=False)


def show(*things: RenderableType) -> None:
    """Show something laid out for the width of the terminal."""
    target = console()
    for thing in things:
        target.print(thing)


def say(sentence: str, style: str = "") -> None:
    """Say a sentence on standard output; only a terminal wraps it."""
    console().print(Text(sentence, style), soft_wrap=True)


def say_error(sentence: str) -> None:
    """Say on standard error what is wrong."""
    Console(stderr=True, highlight=False, markup=False, emoji=False).print(Text(sentence, "red"), soft_wrap=True)


def note(sentence: str) -> None:
    """Say on standard error what is good to know, out of the way of data."""
    Console(stderr=True, highlight=False, markup=False, emoji=False).print(Text(sentence), soft_wrap=True)


def write_json(data: Any) -> None:
    """Write data as one line of compact JSON."""
    sys.stdout.write(json.dumps(data, separators=(",", ":"), ensure_ascii=False) + "\n")


@contextmanager
def thinking(sentence: str) -> Iterator[None]:
    """Say on a terminal that something takes a while, as long as it does."""
    target = Console(stderr=True, highlight=False, markup=False, emoji=False)
    if target.is_terminal:
        with target.status(Text(sentence, "dim")):
            yield
    else:
        yield
