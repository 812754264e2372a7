"""What happened, in sentences for the log: one template per kind of event, whole sentences only."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from .game import Event
from .rules.ruleset import Ruleset
from .sentences import PROVINCE_NAMES

Names = Mapping[str, str]
"""What people are called, by player: `{"p1": "Ann"}`. Whoever is missing goes by their number."""


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
    "bank-paid": Template("The bank pays {player} {coins} coins, for standing bids of {total}."),
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

SUPPLY = "the supply"
DULI = "Dúli"
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


def tell(event: Event, rules: Ruleset, names: Names | None = None) -> str:
    """Put an event into a sentence, in the words of the edition."""
    template = TEMPLATES[event.name]
    count = event.fields.get(template.counts)
    sentence = template.sentence
    if count == 1 and template.one:
        sentence = template.one
    elif count == 0 and template.none:
        sentence = template.none
    return sentence.format(**{name: word_of(name, value, rules, names or {}) for name, value in event.fields.items()})


def tell_all(events: Iterable[Event], rules: Ruleset, names: Names | None = None) -> list[str]:
    """Put events into sentences, in their order."""
    return [tell(event, rules, names) for event in events]


def word_of(field: str, value: object, rules: Ruleset, names: Names) -> object:
    """The word for the value of a field."""
    if field in ("player", "by", "person"):
        return called(str(value), names)
    if field in ("place", "start", "end", "source", "where"):
        return place_called(str(value), rules)
    if field == "building":
        return rules.words.get(str(value), value)
    if field == "reason":
        return REASONS[str(value)]
    return SCORES[str(value)] if field == "score" else value


def called(player: str, names: Names) -> str:
    """What a player is called: a name, or the number; of two colours in one hand the first has the name."""
    if player == "duli":
        return DULI
    return names.get(player) or names.get(player.split("+")[0]) or player


def place_called(place: str, rules: Ruleset) -> str:
    """What a place is called; gorges go by their letters, and traders may come from the supply."""
    if place == "supply":
        return SUPPLY
    return rules.words.get(place, PROVINCE_NAMES.get(place, place))
