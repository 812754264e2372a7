"""The history of a game: its rows as stored, and the steps that remain after undo."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ...errors import TeahorseError
from ...game import Event, Game
from ...replay import Replay
from ...rules.ruleset import Ruleset
from ...snapshot import to_move

MOVE, UNDO = "move", "undo"


@dataclass(frozen=True)
class Row:
    """One row of a table's history. Rows are only appended; an undo is a row, too."""

    number: int  # 1, 2, 3 ...
    kind: str  # MOVE or UNDO
    text: str  # the move in the notation; for an undo, the move that it takes back


class Step:
    """A move that was not undone: its player and round, its events, and the positions before and after it."""

    __slots__ = ("__weakref__", "_events", "_player", "_rules", "after", "before", "move", "round", "row")

    def __init__(
        self, row: Row, rules: Ruleset, before: Any, after: Any, events: tuple[Event, ...] | None = None
    ) -> None:
        self.row = row.number
        self.move = row.text
        self.round = int(before["round_number"])
        self.before = before  # GAME records; `Game(rules, record)` makes a game of one
        self.after = after
        self._rules = rules
        self._events = events
        self._player = ""

    @property
    def player(self) -> str:
        """Who made it: `p1` to `p5`, or `chance`."""
        self._player = self._player or str(to_move(self.before))
        return self._player

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the step, computed when first needed: most steps are never shown in detail."""
        if self._events is None:
            game = Game(self._rules, self.before)
            game.make_text(self.move)
            self._events = tuple(game.events)
        return self._events


@dataclass(frozen=True)
class ReplayFailure:
    """The first row that can't be replayed, and the error."""

    row: int
    error: TeahorseError


class GameHistory:
    """A game built from its rows: the latest position, and every step that led to it."""

    def __init__(self, rules: Ruleset, rows: Sequence[Row] = (), drawing_states: dict[int, Any] | None = None) -> None:
        """Replay rows; raises an error if the rules refuse one."""
        self.rules = rules
        # State of the drawing after a row, by its number.
        self.drawing_states = {} if drawing_states is None else drawing_states
        failure = self._replay(rows)
        if failure is not None:
            raise failure.error

    @classmethod
    def as_far_as_legal(cls, rules: Ruleset, rows: Sequence[Row]) -> tuple["GameHistory", ReplayFailure | None]:
        """Replay stored rows up to the first that the rules refuse; rows may be older than the rules."""
        history = cls(rules)
        return history, history._replay(rows)

    def _replay(self, rows: Sequence[Row]) -> ReplayFailure | None:
        replay = Replay(self.rules, len(rows))
        failure = None
        for count, row in enumerate(rows):
            try:
                if row.kind == UNDO:
                    replay.undo()
                else:
                    replay.make(row.text)
            except TeahorseError as error:
                failure = ReplayFailure(row.number, error)
                rows = rows[:count]
                break
        self.rows = list(rows)
        self.steps = [
            Step(row, self.rules, before, after)
            for row, (before, after) in zip(rows_that_stand(rows), pairwise(replay.positions), strict=True)
        ]
        self.game = replay.game()
        return failure

    @property
    def last(self) -> Row | None:
        """The latest row; None at the beginning."""
        return self.rows[-1] if self.rows else None

    @property
    def undone(self) -> int:
        """How many moves were undone. Each undone move and its undo are two rows."""
        return (len(self.rows) - len(self.steps)) // 2

    def add(self, row: Row) -> None:
        """Append the next row; raises an error and changes nothing if the rules refuse it."""
        if row.kind == UNDO:
            self.game.undo_one()
            self.steps.pop()
        else:
            self._make(row)
        self.rows.append(row)

    def _make(self, row: Row) -> None:
        before = self.game.position
        self.game.make_text(row.text)
        self.steps.append(Step(row, self.rules, before, self.game.position, tuple(self.game.events)))

    def as_of(self, number: int) -> "GameHistory":
        """The game as it was after a row, including moves that were undone later."""
        rows = self.rows[: max(0, number)]
        steps = self.steps[:]
        if number < len(self.rows):
            standing = rows_that_stand(rows)
            steps = self.steps[: len(standing)]
            if [row.number for row in standing] != [step.row for step in steps]:
                return GameHistory(self.rules, rows, self.drawing_states)  # replay moves that were undone later
        history = GameHistory.__new__(GameHistory)
        history.rules, history.drawing_states = self.rules, self.drawing_states
        history.rows, history.steps, history.game = rows, steps, self.game.at(len(steps))
        return history


def rows_that_stand(rows: Iterable[Row]) -> list[Row]:
    """The rows of the moves that were not undone."""
    standing: list[Row] = []
    for row in rows:
        if row.kind == UNDO:
            standing.pop()
        else:
            standing.append(row)
    return standing


def moves_of(steps: Iterable[Step]) -> list[str]:
    """The moves of these steps, as a record lists them."""
    return [step.move for step in steps]
