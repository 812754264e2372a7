"""What happened, in sentences for the log: one template per kind of event, whole sentences only.

Each function takes a `say`, which is given an English template or word and gives it in the reader's language.
"""

from collections.abc import Iterable
from typing import NamedTuple

from ..errors import WhyNot
from ..events import Event
from ..rules.ruleset import Ruleset
from ..rules.state import MAX_BANK_TOTAL
from .refusals import Names, Say, as_written, building_called, called, place_called, refusal_told


class Template(NamedTuple):
    """The sentence of a kind of event; where a number changes the grammar, also those for one and for none."""

    sentence: str
    counts: str = ""
    one: str = ""
    none: str = ""


TEMPLATES: dict[str, Template] = {
    # Bidding
    "bid": Template("{player} bids {price} in the {building}, with a trader from {source}."),
    "outbid": Template("{player} is outbid by {by} in the {building}: the trader on {price} returns to the supply."),
    "unpassed": Template("{player} had passed and is bidding again."),
    "bank": Template(
        "{player} goes to the bank with a trader from {source}; {to_market} other traders go to the market.",
        "to_market",
        "{player} goes to the bank with a trader from {source}; one other trader goes to the market.",
        "{player} goes to the bank with a trader from {source}.",
    ),
    "market": Template("{player} puts a trader from {source} in the market."),
    "passed": Template(
        "{player} passes; {to_market} traders go from the supply to the market.",
        "to_market",
        "{player} passes; one trader goes from the supply to the market.",
        "{player} passes.",
    ),
    # Resolving
    "bank-paid": Template(
        "The bank pays {player} {coins} coins, for standing bids of {total}.",
        "coins",
        "The bank pays {player} 1 coin, for standing bids of {total}.",
        "The bank pays {player} nothing, for standing bids of {total}.",
    ),
    "bids-paid": Template(
        "{player} pays {coins} coins for the bids.",
        "coins",
        "{player} pays 1 coin for the bids.",
        "{player} pays nothing.",
    ),
    "debt": Template("{player} is {short} short and loses {vp} VP, {vp_each} for each coin."),
    "trader-returned": Template("The trader of {player} in the {building} returns to the supply."),
    "trader-hired": Template("{player} hires a trader, who starts in the market."),
    "pass-gained": Template("{player} now has {passes} border passes."),
    "horse-advanced": Template("The horse of {player} reaches {place}."),
    "influence-gained": Template("{player} now has influence {influence}."),
    "structure-taken": Template("{player} takes a {structure} from the yard."),
    "structure-built": Template("{player} builds a {structure} at {where}."),
    "guards-placed": Template("The guards of {player} stand in {place} this round."),
    "gorge-blocked": Template("{player} blocks the gorge {gorge} till the end of the round."),
    # Travel
    "journey": Template(
        "A trader of {player} goes from {start} to {end}, for {passes} border passes.",
        "passes",
        "A trader of {player} goes from {start} to {end}, for one border pass.",
    ),
    "displaced": Template("{by} displaces a trader of {player} from {start} to {end}."),
    "spared": Template("{player} displaces nobody in {place}."),
    "sent-home": Template(
        "{traders} traders of {player} in {place} have no route to Pu'er and go to the market.",
        "traders",
        "A trader of {player} in {place} has no route to Pu'er and goes to the market.",
    ),
    "done": Template("{player} is done travelling."),
    # Inspector and presents
    "revenue": Template("The revenue of {place} is {coins}."),
    "inspected": Template("The inspector visits {place}, where the revenue is highest."),
    "banished": Template("The inspector banishes a trader of {player} from {place} to the market."),
    "nobody-banished": Template("The inspector finds nobody to banish in {place}."),
    "present": Template(
        "{player} receives a present in {place}; {left} are left there.",
        "left",
        "{player} receives a present in {place}; one is left there.",
        "{player} receives the last present in {place}.",
    ),
    # Income, order, conversion
    "traders-earned": Template(
        "{traders} traders of {player} in {place} earn {coins}; gaps on the way: {gaps}.",
        "traders",
        "A trader of {player} in {place} earns {coins}; gaps on the way: {gaps}.",
    ),
    "posts-earned": Template(
        "{posts} posts of {player} in {place} earn {coins}; gaps on the way: {gaps}.",
        "posts",
        "A post of {player} in {place} earns {coins}; gaps on the way: {gaps}.",
    ),
    "market-earned": Template(
        "{traders} traders of {player} in the market earn {coins}.",
        "traders",
        "A trader of {player} in the market earns {coins}.",
    ),
    "income": Template("The income of {player} this round is {coins}."),
    "new-order": Template("{player} is number {position} in the new gray order."),
    "converted": Template("{player} turns {vp} of the income into VP and takes {coins} as coins."),
    # Dúli
    "deck": Template("Dúli's cards are shuffled."),
    "card-drawn": Template("Dúli draws card {card}."),
    "card-spent": Template("Dúli's card {card} leaves her nothing to bid on."),
    "duli-placed": Template("Dúli puts {traders} traders in {place}.", "traders", "Dúli puts a trader in {place}."),
    # Rounds and the end
    "traders-came-back": Template(
        "{traders} traders of {player} return to the supply.", "traders", "A trader of {player} returns to the supply."
    ),
    "guards-left": Template("The guards of {player} leave {place} and the game."),
    "round": Template("Round {round} begins."),
    "game-ended": Template("The game is over: {reason}."),
    "scored": Template("{person} scores {vp} VP for {score}."),
    "ranked": Template("{person} comes in at number {rank} with {vp} VP."),
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
        "post": "{player} takes a post from the yard.",
        "bridge": "{player} takes a bridge from the yard.",
        "teahouse": "{player} takes a teahouse from the yard.",
    },
    "structure-built": {
        "post": "{player} builds a post at {where}.",
        "bridge": "{player} builds a bridge at {where}.",
        "teahouse": "{player} builds a teahouse at {where}.",
    },
}

# 4.1: the bank's table ends at 99.
BANK_PAID_OVER = f"The bank pays {{player}} {{coins}} coins, for standing bids of {{total}}, paid as {MAX_BANK_TOTAL}."

REASONS = {
    "vp": "a player has the VP that end it",
    "presents": "few enough presents are left",
    "both": "a player has the VP that end it, and few enough presents are left",
    "cap": "no game goes on after round 60",
}
SCORES = {
    "track": "the VP track",
    "coins": "coins",
    "presents": "presents",
    "passes": "border passes",
    "influence": "influence",
    "teahouses": "teahouses",
    "horse": "the horse",
}


def tell(event: Event, rules: Ruleset, names: Names | None = None, say: Say = as_written) -> str:
    """Put an event into a sentence, in the words of the edition."""
    people = names or {}
    words = {name: word_of(name, value, rules, people, say) for name, value in event.fields.items()}
    return say(_sentence_for(event)).format(**words)


def tell_all(events: Iterable[Event], rules: Ruleset, names: Names | None = None, say: Say = as_written) -> list[str]:
    """Put events into sentences, in their order."""
    return [tell(event, rules, names, say) for event in events]


def tell_refusal(why: WhyNot, rules: Ruleset, names: Names | None = None, say: Say = as_written) -> str:
    """Say why a move is not allowed, with people by their names."""
    return refusal_told(why.code, why.parameters, rules, names or {}, say)


def _sentence_for(event: Event) -> str:
    if event.name in BY_STRUCTURE:
        return BY_STRUCTURE[event.name][event.fields["structure"]]
    if event.name == "bank-paid" and event.fields["total"] > MAX_BANK_TOTAL:
        return BANK_PAID_OVER
    template = TEMPLATES[event.name]
    count = event.fields.get(template.counts)
    if count == 1 and template.one:
        return template.one
    return template.none if count == 0 and template.none else template.sentence


def word_of(field: str, value: object, rules: Ruleset, names: Names, say: Say = as_written) -> object:
    """The word for the value of a field."""
    if field in ("player", "by", "person"):
        return called(str(value), names, say)
    if field in ("place", "start", "end", "source", "where"):
        return place_called(str(value), rules, say)
    if field == "building":
        return building_called(str(value), rules, say)
    if field == "reason":
        return say(REASONS[str(value)])
    return say(SCORES[str(value)]) if field == "score" else value


__all__ = [
    "BANK_PAID_OVER",
    "BY_STRUCTURE",
    "DETAILS",
    "REASONS",
    "SCORES",
    "TEMPLATES",
    "Names",
    "Say",
    "Template",
    "as_written",
    "building_called",
    "called",
    "place_called",
    "tell",
    "tell_all",
    "tell_refusal",
    "word_of",
]
