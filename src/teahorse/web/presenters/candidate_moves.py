"""The moves of a phase that make sense on this board, each with the spots it starts from and ends at."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ...notation import move_text
from ...rules import moves, names
from ...rules.ruleset import Ruleset
from ...rules.verdicts import LEGAL
from ...snapshot import Snapshot
from . import spot_names as where
from .position_view import PositionView

RULESETS = 64  # whose moves are kept written out


class Candidate(NamedTuple):
    """A move, legal or not: its id, its words in the notation, and its spots."""

    move: int
    words: list[str]
    source: str | None
    target: str | None

    @property
    def text(self) -> str:
        """The move in the notation."""
        return " ".join(self.words)


def candidates(view: PositionView) -> Iterator[Candidate]:
    """All moves of the phase, without spaces, gorges and traders that are not on this board."""
    phase, verdicts, words_of = names.PHASE.index(view.phase), view.verdicts, _words(view.rules)
    for move in range(moves.FIRST[phase], moves.LAST[phase]):
        words = words_of[move]
        if makes_sense(words, view, legal=verdicts[move] == LEGAL):
            yield Candidate(move, words, *spots_of(words, view.snapshot))


@lru_cache(maxsize=RULESETS)
def _words(rules: Ruleset) -> list[list[str]]:
    """All moves of the move table in the words of the notation."""
    return [move_text(move, rules).split(" ") for move in range(moves.MOVES)]


def makes_sense(words: list[str], view: PositionView, legal: bool) -> bool:
    """Whether everything that a move names is on the board."""
    snapshot, rules = view.snapshot, view.rules
    mover = snapshot["players"][snapshot["to_move"]]
    kind = words[0]
    if kind in ("bid", "bank", "market"):
        return _has_space(words, view) and (words[-2:-1] != ["from"] or mover["provinces"][words[-1]] > 0)
    if kind == "convert":
        return legal
    if kind == "displace":
        return _traders_at(snapshot["travel"]["at"], words[1], snapshot) > 0
    if kind == "go":
        start, end = words[1].split("-")
        return start != end and (start == where.PUER or mover["provinces"][start] > 0)
    if kind == "take" and words[1] == "guards":
        return bool(rules.switches["guards"])
    if kind == "block" or "bridge" in words[1:2]:
        return words[-1] in (*rules.gorges, "bridge")
    return True


def _has_space(words: list[str], view: PositionView) -> bool:
    if words[0] == "bid":
        return words[2] in view.snapshot["buildings"].get(words[1], ())
    if words[0] == "bank":
        return (words[1:2] in (["high"], ["low"])) == (view.rules.switches["bank"] == "high-low")
    return True


def _traders_at(place: str, player: str, snapshot: Snapshot) -> int:
    pieces = snapshot["duli"] if player == "duli" else snapshot["players"].get(player)
    return int(pieces["provinces"][place]) if pieces else 0


def spots_of(words: list[str], snapshot: Snapshot) -> tuple[str | None, str | None]:
    """Where a move starts and where it ends."""
    mover = snapshot["to_move"]
    kind = words[0]
    if kind in ("bid", "bank", "market"):
        source = words[-1] if words[-2:-1] == ["from"] else "supply"
        return where.traders_from(source, mover), _placement(words, snapshot)
    if kind == "block":
        return where.BLOCKER, where.gorge(words[1])
    if kind in ("take", "build"):
        return where.piece(words[1]), where.camp(mover) if len(words) == 2 else _site(words[1], words[-1])
    if kind == "go":
        start, end = words[1].split("-")
        return where.traders(start, mover), where.place(end)
    if kind == "displace":
        return None, where.traders(snapshot["travel"]["at"], words[1])
    return None, None


def _placement(words: list[str], snapshot: Snapshot) -> str:
    if words[0] == "bid":
        return where.space(words[1], words[2])
    if words[0] == "market":
        return where.MARKET
    if words[1:2] in (["high"], ["low"]):
        return where.bank(names.BANK_SPACE.index(words[1]))
    # Equal spaces are one to the rules; a trader goes to the first that is empty.
    return where.bank(snapshot["bank"].index(None) if None in snapshot["bank"] else 0)


def _site(structure: str, site: str) -> str:
    return where.gorge(site) if structure == "bridge" else where.place(site)
