"""The type of the fixture `teahorse`."""

from typing import Protocol

from typer.testing import Result


class CommandRunner(Protocol):
    """Runs a command; `typed` is its standard input."""

    def __call__(self, *arguments: str, typed: str | bytes = "", **environment: str) -> Result: ...
