"""Validate files of other programs: replay a record or trace, and say where it breaks the rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from .errors import RecordError, SnapshotError, TeahorseError
from .game import Game
from .notation import move_text, read_move
from .parsing import LONGEST_LINE, LONGEST_SNAPSHOT, ParsingError, read_json
from .record import read_record
from .rules import engine, moves
from .rules.events import NO_EVENTS
from .rules.ruleset import Ruleset
from .rules.state import CHANCE, GAME, OVER
from .rules.verdicts import LEGAL
from .snapshot import difference, take_snapshot


class CheckError(TeahorseError):
    """A file that breaks the rules; the message says where and how."""


@dataclass(frozen=True)
class CheckResult:
    """The result of a successful check: the number of moves, and whether the game is over."""

    moves: int
    is_over: bool


# --- Records ------------------------------------------------------------------------------------------


def check_record(text: str) -> CheckResult:
    """Replay every move of a record, and compare its result if it gives one."""
    read_record(text)  # an unreadable record is a different error from a wrong move
    try:
        game = Game.from_record(text)
    except RecordError as error:
        raise CheckError(str(error)) from None
    stated = game.headers.get("Result")
    if stated is not None and stated != game.result_text():
        raise CheckError(f"The header Result says {stated!r}, but the result is {game.result_text()!r}.")
    return CheckResult(len(game.moves), game.is_over)


# --- Snapshots ----------------------------------------------------------------------------------------


def check_snapshot(text: str) -> CheckResult:
    """Check that a game can reach this position."""
    try:
        snapshot = read_json(text.removeprefix("\ufeff"), LONGEST_SNAPSHOT)
    except ParsingError as error:
        raise SnapshotError(f"The snapshot can't be read as JSON: {error}.") from None
    try:
        return CheckResult(0, Game.from_snapshot(snapshot).is_over)
    except SnapshotError as error:
        raise CheckError(str(error)) from None


# --- Traces -------------------------------------------------------------------------------------------


class _Replay:
    """A game that follows a trace."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._table = np.zeros(1, GAME)
        self.position = self._table.view(np.recarray)[0]
        self._verdicts = np.zeros(moves.MOVES, np.uint8)
        engine.setup(self._table, rules.table)
        self._judge()

    def _judge(self) -> None:
        engine.judge(self._table, self.rules.table, self._verdicts)

    @property
    def snapshot(self) -> dict[str, Any]:
        return take_snapshot(self.position, self.rules)

    @property
    def legal(self) -> list[str]:
        if self.position.phase == CHANCE:
            return []
        return sorted(move_text(int(move), self.rules) for move in np.flatnonzero(self._verdicts == LEGAL))

    @property
    def is_over(self) -> bool:
        return bool(self.position.phase == OVER)

    def play(self, text: str) -> None:
        move = read_move(text, self.rules)
        if self._verdicts[engine.move_id(move)] != LEGAL:
            raise CheckError(f"the move {text!r} is not legal here.")
        engine.apply_with_cards(self._table, self.rules.table, move, NO_EVENTS)
        self._judge()


def check_trace(text: str) -> CheckResult:
    """Verify the start, every legal list, every next snapshot, and the last line."""
    lines = list(_lines(text))
    replay = _Replay(_rules_of(lines[0][1]["snapshot"]))
    made = 0
    for number, line in lines:
        try:
            _check_line(line, replay, is_last=number == lines[-1][0])
            if "move" in line:
                replay.play(line["move"])
                made += 1
        except TeahorseError as error:
            raise CheckError(f"Line {number}: {error}") from None
    return CheckResult(made, replay.is_over)


def _lines(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if not line.strip():
            continue
        try:
            data = read_json(line, LONGEST_LINE)
        except ParsingError as error:
            raise SnapshotError(f"Line {number} can't be read as JSON: {error}.") from None
        if not isinstance(data, dict) or not isinstance(data.get("snapshot"), dict):
            raise SnapshotError(f"Line {number} is not a line of a trace: it has no `snapshot`.")
        yield number, data


def _rules_of(snapshot: Mapping[str, Any]) -> Ruleset:
    try:
        choices = [snapshot[key] for key in ("edition", "people", "options", "board")]
    except KeyError as error:
        raise SnapshotError(f"The first snapshot has no {error}.") from None
    if not isinstance(choices[0], str) or not isinstance(choices[2], dict):
        raise SnapshotError("The first snapshot does not say which edition and options it is about.")
    return Ruleset.of(*choices)


def _check_line(line: dict[str, Any], replay: _Replay, is_last: bool) -> None:
    wrong = difference(line["snapshot"], replay.snapshot, "snapshot")
    if wrong:
        raise CheckError(wrong)
    if is_last and not replay.is_over:
        raise CheckError("the trace ends here, but the game does not.")
    wanted = {"snapshot"} if replay.is_over else {"snapshot", "legal", "move"}
    if set(line) != wanted:
        raise CheckError(f"the line has {', '.join(line)}, but should have {', '.join(sorted(wanted, reverse=True))}.")
    if replay.is_over and not is_last:
        raise CheckError("the game is over here, but the trace goes on.")
    if not replay.is_over:
        _check_legal(line["legal"], replay.legal)


def _check_legal(given: Any, right: list[str]) -> None:
    if given == right:
        return
    if not isinstance(given, list) or not all(isinstance(move, str) for move in given):
        raise CheckError("`legal` is not a list of moves.")
    missing, wrong = sorted(set(right) - set(given)), sorted(set(given) - set(right))
    if missing:
        raise CheckError(f"`legal` lacks {missing[0]!r}, which is legal.")
    if wrong:
        raise CheckError(f"`legal` has {wrong[0]!r}, which is not legal.")
    raise CheckError("`legal` is not sorted, or has a move twice.")
