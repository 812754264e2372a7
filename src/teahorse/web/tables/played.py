"""What has been played at a table: rows as they are stored, and the steps that stand after all undoing."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ...game import Event, Game
from ...rules.ruleset import Ruleset

MOVE, UNDO = "move", "undo"


@dataclass(frozen=True)
class Row:
    """One line of a table's history. Rows are only ever added; an undo is a row, too."""

    number: int  # from 1, without a hole
    kind: str  # MOVE or UNDO
    text: str  # the move in the notation; of an undo, the move it takes back


@dataclass(frozen=True, eq=False)
class Step:
    """A move that stands: who made it in which round, what happened, and the positions around it."""

    row: int
    round: int
    player: str  # `p1` to `p5`, or `chance`
    move: str
    events: tuple[Event, ...]
    before: Any  # GAME records; `Game(rules, record)` makes a game of one
    after: Any


@dataclass
class Played:
    """A game as rows make it: the latest position, and every step that led there."""

    rules: Ruleset
    rows: list[Row] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    keepsakes: dict[int, Any] = field(default_factory=dict)  # what a drawing remembers of the position after a row

    def __post_init__(self) -> None:
        self.game = Game.before_dealing(self.rules)
        rows, self.rows = self.rows, []
        for row in rows:
            self.add(row)

    def add(self, row: Row) -> None:
        """Take in the next row; one that the rules refuse raises an error and changes nothing."""
        if row.kind == UNDO:
            self.game.undo_one()
            self.steps.pop()
        else:
            self._make(row)
        self.rows.append(row)

    def _make(self, row: Row) -> None:
        before, player = self.game.position, str(self.game.to_move)
        self.game.make_text(row.text)
        after = self.game.position
        self.steps.append(
            Step(row.number, int(before.round_number), player, row.text, tuple(self.game.events), before, after)
        )

    def as_of(self, number: int) -> "Played":
        """The game as it was after a row, undone moves included: what a link to a position shows."""
        rows = self.rows[: max(0, number)]
        standing: list[int] = []
        for row in rows:
            if row.kind == UNDO:
                standing.pop()
            else:
                standing.append(row.number)
        steps = self.steps[: len(standing)]
        if standing != [step.row for step in steps]:
            return Played(self.rules, rows, keepsakes=self.keepsakes)  # moves that were undone later: play them again
        played = Played(self.rules, keepsakes=self.keepsakes)
        played.rows, played.steps, played.game = rows, steps, self.game.at(len(steps))
        return played


def moves_of(steps: Iterable[Step]) -> list[str]:
    """The moves that stand, as a record lists them."""
    return [step.move for step in steps]
