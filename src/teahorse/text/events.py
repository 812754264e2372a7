"""What happened, in sentences for the log: whole sentences only, in a form of their own for the reader.

Each function takes a `say`, which translates English sentences and words into the reader's language.
"""

from collections.abc import Iterable, Sequence

from ..errors import WhyNot
from ..game_events import Event
from ..rules.events import FieldType
from ..rules.ruleset import Ruleset
from .endings import reason_told
from .event_sentences import TEMPLATES, Template, sentence_key
from .event_sentences_to_you import TO_YOU
from .people import is_you
from .refusals import refusal_told
from .translation import N_, Say, as_written
from .words import Names, building_called, called, place_called

# Steps on the way to what the other events tell; a log may show them smaller or leave them out.
DETAILS = frozenset(
    {
        "trader-returned",
        "revenue",
        "traders-earned",
        "posts-earned",
        "market-earned",
        "traders-came-back",
        "scored",
    }
)
SCORES = {
    "track": N_("the VP track"),
    "coins": N_("coins"),
    "presents": N_("presents"),
    "passes": N_("border passes"),
    "influence": N_("influence"),
    "teahouses": N_("teahouses"),
    "horse": N_("the horse"),
}


def tell(
    event: Event,
    rules: Ruleset,
    names: Names | None = None,
    say: Say = as_written,
    reached: Sequence[str] = (),
) -> str:
    """Put an event into a sentence, in the words of the edition. `reached` are the people whose VP end the game."""
    people = names or {}
    words: dict[str, object] = {}
    for field, value in event.fields.items():
        match event.types[field]:
            case FieldType.GORGE:
                words |= _banks_of(str(value), rules, say)
            case FieldType.SITE if event.fields["structure"] == "bridge":
                words |= _banks_of(str(value), rules, say)
            case FieldType.REASON:
                words[field] = reason_told(str(value), rules, reached, people, say)
            case of_type:
                words[field] = _word(of_type, value, rules, people, say)
    return _sentence_for(event, people, say).format(**words)


def tell_all(events: Iterable[Event], rules: Ruleset, names: Names | None = None, say: Say = as_written) -> list[str]:
    """Put the events of a step into sentences, in their order."""
    told = list(events)
    reached = [
        event.fields["person"]
        for event in told
        if event.name == "scored" and event.fields["score"] == "track" and event.fields["vp"] >= rules.record.vp_end
    ]
    return [tell(event, rules, names, say, reached) for event in told]


def tell_refusal(why: WhyNot, rules: Ruleset, names: Names | None = None, say: Say = as_written) -> str:
    """Say why a move is not allowed, with people by their names."""
    return refusal_told(why.code, why.parameters, rules, names or {}, say)


def _sentence_for(event: Event, names: Names, say: Say) -> str:
    sentence, counts, none = _template_for(event, names)
    if isinstance(sentence, str):
        return say(sentence)
    number = event.fields[counts]
    return say(none) if number == 0 and none else say.ngettext(*sentence, number)


def _template_for(event: Event, names: Names) -> Template:
    """The form for the reader if the event is about the reader, else the one with names."""
    key = sentence_key(event.name, event.fields)
    to_you = (template for field, template in TO_YOU.get(key, {}).items() if is_you(event.fields[field], names))
    return next(to_you, TEMPLATES[key])


def _banks_of(gorge: str, rules: Ruleset, say: Say) -> dict[str, object]:
    """The two provinces of a gorge."""
    low, high = (place_called(letter, rules, say) for letter in gorge)
    return {"low": low, "high": high}


def _word(of_type: FieldType, value: object, rules: Ruleset, names: Names, say: Say) -> object:
    """The value of a field as it stands in a sentence."""
    match of_type:
        case FieldType.PLAYER | FieldType.PERSON:
            return called(str(value), names, say)
        case FieldType.PLACE | FieldType.SOURCE | FieldType.SITE:
            return place_called(str(value), rules, say)
        case FieldType.BUILDING:
            return building_called(str(value), rules, say)
        case FieldType.SCORE:
            return say(SCORES[str(value)])
    return value
