"""The log: what each move did, in words and in everyone's coins and points."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from ...game import Event
from ...rules.ruleset import Ruleset
from ...rules.state import MOST_INFLUENCE
from ...server.history.history import Step
from ...text.events import DETAILS, tell_all
from ...text.people import in_a_list, reader_key
from ...text.prompts import PHASE_TITLES, STEP, STEP_TITLES
from ...text.translation import Say
from ...text.words import Names, called
from .event_parts import AUTOMATIC, EventPlace, sections

IN_A_TABLE = frozenset({"income", "new-order"})  # told by `Entry.incomes`, and by one sentence for the whole order


@dataclass(frozen=True)
class Change:
    """What a move did to a player's coins and VP."""

    player: str
    name: str
    coins: int
    vp: int


@dataclass(frozen=True)
class EarnedIncome:
    """A player's income of a round: what the traders, the posts and the market earned, and the sum."""

    player: str
    name: str
    traders: int
    posts: int
    market: int
    total: int


@dataclass(frozen=True)
class Entry:
    """One line of the log: a move, or what followed from it in another part of the round or for another player."""

    row: int
    number: int  # 0 for the move, then what followed from it
    part: str
    player: str | None  # whose it is; nobody's in the parts in which nobody decides anything
    name: str
    move: str
    sentences: tuple[str, ...]
    details: tuple[str, ...]
    changes: tuple[Change, ...]
    incomes: tuple[EarnedIncome, ...] = ()

    @property
    def id(self) -> str:
        """The id of its element on the page."""
        return f"entry-{self.row}-{self.number}" if self.number else f"entry-{self.row}"


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


_ENTRIES: WeakKeyDictionary[Step, dict[Hashable, tuple[Entry, ...]]] = WeakKeyDictionary()
"""Log entries by step and reader, each computed once. An entry is dropped with its step."""


def entries(step: Step, rules: Ruleset, names: Names, say: Say) -> tuple[Entry, ...]:
    """One step in words: the move, and each part of the round that followed from it."""
    return _entries(step, rules, names, say, (say, reader_key(names)))


def _entries(step: Step, rules: Ruleset, names: Names, say: Say, reader: Hashable) -> tuple[Entry, ...]:
    known = _ENTRIES.setdefault(step, {})
    if reader not in known:
        writer = _Writer(step, rules, names, say)
        found = sections(step)
        known[reader] = tuple(writer.entry(number, place, events) for number, (place, events) in enumerate(found))
    return known[reader]


def order_sentence(order: Iterable[Event], names: Names, say: Say) -> str:
    """9.1: the new turn order, from its events."""
    places = (f"{event.fields['position']}. {in_a_list(event.fields['player'], names, say)}" for event in order)
    words = say("New turn order, by income: {players}. Bidding goes the other way round.")
    return words.format(players=", ".join(places))


class _Writer:
    """Puts the events of a step into words, for one reader."""

    def __init__(self, step: Step, rules: Ruleset, names: Names, say: Say) -> None:
        self._step = step
        self._rules = rules
        self._names = names
        self.say = say

    def entry(self, number: int, place: EventPlace, events: Sequence[Event]) -> Entry:
        """One entry, of events that belong together."""
        step = self._step
        told = [
            (event.name in DETAILS, sentence)
            for event, sentence in zip(events, tell_all(events, self._rules, self._names, self.say), strict=True)
            if event.name not in IN_A_TABLE
        ]
        return Entry(
            step.row,
            number,
            place.part,
            place.player,
            self._called(place.player) if place.player else "",
            "deck" if step.player == "chance" else step.move,  # the order of Dúli's cards is nobody's to see (1.5)
            (*(sentence for is_detail, sentence in told if not is_detail), *self._new_order(events)),
            (*(sentence for is_detail, sentence in told if is_detail), *self._why_banished(events)),
            tuple(self._changes(events)),
            tuple(self._incomes(events)),
        )

    def _called(self, player: str) -> str:
        return self.say("Chance") if player == "chance" else called(player, self._names, self.say)

    def _listed(self, player: str) -> str:
        return in_a_list(player, self._names, self.say)

    def _new_order(self, events: Iterable[Event]) -> Iterable[str]:
        order = [event for event in events if event.name == "new-order"]
        if order:
            yield order_sentence(order, self._names, self.say)

    def _why_banished(self, events: Iterable[Event]) -> Iterable[str]:
        found = {event.name for event in events}
        if "banished" in found:
            yield self.say("He banishes a trader of the highest influence there; of equals, the first in gray order.")
        if found & {"banished", "nobody-banished"}:
            spared = self.say("He spares players with influence {most} and the owner of the teahouse there.")
            yield spared.format(most=MOST_INFLUENCE)

    def _changes(self, events: Iterable[Event]) -> Iterable[Change]:
        changes: dict[str, list[int]] = {}
        for event in events:
            coins, vp = _coins_and_vp(event)
            if coins or vp:
                change = changes.setdefault(event.fields["player"], [0, 0])
                change[0] += coins
                change[1] += vp
        for player, (coins, vp) in changes.items():
            if coins or vp:
                yield Change(player, self._listed(player), coins, vp)

    def _incomes(self, events: Iterable[Event]) -> Iterable[EarnedIncome]:
        earned: dict[str, dict[str, int]] = {}
        for event in events:
            if event.name not in EARNED:
                continue
            line = earned.setdefault(event.fields["player"], dict.fromkeys(EARNED.values(), 0))
            line[EARNED[event.name]] += event.fields["coins"]
        for player, line in earned.items():
            yield EarnedIncome(player, self._listed(player), **line)


EARNED = {"traders-earned": "traders", "posts-earned": "posts", "market-earned": "market", "income": "total"}


def _coins_and_vp(event: Event) -> tuple[int, int]:
    """What an event does to the coins and the VP of its player. Positions have VP only by person, who may play two."""
    fields = event.fields
    match event.name:
        case "bank-paid":
            return fields["coins"], 0
        case "bids-paid":
            return -fields["coins"], 0
        case "debt":
            return 0, -fields["vp"]
        case "converted":
            return fields["coins"], fields["vp"]
    return 0, 0


def rounds(steps: Iterable[Step], rules: Ruleset, names: Names, say: Say) -> list[Round]:
    """All steps by round and by the part of the round that they belong to."""
    found: dict[int, list[tuple[str, list[Entry]]]] = {}
    reader = (say, reader_key(names))
    for step in steps:
        parts = found.setdefault(step.round, [])
        for entry in _entries(step, rules, names, say, reader):
            title = part_title(entry.part, say)
            if not parts or parts[-1][0] != title:
                parts.append((title, []))
            parts[-1][1].append(entry)
    return [
        Round(
            number,
            say("Round {number}").format(number=number),
            tuple(Part(title, tuple(entries)) for title, entries in parts),
        )
        for number, parts in found.items()
    ]


def part_title(part: str, say: Say) -> str:
    """The name of a part of the round, as a heading."""
    if part in AUTOMATIC:
        return say.pgettext(STEP, STEP_TITLES[part])
    phase = "take" if part == "resolve" else part
    return say(PHASE_TITLES[phase])
