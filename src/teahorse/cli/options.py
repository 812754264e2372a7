"""What several commands ask for: the file, and what a table plays by."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal

import typer

from ..errors import TeahorseError
from ..rules.ruleset import Ruleset
from .files import load_board

File = Annotated[
    Path,
    typer.Argument(metavar="FILE", help="A record (.yunnan) or a snapshot (.json); `-` reads standard input."),
]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record (.yunnan).")]
Edition = Annotated[Literal["2023", "2013"], typer.Option(help="The edition: 2023 (Spielworxx) or 2013 (Argentum).")]
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
    typer.Option(metavar="FILE", help="Tables of your own (.toml or .json) that replace those of the edition (16)."),
]
Seed = Annotated[
    int | None,
    typer.Option(min=0, metavar="N", help="Makes chance repeatable: the same number, the same game."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Write JSON, for programs.")]
Force = Annotated[bool, typer.Option("--force", help="Write over a file that is there already.")]


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
    """What a table plays by, from what the command line says."""
    tables = None if board is None else load_board(board)
    return Ruleset.of(edition, players, read_pairs(options, "--option", "guards=true"), tables)
