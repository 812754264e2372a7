"""The log: what each move did, in words and in everyone's coins and points."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from ...rules import names as notation
from ...rules.ruleset import Ruleset
from ...server.history.history import Step
from ...snapshot import part_of_round
from ...text.events import DETAILS, tell
from ...text.prompts import PHASE_TITLES
from ...text.translation import Say
from ...text.words import Names, called


@dataclass(frozen=True)
class Change:
    """What a move did to a player's coins and VP."""

    player: str
    name: str
    coins: int
    vp: int


@dataclass(frozen=True)
class Entry:
    """One move in the log: its sentence, details, and changes."""

    row: int
    player: str
    name: str
    move: str
    sentences: tuple[str, ...]
    details: tuple[str, ...]
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Part:
    """A part of a round with its heading."""

    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Round:
    """A round with its heading."""

    number: int
    title: str
    parts: tuple[Part, ...]


_ENTRIES: WeakKeyDictionary[Step, dict[Hashable, Entry]] = WeakKeyDictionary()
"""Log entries by step and reader, each computed once. An entry is dropped with its step."""


def entry(step: Step, rules: Ruleset, names: Names, say: Say) -> Entry:
    """One step in words."""
    entries = _ENTRIES.setdefault(step, {})
    reader = (say, frozenset(names.items()))
    if reader not in entries:
        entries[reader] = _new_entry(step, rules, names, say)
    return entries[reader]


def _new_entry(step: Step, rules: Ruleset, names: Names, say: Say) -> Entry:
    told = [(event.name in DETAILS, tell(event, rules, names, say)) for event in step.events]
    return Entry(
        step.row,
        step.player,
        say("Chance") if step.player == "chance" else called(step.player, names, say),
        "deck" if step.player == "chance" else step.move,  # the order of Dúli's cards is nobody's to see (1.5)
        tuple(sentence for is_detail, sentence in told if not is_detail),
        tuple(sentence for is_detail, sentence in told if is_detail),
        tuple(_changes(step, rules, names, say)),
    )


def _changes(step: Step, rules: Ruleset, names: Names, say: Say) -> Iterable[Change]:
    vp = _vp_changes(step)
    for number in range(rules.players):
        player = notation.PLAYER[number]
        coins = int(step.after.coins[number]) - int(step.before.coins[number])
        if coins or vp.get(player):
            yield Change(player, called(player, names, say), coins, vp.get(player, 0))


def _vp_changes(step: Step) -> dict[str, int]:
    """VP by colour, from the events: positions have VP only by person, who may play two colours."""
    vp: dict[str, int] = {}
    for event in step.events:
        if event.name in ("converted", "debt"):
            change = event.fields["vp"] if event.name == "converted" else -event.fields["vp"]
            vp[event.fields["player"]] = vp.get(event.fields["player"], 0) + change
    return vp


def rounds(steps: Iterable[Step], rules: Ruleset, names: Names, say: Say) -> list[Round]:
    """All steps by round and by the part of the round that they belong to."""
    found: dict[int, list[tuple[str, list[Entry]]]] = {}
    for step in steps:
        parts = found.setdefault(step.round, [])
        title = _title(step.before, say)
        if not parts or parts[-1][0] != title:
            parts.append((title, []))
        parts[-1][1].append(entry(step, rules, names, say))
    return [
        Round(
            number,
            say("Round {number}").format(number=number),
            tuple(Part(title, tuple(entries)) for title, entries in parts),
        )
        for number, parts in found.items()
    ]


def _title(before: Any, say: Say) -> str:
    phase = notation.PHASE[before.phase]
    # Cards are shuffled in the middle of bidding or travelling, which go on after it.
    part = part_of_round(phase, notation.NEEDS[before.needs]) if phase == "chance" else phase
    return say(PHASE_TITLES[part])
