"""Which part of the round each event of a step belongs to, and whose event it is."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

from ...game import Event
from ...rules import names as notation
from ...server.history.history import Step
from ...snapshot import part_of_round

DULI, OVER = "duli", "over"
AUTOMATIC = frozenset({"inspector", "presents", "income", "order"})  # parts in which nobody decides anything

# The part of an event, by its name; an event that is missing belongs to the part that goes on.
_PARTS = {
    "bid": ("bid", "outbid", "unpassed", "bank", "market", "passed", "card-spent"),
    "resolve": (
        *("bank-paid", "bids-paid", "debt", "trader-returned", "trader-hired", "pass-gained", "horse-advanced"),
        *("influence-gained", "structure-taken", "guards-placed", "gorge-blocked"),
    ),
    "travel": ("journey", "displaced", "spared", "sent-home", "done", "duli-placed"),
    "inspector": ("revenue", "inspected", "banished", "nobody-banished"),
    "presents": ("present",),
    "income": ("traders-earned", "posts-earned", "market-earned", "income"),
    "order": ("new-order",),
    "convert": ("converted", "traders-came-back", "guards-left", "round"),
    OVER: ("game-ended", "scored", "ranked"),
}
PART_OF_EVENT = {name: part for part, events in _PARTS.items() for name in events}
_DULIS = ("card-drawn", "card-spent", "duli-placed")
_ROUND_ENDS = ("traders-came-back", "guards-left", "round")
_BESIDES = ("unpassed", "sent-home")  # they happen to someone in the course of what another does


class EventPlace(NamedTuple):
    """A part of the round, and the player whose events these are; None if they are nobody's."""

    part: str
    player: str | None


def part_before(step: Step) -> str:
    """The part of the round in which a step is made."""
    before = step.before
    return part_of_round(notation.PHASE[before.phase], notation.NEEDS[before.needs])


def places(step: Step) -> list[EventPlace]:
    """The place of each event of a step."""
    found: list[EventPlace] = []
    now = EventPlace(part_before(step), step.player)
    events = step.events
    for number, event in enumerate(events):
        following = events[number + 1].name if number + 1 < len(events) else ""
        part = _part(event, following, now.part)
        now = EventPlace(part, _player(event, part, now.player))
        found.append(now)
    return found


def sections(step: Step) -> Iterator[tuple[EventPlace, list[Event]]]:
    """The events of a step, those of one player in one part of the round together."""
    for place, pairs in groupby(zip(places(step), step.events, strict=True), lambda pair: pair[0]):
        yield place, [event for _, event in pairs]


def _part(event: Event, following: str, now: str) -> str:
    if event.name == "card-drawn":  # Dúli draws a card for a bid, or for her travels
        return "bid" if following in ("bid", "card-spent") else "travel"
    if event.name == "structure-built" and event.fields["player"] == DULI:
        return "travel"
    return PART_OF_EVENT.get(event.name, now)


def _player(event: Event, part: str, now: str | None) -> str | None:
    fields: dict[str, Any] = event.fields
    if part in AUTOMATIC or part == OVER or event.name in _ROUND_ENDS:
        return None
    if event.name in _DULIS:
        return DULI
    if event.name in _BESIDES:
        return now
    player: str | None = fields.get("by") or fields.get("player") or now
    return player
