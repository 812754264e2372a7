"""Records: `.yunnan` text files (section 17). The moves alone determine the game; the rest is for people."""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from .errors import NN_, RecordError, TeahorseError
from .notation import UNSEEN, Move, move_text
from .parsing import LONGEST_BOARD, ParsingError, read_json
from .rules import names
from .rules.board import TABLES_VERSION, with_tables
from .rules.ruleset import Ruleset
from .rules.switches import SWITCHES, Value
from .rules.version import RULES_VERSION
from .snapshot import to_move

EXTENSION = ".yunnan"
LONGEST_RECORD = 1_000_000  # characters; a long game has 30,000
_HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9_.]*) "((?:[^"\\]|\\.)*)"\]')
_HEADER_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.]*")
_OF_THE_RULES = ("Edition", "People", "Tables", "Rules", "Board")
_OPTION = "Option."
_ESCAPED = {"n": "\n", "r": "\r"}


@dataclass
class Record:
    """A record as read: the rules of the game, other headers, and the moves with their line numbers."""

    rules: Ruleset
    rules_version: int | None = None  # of the program that wrote it; None in the first records
    headers: dict[str, str] = field(default_factory=dict)
    moves: list[tuple[int, str]] = field(default_factory=list)


def value_text(value: Value) -> str:
    """The value of a switch as it is written on the command line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return "none" if value is None else str(value)


def _quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r") + '"'


def _unquoted(value: str) -> str:
    return re.sub(r"\\(.)", lambda found: _ESCAPED.get(found[1], found[1]), value)


def header_text(rules: Ruleset, headers: dict[str, str]) -> str:
    """Write the headers, those of the rules first."""
    lines = {"Edition": rules.edition, "People": str(rules.people)}
    lines |= {"Tables": str(TABLES_VERSION), "Rules": str(RULES_VERSION)}
    lines |= {_OPTION + name: value_text(value) for name, value in rules.options.items()}
    if rules.board is not None:
        lines["Board"] = json.dumps(rules.board, separators=(",", ":"), ensure_ascii=False)
    for name, value in headers.items():
        if _HEADER_NAME.fullmatch(name) is None or name in _OF_THE_RULES or name.startswith(_OPTION):
            raise RecordError("{name!r} can't be used as a header; choose a word like Event or Player.p1.", name=name)
        lines[name] = value
    return "".join(f"[{name} {_quoted(value)}]\n" for name, value in lines.items())


def write_record(rules: Ruleset, headers: dict[str, str], lines: Iterable[str]) -> str:
    """Write a whole record; the lines are moves and comments."""
    return header_text(rules, headers) + "\n" + "".join(line + "\n" for line in lines)


def move_lines(history: Sequence[tuple[Move, Any]], rules: Ruleset, unseen: int = 0) -> list[str]:
    """The lines of a record: moves, given with the position before each, under a heading for each part of a round.

    `unseen` is how many cards of Dúli's last pile stay secret.
    """
    lines: list[str] = []
    heading = ""
    last_deck = next((move for move, _ in reversed(history) if isinstance(move, tuple)), None)
    for move, before in history:
        if unseen and move is last_deck:
            seen = " ".join(move_text(move, rules).split(" ")[:-unseen])
            lines.append(f"{seen} {UNSEEN} # chance; the other {unseen} cards are secret while the game goes on")
            continue
        part = names.PART_OF_ROUND[names.PHASE[before.phase]]
        next_heading = f"# round {before.round_number}: {part}"
        if next_heading != heading and part != "chance":
            lines += ["", next_heading] if lines else [next_heading]
            heading = next_heading
        lines.append(f"{move_text(move, rules):<24} # {to_move(before)}".rstrip())
    return lines


def read_record(text: str) -> Record:
    """Read a record without replaying it; an error names the line."""
    if not isinstance(text, str):
        raise RecordError("A record is text.")
    if len(text) > LONGEST_RECORD:
        raise RecordError(
            NN_(
                "This record is too long: it has more than {n} character.",
                "This record is too long: it has more than {n} characters.",
            ),
            n=LONGEST_RECORD,
        )
    headers: dict[str, str] = {}
    moves: list[tuple[int, str]] = []
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        line = raw.strip()
        if line.startswith("["):
            if moves:
                raise RecordError(
                    "Line {number}: headers come before the moves, but {line!r} comes after a move.",
                    number=number,
                    line=line,
                )
            name, value = _read_header(line, number)
            if name in headers:
                raise RecordError("Line {number}: the header {name} appears twice.", number=number, name=name)
            headers[name] = value
            continue
        move = line.split("#", 1)[0].strip()
        if move:
            moves.append((number, move))
    rules_version = _number(headers["Rules"], "Rules") if "Rules" in headers else None
    return Record(_rules_of(headers), rules_version, _other_headers(headers), moves)


def _read_header(line: str, number: int) -> tuple[str, str]:
    found = _HEADER.fullmatch(line)
    if found is None:
        raise RecordError(
            'Line {number}: can\'t read the header {line!r}; expected [Name "value"].', number=number, line=line
        )
    return found[1], _unquoted(found[2])


def _other_headers(headers: dict[str, str]) -> dict[str, str]:
    return {n: v for n, v in headers.items() if n not in _OF_THE_RULES and not n.startswith(_OPTION)}


def _rules_of(headers: dict[str, str]) -> Ruleset:
    for name in ("Edition", "People"):
        if name not in headers:
            raise RecordError(
                'The record has no header {name}; it needs at least [Edition "2023"] and [People "4"].', name=name
            )
    options: dict[str, object] = {
        name.removeprefix(_OPTION): value for name, value in headers.items() if name.startswith(_OPTION)
    }
    people, board = _number(headers["People"], "People"), _board_of(headers)
    # A record that names no tables was made before there was a second version of them.
    tables = _number(headers.get("Tables", "1"), "Tables")
    try:
        return Ruleset.of(headers["Edition"], people, options, with_tables(tables, headers["Edition"], board))
    except TeahorseError as error:
        raise RecordError("The headers of the record: {error}", error=error) from None


def _number(text: str, name: str) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", text):
        raise RecordError("The header {name} must be a number, not {text!r}.", name=name, text=text)
    return int(text)


def _board_of(headers: dict[str, str]) -> Any:
    if "Board" not in headers:
        return None
    try:
        return read_json(headers["Board"], LONGEST_BOARD)
    except ParsingError as error:
        raise RecordError("The header Board can't be read as JSON: {error}.", error=error) from None


assert all(re.fullmatch(r"[a-z_]+", name) for name in SWITCHES)
