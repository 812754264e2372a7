"""Parse JSON and TOML from outside; texts that would take too much memory or stack are refused first.

The TOML reader needs memory that grows with the square of a dotted key's length, and both readers recurse with every
level of nesting.
"""

import json
import re
import tomllib
from collections.abc import Iterable
from typing import Any

from .errors import NN_, Say, TeahorseError

MOST_LEVELS = 50  # of lists and tables within each other; a snapshot has six
MOST_KEY_PARTS = 10  # of a dotted key in TOML
LONGEST_BOARD = 100_000  # characters, like all limits on texts; a board with all tables has 2,000
LONGEST_SNAPSHOT = 200_000  # a snapshot has 5,000
LONGEST_LINE = 1_000_000  # of a file with a line of JSON for each game or position; those of long games have 20,000

# An unclosed string runs to the end of the text, so that each scan passes over the text once.
_JSON_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]', re.DOTALL)
_TOML_TOKEN = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*(?:""")?'
    r"|'''(?:[^']|'(?!''))*(?:''')?"
    r'|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?'
    r"|'[^'\n]*'?"
    r"|\#[^\n]*"
    r"|[\[\]{}.=,\n]",
    re.DOTALL,
)
_OPENING, _CLOSING = frozenset("[{"), frozenset("]}")
_ENDS_KEY = frozenset("[]{}=,\n")


class ParsingError(TeahorseError):
    """A text that can't be parsed; the message is the reason, to stand after a colon and before a full stop."""


class SyntaxProblem(ParsingError):
    """A syntax error as the standard library words it, in English only."""

    def translated(self, say: Say) -> str:
        """The message as it is."""
        return str(self)


def read_json(text: str, limit: int) -> Any:
    """Parse JSON of at most `limit` characters."""
    _check_length(text, limit)
    _check_levels(found[0] for found in _JSON_TOKEN.finditer(text))
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SyntaxProblem(str(error)) from None


def read_toml(text: str, limit: int) -> dict[str, Any]:
    """Parse TOML of at most `limit` characters."""
    _check_length(text, limit)
    tokens = [found[0] for found in _TOML_TOKEN.finditer(text)]
    _check_levels(tokens)
    _check_keys(tokens)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise SyntaxProblem(str(error)) from None


def check_levels_of(value: object) -> None:
    """Refuse data that is nested too deeply, wherever it comes from."""
    level: list[object] = [value]
    for _ in range(MOST_LEVELS + 1):
        level = list({id(part): part for holder in level for part in _parts_of(holder)}.values())
        if not level:
            return
    raise _too_deep()


def _parts_of(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list | tuple) else ()


def _check_length(text: str, limit: int) -> None:
    if len(text) > limit:
        raise ParsingError(NN_("it is longer than {n} character", "it is longer than {n} characters"), n=limit)


def _check_levels(tokens: Iterable[str]) -> None:
    depth = 0
    for token in tokens:
        if token in _OPENING:
            depth += 1
            if depth > MOST_LEVELS:
                raise _too_deep()
        elif token in _CLOSING:
            depth -= 1


def _check_keys(tokens: Iterable[str]) -> None:
    parts = 1
    for token in tokens:
        if token == ".":
            parts += 1
            if parts > MOST_KEY_PARTS:
                raise ParsingError(
                    NN_("a key has more than {n} part", "a key has more than {n} parts"), n=MOST_KEY_PARTS
                )
        elif token in _ENDS_KEY:
            parts = 1


def _too_deep() -> ParsingError:
    form = NN_("it is nested more than {n} level deep", "it is nested more than {n} levels deep")
    return ParsingError(form, n=MOST_LEVELS)
