"""A lesson at its table: how it is set up, who moves by the script, and what a learner may do."""

from ....rules.ruleset import Ruleset
from ....server.history.history import GameHistory
from ....server.tables.errors import TableError
from ....server.tables.game_config import KIND_LESSON, GameConfig
from ....server.tables.seats import COLOURS, Seat
from ....server.tables.table import Table
from ....text.translation import Say, as_written
from ...presenters.move_labels import label
from .lesson import lesson_named
from .panel import names_at

BOT_AFTER_SCRIPT = "novice"  # who the scripted merchants are when the learner plays on


class NotInThisLesson(TableError):
    """A move that is allowed, but not what the lesson is about to show."""

    def __init__(self, name: str, history: GameHistory, move: str) -> None:
        self._words, self._rules, self._names = move.split(), history.rules, names_at(lesson_named(name))
        super(TableError, self).__init__(self.translated(as_written))

    def translated(self, say: Say) -> str:
        """The sentence in the reader's language."""
        todo = label(self._words, self._rules, self._names, say)
        return say("In this lesson something else comes next: {move}. Click what glows.").format(move=todo)


def lesson_config(name: str, say: Say) -> GameConfig:
    """The table of a lesson: the learner, and bots that move by the script as long as there is one."""
    lesson = lesson_named(name)
    seats = tuple(
        Seat(person, (colour,), None if player == lesson.learner else BOT_AFTER_SCRIPT)
        for (player, person), colour in zip(names_at(lesson).items(), COLOURS, strict=False)
    )
    rules = Ruleset.of(lesson.edition, len(lesson.people))
    return GameConfig(rules=rules, seats=seats, seed=0, kind=KIND_LESSON, title=say(lesson.title), lesson=name)


def scripted_move(name: str | None, history: GameHistory) -> str | None:
    """The move that a lesson's script has for whoever moves now; None where there is none."""
    return None if name is None else lesson_named(name).next_move(history)


def check_lesson_move(table: Table, move: str) -> None:
    """Refuse a learner's move that is not the one of the script."""
    expected = scripted_move(table.lesson, table.history)
    if expected is not None and move != expected and table.history.game.why_not(move) is None:
        raise NotInThisLesson(str(table.lesson), table.history, expected)
