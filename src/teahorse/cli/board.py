"""`teahorse board`: type in a custom board from a printed box, and check it."""

import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from ..board_files import write_board
from ..custom_boards import (
    AREA,
    AREAS,
    BANKS,
    areas_of,
    board_errors,
    board_warnings,
    differing_tables,
    edition_tables,
    steps_of,
)
from ..errors import TeahorseError
from ..provenance import RECONSTRUCTED, tables_not_in_box
from ..rules.board import check_board
from ..rules.edition_files import DEFAULT_EDITION, edition_data
from ..rules.state import CARDS
from ..text.words import PROVINCE_NAMES
from .app import NO, command, fail
from .console import say, say_error
from .files import load_board, write_new
from .options import Edition
from .rules import value_in_words

DEFAULT = Path("board.toml")
YES = ("y", "yes")
TEAHOUSE = "teahouse"
KEEP_THE_REST = "-"
# What is asked, and how the answer is written.
TITLES = {
    "bank_high": (
        "What the bank pays",
        f"{AREAS} numbers, for areas of five coins bid: 0-4, 5-9, ... 95 and more",
    ),
    "bank_low": ("What the bank's low space pays", f"{AREAS} numbers, for areas of five coins bid"),
    "temple": ("The prices of the temple", "up to five numbers, the lowest first"),
    "gorges": ("The gorges", "two letters each, such as YK for a gorge between Yunnan and Kang"),
    "trader_values": ("What a trader earns", "five numbers, from Yunnan to Qinghai"),
    "post_values": ("What a trading post earns", "five numbers, from Yunnan to Qinghai"),
    "market_value": ("What the market pays", "one number"),
    "duli": ("Dúli's cards", "buildings; traders from Yunnan to Qinghai; teahouse if there is one"),
}
CARD_EXAMPLE = f"such as: school guild; 3 3 1 0 0; {TEAHOUSE}"

File = Annotated[Path, typer.Argument(metavar="[FILE]", help="Where the board goes, a TOML file.")]
BoardFile = Annotated[Path, typer.Argument(metavar="FILE", help="A board (.toml or .json).")]

boards = typer.Typer(no_args_is_help=True, help="Custom boards: tables of your printed box that replace ours.")


@command("teahorse board new", "teahorse board new my-box.toml --edition 2013", group=boards)
def new(file: File = DEFAULT, edition: Edition = DEFAULT_EDITION) -> None:
    """Type in the numbers printed on your board, table by table, and write them to a file.

    Enter keeps our value. Each table is checked at once. Play with the file: `--board FILE`, or choose it in the
    browser for a new game. The browser has a page for this, too (/box).
    """
    if not _is_terminal():
        fail(
            "`teahorse board new` asks questions and needs a terminal. Run it in one, or write the file by hand; "
            "`teahorse rules 18.7` describes it.",
            NO,
        )
    try:
        target = _target(file)
        board = _ask_for_board(edition)
    except (EOFError, KeyboardInterrupt):
        say("")
        fail("Nothing was written.", NO)
    if not board:
        say("Nothing differs from our tables, so no file is needed.")
        return
    write_new(target, write_board(board, edition), force=True)
    say(f"{target} has your {', '.join(board)}. Try it: `teahorse play --edition {edition} --board {target}`.")


@command("teahorse board check my-box.toml", group=boards)
def check(file: BoardFile, edition: Edition = DEFAULT_EDITION) -> None:
    """Check a board: whether it makes sense, and which of our tables it replaces."""
    board = check_board(edition, load_board(file))
    for warning in board_warnings(edition_tables(edition) | (board or {})):
        say(str(warning.message), "yellow")
    changed = differing_tables(edition, edition_tables(edition) | (board or {}))
    say(
        f"{file} makes sense. "
        + (f"It differs from ours in {', '.join(changed)}." if changed else "It is the same as ours.")
    )


def _is_terminal() -> bool:
    return sys.stdin.isatty()


def _target(file: Path) -> Path:
    """The file to write; asks before an existing one is overwritten."""
    while file.exists():
        if _read_line(f"{file} already exists. Overwrite it? [y/N] ").lower() in YES:
            return file
        answer = _read_line("Another name, or Enter to quit: ")
        if not answer:
            raise EOFError
        file = Path(answer)
    return file


# --- Questions ----------------------------------------------------------------------------------------


def _ask_for_board(edition: str) -> dict[str, Any]:
    """Ask for all tables of an edition; returns those that differ from ours."""
    tables = edition_tables(edition)
    say("Type the numbers printed on your board. Enter keeps ours; Ctrl-C quits without writing anything.")
    say("Provinces: " + ", ".join(f"{letter} {name}" for letter, name in PROVINCE_NAMES.items() if letter != "P") + ".")
    reconstructed, known = _tables_by_use(edition)
    _ask_for_tables(edition, tables, reconstructed)
    say("")
    if _read_line("The other tables are printed or implied. Go through them, too? [y/N] ").lower() in YES:
        _ask_for_tables(edition, tables, known)
    return differing_tables(edition, tables)


def _tables_by_use(edition: str) -> tuple[list[str], list[str]]:
    """The tables that an edition uses: those that we reconstructed, and the others."""
    tables, unused = edition_data(edition)["tables"], tables_not_in_box(edition)
    used = [name for name in TITLES if name not in unused]
    reconstructed = [name for name in used if tables[name]["source"] == RECONSTRUCTED]
    return reconstructed, [name for name in used if name not in reconstructed]


def _ask_for_tables(edition: str, tables: dict[str, Any], wanted: Iterable[str]) -> None:
    for name in wanted:
        title, how = TITLES[name]
        about = edition_data(edition)["tables"][name]
        say("")
        say(f"{title} ({about['source']}, rule {about['rule']})", "bold")
        if "note" in about:
            say(about["note"], "dim")
        if name == "duli":
            _ask_for_cards(edition, tables)
        else:
            say(f"Write {how}.")
            _ask(edition, tables, (name,), _shown(name, tables[name]), partial(_read, name))


def _ask_for_cards(edition: str, tables: dict[str, Any]) -> None:
    say(f"Write buildings; traders from Yunnan to Qinghai; {TEAHOUSE} if the card has one ({CARD_EXAMPLE}).")
    say(f"Enter keeps a card, {KEEP_THE_REST} keeps all the rest.")
    for number in range(CARDS):
        ours = value_in_words([tables["duli"][number]]).partition(": ")[2]

        def read(text: str, number: int = number) -> list[dict[str, Any]]:
            return [*tables["duli"][:number], _card(text), *tables["duli"][number + 1 :]]

        say(f"Card {number + 1}")
        if not _ask(edition, tables, ("duli", number), ours, read):
            return


def _ask(
    edition: str, tables: dict[str, Any], at: tuple[str | int, ...], ours: str, read: Callable[[str], Any]
) -> bool:
    """Ask until an answer is valid, and store it; False if the rest stays unchanged."""
    name = str(at[0])
    while True:
        text = _read_line(f"[{ours}]\n> ")
        if text in ("", KEEP_THE_REST):
            return text == ""
        try:
            changed = tables | {name: read(text)}
            wrong = board_errors(edition, changed)
            if wrong:
                raise wrong[0]
        except TeahorseError as error:
            say_error(str(error))
            continue
        tables[name] = _normalised(name, changed[name])
        for warning in board_warnings(tables):
            if warning.at[: len(at)] == at:
                say(str(warning.message), "yellow")
        return True


def _read_line(prompt: str) -> str:
    try:
        return input(prompt).strip()
    except UnicodeDecodeError:
        return "?"


# --- Answers ------------------------------------------------------------------------------------------


def _read(name: str, text: str) -> Any:
    """A table as it was typed; the checks find errors in it."""
    words = text.replace(",", " ").split()
    if name == "gorges":
        return [word.upper() for word in words]
    numbers = [_number(word) for word in words]
    if name in BANKS:
        if len(numbers) != AREAS:
            raise TeahorseError(f"There are {AREAS} areas, but you gave {len(numbers)} numbers.")
        return [[AREA * area, pays] for area, pays in enumerate(numbers)]
    return numbers[0] if name == "market_value" and len(numbers) == 1 else numbers


def _number(word: str) -> int | str:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else word


def _card(text: str) -> dict[str, Any]:
    bids, *rest = (part.replace(",", " ").split() for part in text.split(";"))
    if not 1 <= len(rest) <= 2 or (len(rest) == 2 and rest[1] not in ([], [TEAHOUSE])):
        raise TeahorseError(f"Write a card as buildings; traders; {TEAHOUSE} or nothing, {CARD_EXAMPLE}.")
    return {"bids": bids, "traders": [_number(word) for word in rest[0]], "teahouse": rest[1:] == [[TEAHOUSE]]}


def _normalised(name: str, table: Any) -> Any:
    return steps_of([pays for _, pays in table]) if name in BANKS else table


def _shown(name: str, table: Any) -> str:
    return " ".join(map(str, areas_of(table) or ())) if name in BANKS else value_in_words(table)
