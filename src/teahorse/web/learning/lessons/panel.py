"""The step of a lesson as its panel at the table shows it."""

from dataclasses import dataclass

from ....errors import N_
from ....provenance import reconstructed
from ....server.history.history import GameHistory
from ....server.tables.table import Table
from ....text.translation import Say
from ...presenters.move_labels import label
from .lesson import Lesson, Step, lesson_named
from .placeholders import placeholder_values

TABLES_OF_PLACEHOLDERS = {"{bank}": "bank_high"}  # numbers of a text that a reconstructed table may give
# How a move is made with the pointer; the spots and buttons it needs glow.
HOW = {
    "bid": N_("Click the glowing space."),
    "bank": N_("Click a space of the bank."),
    "market": N_("Click the market."),
    "pass": N_("Press the glowing button."),
    "done": N_("Press the glowing button."),
    "take": N_("Click the piece in your camp, then where it goes."),
    "go": N_("Click your glowing traders, then where one of them goes."),
    "displace": N_("Click the glowing trader."),
    "convert": N_("Move the slider, then press the button."),
}


@dataclass(frozen=True)
class ShownStep:
    """What the panel shows, in the reader's language."""

    number: int
    total: int
    title: str
    paragraphs: tuple[str, ...]
    rules: tuple[str, ...]
    move: str | None  # in the notation; None while others move and at the farewell
    todo: str  # the move in short words, or nothing
    how: str
    over: bool  # whether the learner plays on alone from here
    reconstructed: tuple[str, ...] = ()  # tables whose numbers come up here for the first time

    @property
    def is_waiting(self) -> bool:
        """Whether the others are moving."""
        return self.move is None and not self.over


def lesson_step(table: Table, history: GameHistory, say: Say) -> ShownStep | None:
    """The step that a table's lesson is at in a position of it; None where there is no lesson, or none any more."""
    if table.lesson is None:
        return None
    lesson = lesson_named(table.lesson)
    step = lesson.step_for(history)
    if step is None:
        return _waiting(lesson, history, say) if lesson.next_move(history) is not None else None
    filled = placeholder_values(lesson, history, step.move)
    return ShownStep(
        number=min(step.number, lesson.length),
        total=lesson.length,
        title=say(step.title),
        paragraphs=tuple(say(paragraph).format(**filled) for paragraph in step.paragraphs),
        rules=step.rules,
        move=step.move,
        todo=_todo(lesson, history, step.move, say) if step.move else "",
        how=say(HOW[step.move.split()[0]]) if step.move else "",
        over=step.move is None,
        reconstructed=_reconstructed(lesson, history, step),
    )


def _reconstructed(lesson: Lesson, history: GameHistory, step: Step) -> tuple[str, ...]:
    tables = reconstructed(history.rules)
    return tuple(
        table
        for placeholder, table in TABLES_OF_PLACEHOLDERS.items()
        if table in tables and lesson.first_mention(placeholder) is step
    )


def _todo(lesson: Lesson, history: GameHistory, move: str, say: Say) -> str:
    return label(move.split(), history.rules, names_at(lesson), say)


def names_at(lesson: Lesson) -> dict[str, str]:
    """What the players of a lesson are called."""
    return {f"p{number}": name for number, name in enumerate(lesson.people, 1)}


def _waiting(lesson: Lesson, history: GameHistory, say: Say) -> ShownStep:
    """The others are moving; they do so at once, but each move takes a moment to be seen."""
    mover = names_at(lesson)[str(history.game.to_move)]
    watch = say("{player} makes a move. Watch what changes.").format(player=mover)
    number = lesson.last_step(history).number
    return ShownStep(number, lesson.length, say("The others' turn"), (watch,), (), None, "", "", over=False)
