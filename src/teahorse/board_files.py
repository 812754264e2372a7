"""A board of one's own as people write it: a file of tables, TOML or JSON."""

from pathlib import PurePath
from typing import Any

from .errors import BoardError
from .parsing import LONGEST_BOARD, ParsingError, read_json, read_toml


def read_board(text: str, name: str) -> dict[str, Any]:
    """The tables in a file's text; the file's name says whether it is TOML, and goes into what is said of it."""
    is_toml = PurePath(name).suffix == ".toml"
    text = text.removeprefix("\ufeff")
    try:
        board = read_toml(text, LONGEST_BOARD) if is_toml else read_json(text, LONGEST_BOARD)
    except ParsingError as error:
        kind = "TOML" if is_toml else "JSON"
        raise BoardError(
            "The board {name} can't be read as {kind}: {error}.", name=name, kind=kind, error=error
        ) from None
    if not isinstance(board, dict):
        raise BoardError("The board {name} is a set of named tables, such as temple = [3, 5, 7, 9].", name=name)
    return board
