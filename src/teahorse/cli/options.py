"""Arguments and options that several commands share."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from ..errors import TeahorseError
from ..rules.edition_files import EDITIONS, edition_data
from ..rules.ruleset import Ruleset
from .files import load_board

File = Annotated[
    Path,
    typer.Argument(metavar="FILE", help="A record (.yunnan) or a snapshot (.json); `-` reads standard input."),
]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record (.yunnan).")]
# Typer offers the values of a Literal as choices. A type checker needs to know only that they are texts.
if TYPE_CHECKING:
    EditionName = str
else:
    EditionName = Literal[EDITIONS]
Edition = Annotated[
    EditionName,
    typer.Option(
        help="The edition: " + ", ".join(f"{each} ({edition_data(each)['publisher']})" for each in EDITIONS) + ".",
    ),
]
Players = Annotated[int, typer.Option(metavar="N", help="How many people play, 2 to 5.")]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="A switch of the rules, such as guards=true, expert=yes or vp_end=none; may be repeated. "
        "`teahorse rules 16.6` lists them.",
    ),
]
Board = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="A custom board (.toml or .json): tables that replace those of the edition (16)."
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(min=0, metavar="N", help="Makes chance repeatable: the same number gives the same game."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Write JSON, for programs.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")]


def read_pairs(pairs: Iterable[str] | None, option: str, example: str) -> dict[str, str]:
    """Read the values of an option that is written name=value and may be repeated."""
    read: dict[str, str] = {}
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise TeahorseError(f"`{option}` takes NAME=VALUE, such as {example}, not {pair!r}.")
        if name.strip() in read:
            raise TeahorseError(f"`{option}` sets {name.strip()} twice.")
        read[name.strip()] = value.strip()
    return read


def rules_of(edition: str, players: int, options: Iterable[str] | None, board: Path | None) -> Ruleset:
    """The rules of a game, from the options of a command."""
    tables = None if board is None else load_board(board)
    return Ruleset.of(edition, players, read_pairs(options, "--option", "guards=true"), tables)
