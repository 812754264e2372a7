"""The events of a step for the page's animations, each with its spots."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...game import Event
from ...rules import names as notation
from ...rules.ruleset import Ruleset
from ...server.history.history import Step
from ...text.events import tell_all
from ...text.translation import Say
from ...text.words import Names
from . import spot_names as where


@dataclass(frozen=True)
class Act:
    """One animation: what moves or changes, from which spot to which, and how much."""

    kind: str
    text: str
    player: str | None = None
    start: str | None = None
    end: str | None = None
    amount: int | None = None


Fields = dict[str, Any]
Way = Callable[[Fields], tuple[str | None, str | None]]


def _home(fields: Fields) -> str:
    return where.camp(fields["player"])


def _group(fields: Fields, place: str) -> str:
    return where.traders(fields[place], fields["player"])


# From where to where, by the name of the event; one that is missing happens nowhere in particular.
WAYS: dict[str, Way] = {
    "bid": lambda f: (where.traders_from(f["source"], f["player"]), where.space(f["building"], f["price"])),
    "outbid": lambda f: (where.space(f["building"], f["price"]), _home(f)),
    "unpassed": lambda f: (None, _home(f)),
    "bank": lambda f: (where.traders_from(f["source"], f["player"]), where.bank(f["bank_space"])),
    "market": lambda f: (where.traders_from(f["source"], f["player"]), where.MARKET),
    "passed": lambda f: (_home(f), where.MARKET),
    "bank-paid": lambda f: (None, _home(f)),
    "trader-returned": lambda f: (None, _home(f)),
    "bids-paid": lambda f: (_home(f), None),
    "debt": lambda f: (_home(f), None),
    "trader-hired": lambda f: (_home(f), where.MARKET),
    "pass-gained": lambda f: (None, _home(f)),
    "horse-advanced": lambda f: (None, where.place(f["place"])),
    "influence-gained": lambda f: (None, _home(f)),
    "structure-taken": lambda f: (where.piece(f["structure"]), _home(f)),
    "structure-built": lambda f: (
        _home(f),
        where.gorge(f["where"]) if f["structure"] == "bridge" else where.place(f["where"]),
    ),
    "guards-placed": lambda f: (_home(f), where.place(f["place"])),
    "gorge-blocked": lambda f: (None, where.gorge(f["gorge"])),
    "journey": lambda f: (_group(f, "start"), where.place(f["end"])),
    "displaced": lambda f: (_group(f, "start"), where.place(f["end"])),
    "spared": lambda f: (None, where.place(f["place"])),
    "sent-home": lambda f: (_group(f, "place"), where.MARKET),
    "revenue": lambda f: (None, where.place(f["place"])),
    "inspected": lambda f: (None, where.place(f["place"])),
    "banished": lambda f: (_group(f, "place"), where.MARKET),
    "nobody-banished": lambda f: (None, where.place(f["place"])),
    "present": lambda f: (where.place(f["place"]), _home(f)),
    "traders-earned": lambda f: (_group(f, "place"), _home(f)),
    "posts-earned": lambda f: (where.place(f["place"]), _home(f)),
    "market-earned": lambda f: (where.traders(where.PUER, f["player"]), _home(f)),
    "income": lambda f: (None, _home(f)),
    "new-order": lambda f: (None, _home(f)),
    "converted": lambda f: (None, _home(f)),
    "duli-placed": lambda f: (where.camp("duli"), where.place(f["place"])),
    "traders-came-back": lambda f: (where.traders(where.PUER, f["player"]), _home(f)),
    "guards-left": lambda f: (where.place(f["place"]), None),
}
AMOUNTS = {
    "bid": "price",
    "outbid": "price",
    "bank": "to_market",
    "passed": "to_market",
    "bank-paid": "coins",
    "bids-paid": "coins",
    "debt": "vp",
    "pass-gained": "passes",
    "influence-gained": "influence",
    "journey": "passes",
    "sent-home": "traders",
    "revenue": "coins",
    "present": "left",
    "traders-earned": "coins",
    "posts-earned": "coins",
    "market-earned": "coins",
    "income": "coins",
    "new-order": "position",
    "converted": "vp",
    "card-drawn": "card",
    "card-spent": "card",
    "duli-placed": "traders",
    "traders-came-back": "traders",
    "round": "round",
    "scored": "vp",
    "ranked": "rank",
}


def acts(step: Step, rules: Ruleset, names: Names, say: Say) -> list[Act]:
    """The events of a step, each with its log line."""
    standing = _Standing(step.before, rules)
    sentences = tell_all(step.events, rules, names, say)
    return [_act(event, standing, sentence) for event, sentence in zip(step.events, sentences, strict=True)]


def _act(event: Event, standing: "_Standing", sentence: str) -> Act:
    fields = event.fields
    start, end = WAYS[event.name](fields) if event.name in WAYS else (None, None)
    standing.see(event)
    if event.name == "trader-returned":
        start = standing.leave_building(fields["player"], fields["building"])
    elif event.name == "bank-paid":
        start = standing.bank_space(fields["player"])
    player = "duli" if event.name in ("card-drawn", "card-spent", "duli-placed") else fields.get("player")
    amount = fields[AMOUNTS[event.name]] if event.name in AMOUNTS else None
    return Act(event.name, sentence, player, start, end, amount)


class _Standing:
    """Tracks the traders in the city, because some events name a building or the bank but not the space."""

    def __init__(self, before: Any, rules: Ruleset) -> None:
        self._bids = [
            (notation.PLAYER[owner], building, rules.prices[number][space])
            for number, building in enumerate(notation.BUILDING)
            for space, owner in enumerate(before.bids[number].tolist())
            if owner >= 0
        ]
        self._bank = {notation.PLAYER[owner]: space for space, owner in enumerate(before.bank.tolist()) if owner >= 0}

    def see(self, event: Event) -> None:
        """Apply an event."""
        fields = event.fields
        if event.name == "bid":
            self._bids.append((fields["player"], fields["building"], fields["price"]))
        elif event.name == "outbid":
            self._bids.remove((fields["player"], fields["building"], fields["price"]))
        elif event.name == "bank":
            self._bank[fields["player"]] = fields["bank_space"]

    def leave_building(self, player: str, building: str) -> str:
        """The space that a trader leaves: the cheapest goes first (4.2)."""
        bid = min(bid for bid in self._bids if bid[:2] == (player, building))
        self._bids.remove(bid)
        return where.space(building, bid[2])

    def bank_space(self, player: str) -> str:
        """Where a player stands in the bank."""
        return where.bank(self._bank[player])
