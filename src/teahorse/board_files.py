"""Custom boards as files: tables in TOML or JSON."""

import json
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from .errors import BoardError
from .parsing import LONGEST_BOARD, ParsingError, read_json, read_toml


def read_board(text: str, name: str) -> dict[str, Any]:
    """Read the tables from a file's text; the file's name tells TOML from JSON, and appears in errors."""
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
        raise BoardError("The board {name} must be a set of named tables, such as temple = [3, 5, 7, 9].", name=name)
    return board


def write_board(board: Mapping[str, Any], edition: str) -> str:
    """The text of a TOML file with these tables; the edition appears only in comments."""
    lines = [
        f"# Tables of a printed box of the {edition} edition, which replace ours.",
        f"# To play with them: teahorse play --edition {edition} --board FILE, or choose this file for a new game.",
        "",
    ]
    for name, table in board.items():
        lines.append(f"{name} = {_cards(table) if name == 'duli' else json.dumps(table)}")
    return "\n".join(lines) + "\n"


def _cards(cards: list[dict[str, Any]]) -> str:
    """Dúli's cards, one on each line."""
    lines = (", ".join(f"{name} = {json.dumps(value)}" for name, value in card.items()) for card in cards)
    return "\n".join(["[", *(f"  {{ {line} }}," for line in lines), "]"])
