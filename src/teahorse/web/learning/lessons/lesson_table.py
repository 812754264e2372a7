"""The table of a lesson: its config, the scripted moves, and the check of the learner's moves."""

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

BOT_AFTER_SCRIPT = "novice"  # plays the others' seats after the script


class NotInThisLesson(TableError):
    """The move is legal, but not the next one of the lesson."""

    def __init__(self, name: str, history: GameHistory, move: str) -> None:
        self._words, self._rules, self._names = move.split(), history.rules, names_at(lesson_named(name))
        super(TableError, self).__init__(self.translated(as_written))

    def translated(self, say: Say) -> str:
        """The sentence in the reader's language."""
        todo = label(self._words, self._rules, self._names, say)
        if self._words[0] == "convert":
            return say("In this lesson something else comes next: {move}. Move the slider.").format(move=todo)
        return say("In this lesson something else comes next: {move}. Choose what glows.").format(move=todo)


def lesson_config(name: str, say: Say) -> GameConfig:
    """The game config of a lesson: the learner, and bots that follow the script."""
    lesson = lesson_named(name)
    seats = tuple(
        Seat(person, (colour,), None if player == lesson.learner else BOT_AFTER_SCRIPT)
        for (player, person), colour in zip(names_at(lesson).items(), COLOURS, strict=False)
    )
    rules = Ruleset.of(lesson.edition, len(lesson.people))
    return GameConfig(rules=rules, seats=seats, seed=0, kind=KIND_LESSON, title=say(lesson.title), lesson=name)


def scripted_move(name: str | None, history: GameHistory) -> str | None:
    """The next move of a lesson's script; None without a lesson, or after the script."""
    return None if name is None else lesson_named(name).next_move(history)


def check_lesson_move(table: Table, move: str) -> None:
    """Raise an error for a legal move that is not the next one of the script."""
    expected = scripted_move(table.lesson, table.history)
    if expected is not None and move != expected and table.history.game.why_not(move) is None:
        raise NotInThisLesson(str(table.lesson), table.history, expected)
