"""The events of a step as beats: what is told and shown at the same time, and the panels at that moment."""

from dataclasses import dataclass, field

from ...game import Event
from ...rules.ruleset import Ruleset
from ...server.history.history import Step
from ...text.events import DETAILS
from ...text.prompts import STEP, STEP_TITLES
from ...text.translation import Say
from ...text.words import Names
from .animation import Act, acts
from .event_parts import AUTOMATIC, DULI, EventPlace, part_before, places
from .log import EARNED, order_sentence, part_title
from .panel_numbers import Numbers, PanelNumbers

QUIET = DETAILS | {"new-order", "ranked"}  # events that have no line of their own
_JOINS = frozenset({"outbid", "unpassed", "debt", "trader-returned", "scored", "ranked"})  # the beat before them
_AT_START = frozenset({"present", "banished", "sent-home"})  # told where the piece comes from
_ROUND_ENDS = frozenset({"traders-came-back", "guards-left", "round"})


@dataclass
class Beat:
    """What happens at the same time: the part of the round, whose doing it is, and what to say, move and show."""

    part: str
    title: str  # of a part in which nobody decides anything
    player: str | None
    heading: str = ""  # the part's, once this is no longer about the decision that was made
    lines: list[str] = field(default_factory=list)
    at: list[str] = field(default_factory=list)  # the spots where it happens
    acts: list[Act] = field(default_factory=list)
    numbers: Numbers = field(default_factory=dict)
    order: list[str] = field(default_factory=list)  # of the panels, if it changes


def beats(step: Step, rules: Ruleset, names: Names, say: Say) -> list[Beat]:
    """The events of a step, beat by beat."""
    numbers = PanelNumbers(step.before, rules, say)
    found: list[Beat] = []
    key: object = None
    before = ""
    for event, place, act in zip(step.events, places(step), acts(step, rules, names, say), strict=True):
        if not (found and _continues(event, before)) and (not found or key != _key(event, place)):
            title = say.pgettext(STEP, STEP_TITLES[place.part]) if place.part in AUTOMATIC else ""
            found.append(Beat(place.part, title, place.player))
            key = _key(event, place)
        before = event.name
        beat = found[-1]
        beat.acts.append(act)
        beat.numbers |= numbers.see(event)
        if event.name not in QUIET:
            beat.lines.append(act.text)
            if event.name not in _JOINS:
                beat.at += _where(act, beat.at)
    decision = EventPlace(part_before(step), step.player)
    is_decided = False
    for beat in found:
        is_decided = is_decided or (beat.part, beat.player) != decision
        beat.heading = part_title(beat.part, say) if is_decided else ""
        _tell_order(beat, step, rules, names, say)
    return found


def _where(act: Act, known: list[str]) -> list[str]:
    """The spot where an act happens, if it is not known yet."""
    spot = act.start if act.kind in _AT_START else act.end or act.start
    return [spot] if spot and spot not in known else []


def _continues(event: Event, before: str) -> bool:
    """Whether an event happens together with the one before it."""
    if event.name in _JOINS:
        return True
    if event.name == "structure-built":
        return before in ("structure-taken", "card-drawn")
    return before == "card-drawn" and event.name in ("bid", "card-spent")


def _key(event: Event, place: EventPlace) -> object:
    """Consecutive events with the same key happen together."""
    if event.name in ("revenue", "inspected"):
        return "inspected"
    if event.name in EARNED:
        return "income", event.fields["player"]
    if event.name == "present":
        return "present", event.fields["place"]
    return "round" if event.name in _ROUND_ENDS else (event.name, place)


def _tell_order(beat: Beat, step: Step, rules: Ruleset, names: Names, say: Say) -> None:
    new = [event for event in step.events if event.name == "new-order"]
    if beat.part == "order" and new:
        beat.lines.append(order_sentence(new, names, say))
        beat.order = [*([DULI] if rules.has_duli else []), *(event.fields["player"] for event in new)]
