"""What the fixture `teahorse` is, for annotations."""

from typing import Protocol

from typer.testing import Result


class Teahorse(Protocol):
    """Runs a command of the command line; what is typed goes to its standard input."""

    def __call__(self, *arguments: str, typed: str | bytes = "", **environment: str) -> Result: ...
