"""The moves of a phase that make sense on this board, each with the spots it starts from and ends at."""

from collections.abc import Iterator
from functools import lru_cache, partial
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
    """A move, legal or not: its id, its notation and the words of it, and its spots."""

    move: int
    text: str
    words: list[str]
    source: str | None
    target: str | None


class _Known(NamedTuple):
    """A move of the move table: its id, its notation and the words of it, and the province it starts from, if any."""

    move: int
    text: str
    words: list[str]
    start: str


def candidates(view: PositionView) -> Iterator[Candidate]:
    """All moves of the phase, without spaces, gorges and traders that are not on this board."""
    snapshot, verdicts = view.snapshot, view.verdicts
    traders = snapshot["players"][snapshot["to_move"]]["provinces"]
    for move, text, words, start in _moves_on_the_board(view.rules)[names.PHASE.index(view.phase)]:
        if start and not traders[start]:
            continue
        if words[0] == "convert" and verdicts[move] != LEGAL:
            continue
        if words[0] == "displace" and not _traders_at(snapshot["travel"]["at"], words[1], snapshot):
            continue
        yield Candidate(move, text, words, *spots_of(words, snapshot))


@lru_cache(maxsize=RULESETS)
def _moves_on_the_board(rules: Ruleset) -> tuple[tuple[_Known, ...], ...]:
    """The moves of each phase whose spaces, gorges and pieces there are by these rules."""
    return tuple(
        tuple(
            known for known in map(partial(_known, rules=rules), range(first, last)) if _is_on_the_board(known, rules)
        )
        for first, last in zip(moves.FIRST, moves.LAST, strict=True)
    )


def _known(move: int, rules: Ruleset) -> _Known:
    text = move_text(move, rules)
    words = text.split(" ")
    start = words[1].split("-")[0] if words[0] == "go" else words[-1] if words[-2:-1] == ["from"] else ""
    return _Known(move, text, words, "" if start == where.PUER else start)


def _is_on_the_board(known: _Known, rules: Ruleset) -> bool:
    words = known.words
    kind = words[0]
    if kind == "bid":
        return words[2] != "0"  # a space that is not there
    if kind == "bank":
        return (words[1:2] in (["high"], ["low"])) == (rules.switches["bank"] == "high-low")
    if kind == "go":
        start, end = words[1].split("-")
        return start != end
    if kind == "take" and words[1] == "guards":
        return bool(rules.switches["guards"])
    if kind == "block" or "bridge" in words[1:2]:
        return words[-1] in (*rules.gorges, "bridge")
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
