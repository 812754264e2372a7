"""A step of a lesson for the panel at the table."""

from dataclasses import dataclass

from ....errors import N_
from ....provenance import reconstructed
from ....server.history.history import GameHistory
from ....server.tables.table import Table
from ....text.translation import Say
from ...presenters.move_labels import label
from .lesson import Lesson, Step, lesson_named
from .placeholders import placeholder_values

TABLES_OF_PLACEHOLDERS = {
    "{bank}": "bank_high"
}  # placeholders whose number comes from a table that may be reconstructed
# How to make a move, with the mouse or a finger; its spots and buttons are highlighted.
HOW = {
    "bid": N_("Choose the glowing space."),
    "bank": N_("Choose a space of the bank."),
    "market": N_("Choose the market."),
    "pass": N_("Press the glowing button."),
    "done": N_("Press the glowing button."),
    "take": N_("Choose the glowing piece, then where it goes."),
    "go": N_("Choose a glowing trader, then where it goes."),
    "displace": N_("Choose the glowing trader."),
    "convert": N_("Move the slider, then press the button."),
}


@dataclass(frozen=True)
class ShownStep:
    """The content of the panel, in the reader's language."""

    number: int
    total: int
    title: str
    paragraphs: tuple[str, ...]
    rules: tuple[str, ...]
    move: str | None  # in the notation; None while others move and at the farewell
    todo: str  # the move as a short label, or nothing
    how: str
    over: bool  # whether the learner plays on alone from here
    reconstructed: tuple[str, ...] = ()  # tables whose numbers appear here for the first time

    @property
    def is_waiting(self) -> bool:
        """Whether the others are moving."""
        return self.move is None and not self.over


def lesson_step(table: Table, history: GameHistory, say: Say) -> ShownStep | None:
    """The step of a table's lesson in a position; None without a lesson, or after its end."""
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
    """The names of a lesson's players."""
    return {f"p{number}": name for number, name in enumerate(lesson.people, 1)}


def _waiting(lesson: Lesson, history: GameHistory, say: Say) -> ShownStep:
    """The panel while others move, which takes a moment because of the animation."""
    mover = names_at(lesson)[str(history.game.to_move)]
    watch = say("{player} makes a move. Watch what changes.").format(player=mover)
    number = lesson.last_step(history).number
    return ShownStep(number, lesson.length, say("The others' turn"), (watch,), (), None, "", "", over=False)
