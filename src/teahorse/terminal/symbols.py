"""Players and pieces in the terminal: each player has a mark, so that colour is not needed."""

from rich.cells import cell_len
from rich.text import Text

from ..text.words import Names, called

MARKS = {"p1": "●", "p2": "■", "p3": "▲", "p4": "◆", "p5": "★", "duli": "○"}
STYLES = {"p1": "red", "p2": "bright_blue", "p3": "default", "p4": "yellow", "p5": "magenta", "duli": "green"}
HORSE, POST, TEAHOUSE, BRIDGE, GUARDS, PRESENT, BLOCKER = "♞", "♜", "⌂", "∩", "‡", "✦", "✖"
LEGEND = (
    (HORSE, "horse"),
    (POST, "post"),
    (TEAHOUSE, "teahouse"),
    (BRIDGE, "bridge"),
    (PRESENT, "present"),
    (GUARDS, "guards"),
)
QUIET = "dim"
TIMES, DASH = "\N{MULTIPLICATION SIGN}", "\N{EN DASH}"
MOST_DRAWN = 3  # traders drawn one by one; more are shown as a number


def short_name(player: str) -> str:
    """The player in the notation, `p1`, or Dúli's name."""
    return called(player, {})


def mark_and_name(player: str) -> Text:
    """A player's mark and number: `● p1`."""
    return Text(f"{MARKS[player]} {short_name(player)}", f"bold {STYLES[player]}")


def compact_mark(player: str) -> Text:
    """The same without a space, for narrow columns: `●p1`."""
    return Text(f"{MARKS[player]}{short_name(player)}", f"bold {STYLES[player]}")


def row_label(player: str, to_move: str | None) -> Text:
    """A player at the head of a row, with an arrow if they are to move."""
    return Text.assemble(("▶ " if player == to_move else "  ", "bold"), mark_and_name(player))


def traders(player: str, count: int) -> Text:
    """Traders of a player, drawn one by one or as a number."""
    mark = MARKS[player]
    return Text(mark * count if count <= MOST_DRAWN else f"{mark}{TIMES}{count}", f"bold {STYLES[player]}")


def full_name(player: str, names: Names) -> str:
    """A player in a sentence: `Ann (p1)`, or `p1` without a name."""
    name = called(player, names)
    return name if name == short_name(player) else f"{name} ({short_name(player)})"


def fit(text: Text, width: int) -> Text:
    """Cut or pad a text to a width."""
    fitted = text.copy()
    fitted.truncate(width, overflow="ellipsis", pad=True)
    return fitted


def row(cells: list[tuple[Text, int]]) -> Text:
    """Cells side by side, each with its width; without spaces at the end of the line."""
    line = Text()
    for cell, width in cells:
        line += fit(cell, width)
    line.rstrip()
    return line


def heading(words: str, width: int) -> Text:
    """A heading with a line to the right."""
    return Text(f"── {words} " + "─" * (width - cell_len(words) - 4), QUIET)
