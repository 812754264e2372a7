"""What happened, in sentences for the log: one template per kind of event, whole sentences only.

Each function takes a `say`, which translates English sentences and words into the reader's language.
"""

from collections.abc import Iterable
from typing import NamedTuple

from ..errors import WhyNot
from ..game_events import Event
from ..rules.events import FieldType
from ..rules.ruleset import Ruleset
from ..rules.state import MAX_BANK_TOTAL
from .refusals import refusal_told
from .translation import N_, NN_, Plural, Say, as_written
from .words import Names, building_called, called, place_called


class Template(NamedTuple):
    """The sentence of a kind of event; if a number changes it, the field with the number, and the sentence for none."""

    sentence: str | Plural
    counts: str = ""
    none: str = ""


TEMPLATES: dict[str, Template] = {
    # Bidding
    "bid": Template(N_("{player} bids {price} in the {building}, with a trader from {source}.")),
    "outbid": Template(
        N_("{player} is outbid by {by} in the {building}: the trader on {price} returns to the supply.")
    ),
    "unpassed": Template(N_("{player} had passed and is bidding again.")),
    "bank": Template(
        NN_(
            "{player} goes to the bank with a trader from {source}; one other trader goes to the market.",
            "{player} goes to the bank with a trader from {source}; {to_market} other traders go to the market.",
        ),
        "to_market",
        N_("{player} goes to the bank with a trader from {source}."),
    ),
    "market": Template(N_("{player} puts a trader from {source} in the market.")),
    "passed": Template(
        NN_(
            "{player} passes; one trader goes from the supply to the market.",
            "{player} passes; {to_market} traders go from the supply to the market.",
        ),
        "to_market",
        N_("{player} passes."),
    ),
    # Resolving
    "bank-paid": Template(
        NN_(
            "The bank pays {player} 1 coin, for standing bids of {total}.",
            "The bank pays {player} {coins} coins, for standing bids of {total}.",
        ),
        "coins",
        N_("The bank pays {player} nothing, for standing bids of {total}."),
    ),
    "bids-paid": Template(
        NN_("{player} pays 1 coin for the bids.", "{player} pays {coins} coins for the bids."),
        "coins",
        N_("{player} pays nothing."),
    ),
    "debt": Template(N_("{player} is {short} short and loses {vp} VP, {vp_each} for each coin.")),
    "trader-returned": Template(N_("The trader of {player} in the {building} returns to the supply.")),
    "trader-hired": Template(N_("{player} hires a trader, who starts in the market.")),
    "pass-gained": Template(
        NN_("{player} now has {passes} border pass.", "{player} now has {passes} border passes."), "passes"
    ),
    "horse-advanced": Template(N_("The horse of {player} reaches {place}.")),
    "influence-gained": Template(N_("{player} now has influence {influence}.")),
    "guards-placed": Template(N_("The guards of {player} stand in {place} this round.")),
    "gorge-blocked": Template(N_("{player} blocks the gorge {gorge} till the end of the round.")),
    # Travel
    "journey": Template(
        NN_(
            "A trader of {player} goes from {start} to {end}, for one border pass.",
            "A trader of {player} goes from {start} to {end}, for {passes} border passes.",
        ),
        "passes",
    ),
    "displaced": Template(N_("{by} displaces a trader of {player} from {start} to {end}.")),
    "spared": Template(N_("{player} displaces nobody in {place}.")),
    "sent-home": Template(
        NN_(
            "A trader of {player} in {place} has no route to Pu'er and goes to the market.",
            "{traders} traders of {player} in {place} have no route to Pu'er and go to the market.",
        ),
        "traders",
    ),
    "done": Template(N_("{player} is done travelling.")),
    # Inspector and presents
    "revenue": Template(N_("The revenue of {place} is {coins}.")),
    "inspected": Template(N_("The inspector visits {place}, where the revenue is highest.")),
    "banished": Template(N_("The inspector banishes a trader of {player} from {place} to the market.")),
    "nobody-banished": Template(N_("The inspector finds nobody to banish in {place}.")),
    "present": Template(
        NN_(
            "{player} receives a present in {place}; one is left there.",
            "{player} receives a present in {place}; {left} are left there.",
        ),
        "left",
        N_("{player} receives the last present in {place}."),
    ),
    # Income, order, conversion
    "traders-earned": Template(
        NN_(
            "A trader of {player} in {place} earns {coins}; gaps on the way: {gaps}.",
            "{traders} traders of {player} in {place} earn {coins}; gaps on the way: {gaps}.",
        ),
        "traders",
    ),
    "posts-earned": Template(
        NN_(
            "A post of {player} in {place} earns {coins}; gaps on the way: {gaps}.",
            "{posts} posts of {player} in {place} earn {coins}; gaps on the way: {gaps}.",
        ),
        "posts",
    ),
    "market-earned": Template(
        NN_(
            "A trader of {player} in the market earns {coins}.",
            "{traders} traders of {player} in the market earn {coins}.",
        ),
        "traders",
    ),
    "income": Template(N_("The income of {player} this round is {coins}.")),
    "new-order": Template(N_("{player} is number {position} in the new gray order.")),
    "converted": Template(N_("{player} turns {vp} of the income into VP and takes {coins} as coins.")),
    # Dúli
    "deck": Template(N_("Dúli's cards are shuffled.")),
    "card-drawn": Template(N_("Dúli draws card {card}.")),
    "card-spent": Template(N_("Dúli's card {card} leaves her nothing to bid on.")),
    "duli-placed": Template(
        NN_("Dúli puts a trader in {place}.", "Dúli puts {traders} traders in {place}."), "traders"
    ),
    # Rounds and the end
    "traders-came-back": Template(
        NN_("A trader of {player} returns to the supply.", "{traders} traders of {player} return to the supply."),
        "traders",
    ),
    "guards-left": Template(N_("The guards of {player} leave {place} and the game.")),
    "round": Template(N_("Round {round} begins.")),
    "game-ended": Template(N_("The game is over: {reason}.")),
    "scored": Template(N_("{person} scores {vp} VP for {score}.")),
    "ranked": Template(N_("{person} comes in at number {rank} with {vp} VP.")),
}

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

# Of what changes the grammar around it each kind has a sentence of its own.
BY_STRUCTURE: dict[str, dict[str, str]] = {
    "structure-taken": {
        "post": N_("{player} takes a post from the yard."),
        "bridge": N_("{player} takes a bridge from the yard."),
        "teahouse": N_("{player} takes a teahouse from the yard."),
    },
    "structure-built": {
        "post": N_("{player} builds a post at {where}."),
        "bridge": N_("{player} builds a bridge at {where}."),
        "teahouse": N_("{player} builds a teahouse at {where}."),
    },
}

# 4.1: the bank's table ends at 99.
BANK_PAID_OVER = NN_(
    "The bank pays {player} {coins} coin, for standing bids of {total}, paid as 99.",
    "The bank pays {player} {coins} coins, for standing bids of {total}, paid as 99.",
)

REASONS = {
    "vp": N_("the VP limit is reached"),
    "presents": N_("hardly any presents are left"),
    "both": N_("the VP limit is reached, and hardly any presents are left"),
    "cap": N_("round 60 is the last one"),
}
SCORES = {
    "track": N_("the VP track"),
    "coins": N_("coins"),
    "presents": N_("presents"),
    "passes": N_("border passes"),
    "influence": N_("influence"),
    "teahouses": N_("teahouses"),
    "horse": N_("the horse"),
}


def tell(event: Event, rules: Ruleset, names: Names | None = None, say: Say = as_written) -> str:
    """Put an event into a sentence, in the words of the edition."""
    people = names or {}
    words = {field: _word(event.types[field], value, rules, people, say) for field, value in event.fields.items()}
    return _sentence_for(event, say).format(**words)


def tell_all(events: Iterable[Event], rules: Ruleset, names: Names | None = None, say: Say = as_written) -> list[str]:
    """Put events into sentences, in their order."""
    return [tell(event, rules, names, say) for event in events]


def tell_refusal(why: WhyNot, rules: Ruleset, names: Names | None = None, say: Say = as_written) -> str:
    """Say why a move is not allowed, with people by their names."""
    return refusal_told(why.code, why.parameters, rules, names or {}, say)


def _sentence_for(event: Event, say: Say) -> str:
    if event.name in BY_STRUCTURE:
        structure = event.fields["structure"]
        return say(BY_STRUCTURE[event.name][structure])
    if event.name == "bank-paid" and event.fields["total"] > MAX_BANK_TOTAL:
        return say.ngettext(*BANK_PAID_OVER, event.fields["coins"])
    sentence, counts, none = TEMPLATES[event.name]
    if isinstance(sentence, str):
        return say(sentence)
    number = event.fields[counts]
    return say(none) if number == 0 and none else say.ngettext(*sentence, number)


def _word(of_type: FieldType, value: object, rules: Ruleset, names: Names, say: Say) -> object:
    """The value of a field as it stands in a sentence."""
    match of_type:
        case FieldType.PLAYER | FieldType.PERSON:
            return called(str(value), names, say)
        case FieldType.PLACE | FieldType.SOURCE | FieldType.SITE:
            return place_called(str(value), rules, say)
        case FieldType.BUILDING:
            return building_called(str(value), rules, say)
        case FieldType.REASON:
            return say(REASONS[str(value)])
        case FieldType.SCORE:
            return say(SCORES[str(value)])
    return value
