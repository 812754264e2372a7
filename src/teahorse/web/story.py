"""The story of a table: what happened after a row, row by row and beat by beat, for the scripts of the page."""

from collections.abc import Iterator
from typing import Any

from ..server.history.history import MOVE, UNDO, GameHistory
from ..server.tables.table import Table
from ..text.translation import Say
from .drawing.moved_pieces import moved_pieces
from .drawing.piece_ids import cast_after, cast_of
from .presenters.animation import Act
from .presenters.beats import Beat, beats
from .table_page import View, history_as_of

LONGEST_STORY = 12  # rows; a reader who is farther behind sees the latest position at once
LONGEST_AGAIN = 60  # moves that are told once more
Told = list[dict[str, Any]]
"""The beats of a row as JSON data; what a beat or an act does not have is left out."""


def story_of(table: Table, mine: frozenset[str], say: Say, after: int) -> Iterator[tuple[View, Told]]:
    """What happened after a row: for each row since the view after it, and its beats."""
    latest = len(table.history.rows)
    first = after if latest - after <= LONGEST_STORY else latest - 1
    return _rows(table, mine, say, max(0, first))


def story_again(table: Table, mine: frozenset[str], say: Say, row: int) -> Iterator[tuple[View, Told]]:
    """What happened after a row once more, and before it the view after the row. Undone moves are left out."""
    history = table.history
    first = max(0, row, *(step.row for step in history.steps[:-LONGEST_AGAIN][-1:]))
    yield View(table, history_as_of(table, first), mine, say), []
    rows = [step.row for step in history.steps if step.row > first]
    for number in [*rows[:-1], len(history.rows)]:
        view = View(table, history_as_of(table, number), mine, say)
        yield view, told(view.history, view) if rows else []


def _rows(table: Table, mine: frozenset[str], say: Say, after: int) -> Iterator[tuple[View, Told]]:
    for row in range(after + 1, len(table.history.rows) + 1):
        if _goes_on_undoing(table, row):
            continue
        view = View(table, history_as_of(table, row), mine, say)
        moved = view.history.rows[-1].kind == MOVE
        yield view, told(view.history, view) if moved else []


def _goes_on_undoing(table: Table, row: int) -> bool:
    """Whether a row and the next one are undos. Several in a row are told as one."""
    return all(each.kind == UNDO for each in table.history.rows[row - 1 : row + 1]) and row < len(table.history.rows)


def told(history: GameHistory, view: View) -> Told:
    """The beats of the last step of a history, with the pieces that move in each."""
    story = beats(history.steps[-1], history.rules, view.names, view.say)
    acts = [act for beat in story for act in beat.acts]
    pieces = moved_pieces(acts, cast_after(history, len(history.steps) - 1), cast_of(history))
    return [_beat(beat, pieces) for beat in story]


def _beat(beat: Beat, pieces: Iterator[list[str]]) -> dict[str, Any]:
    acts = [_act(act, next(pieces)) for act in beat.acts]
    return {name: value for name, value in (vars(beat) | {"acts": acts}).items() if value}


def _act(act: Act, pieces: list[str]) -> dict[str, Any]:
    """An act without its text, which is a line of its beat."""
    data = vars(act) | {"text": None, "pieces": pieces or None}
    return {name: value for name, value in data.items() if value is not None}
