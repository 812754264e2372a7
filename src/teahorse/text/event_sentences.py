"""The sentences of events: one for each kind of event, or several where a field changes the grammar around it."""

from typing import NamedTuple

from ..rules.state import MAX_BANK_TOTAL
from .endings import GAME_OVER
from .translation import N_, NN_, Plural


class Template(NamedTuple):
    """A sentence; if a number changes it, the field with the number, and the sentence for none."""

    sentence: str | Plural
    counts: str = ""
    none: str = ""


def sentence_key(name: str, fields: dict[str, object]) -> str:
    """The key of an event's sentence: its name, or a name with what changes the sentence."""
    match name:
        case "bid" | "bank" | "market" if fields["source"] != "supply":
            return f"{name}-from"
        case "outbid" if fields["by"] == fields["player"]:
            return "outbid-own"
        case "structure-taken" | "structure-built":
            return f"{name}-{fields['structure']}"
        case "bank-paid" if int(str(fields["total"])) > MAX_BANK_TOTAL:
            return "bank-paid-over"
        case "traders-earned" | "posts-earned" if fields["gaps"]:
            return f"{name}-gaps"
        case "converted" if not fields["coins"]:
            return "converted-all"
        case "converted" if not fields["vp"]:
            return "converted-none"
        case "ranked" if fields["rank"] == 1:
            return "ranked-first"
    return name


TEMPLATES: dict[str, Template] = {
    # Bidding
    "bid": Template(N_("{player} bids {price} at the {building}.")),
    "bid-from": Template(N_("{player} bids {price} at the {building}, with a trader from {source}.")),
    "outbid": Template(
        N_("{player} is outbid by {by} at the {building}: the trader on {price} returns to the supply.")
    ),
    "outbid-own": Template(
        N_("{player} raises the bid at the {building}: the trader on {price} returns to the supply.")
    ),
    "unpassed": Template(N_("{player} had passed and is bidding again.")),
    "bank": Template(
        NN_(
            "{player} goes to the bank and stops bidding; one other trader goes to the market.",
            "{player} goes to the bank and stops bidding; {to_market} other traders go to the market.",
        ),
        "to_market",
        N_("{player} goes to the bank."),
    ),
    "bank-from": Template(
        NN_(
            "{player} goes to the bank with a trader from {source}; one other trader goes to the market.",
            "{player} goes to the bank with a trader from {source}; {to_market} other traders go to the market.",
        ),
        "to_market",
        N_("{player} goes to the bank with a trader from {source}."),
    ),
    "market": Template(N_("{player} puts a trader in the market.")),
    "market-from": Template(N_("{player} puts a trader from {source} in the market.")),
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
    "bank-paid-over": Template(  # 4.1: the bank's table ends at 99
        NN_(
            "The bank pays {player} {coins} coin, for standing bids of {total}, paid as 99.",
            "The bank pays {player} {coins} coins, for standing bids of {total}, paid as 99.",
        ),
        "coins",
    ),
    "bids-paid": Template(
        NN_("{player} pays 1 coin for the bids.", "{player} pays {coins} coins for the bids."),
        "coins",
        N_("{player} pays nothing."),
    ),
    "debt": Template(
        NN_(
            "{player} is {short} coin short and loses {vp} VP, {vp_each} for each coin.",
            "{player} is {short} coins short and loses {vp} VP, {vp_each} for each coin.",
        ),
        "short",
    ),
    "trader-returned": Template(N_("The trader of {player} at the {building} returns to the supply.")),
    "trader-hired": Template(N_("{player} hires a trader, who starts in the market.")),
    "pass-gained": Template(
        NN_("{player} now has {passes} border pass.", "{player} now has {passes} border passes."), "passes"
    ),
    "horse-advanced": Template(N_("The horse of {player} reaches {place}.")),
    "influence-gained": Template(N_("{player} now has influence {influence}.")),
    "structure-taken-post": Template(N_("{player} takes a post from the yard.")),
    "structure-taken-bridge": Template(N_("{player} takes a bridge from the yard.")),
    "structure-taken-teahouse": Template(N_("{player} takes a teahouse from the yard.")),
    "structure-built-post": Template(N_("{player} builds a post in {where}.")),
    "structure-built-bridge": Template(N_("{player} builds a bridge between {low} and {high}.")),
    "structure-built-teahouse": Template(N_("{player} builds a teahouse in {where}.")),
    "guards-placed": Template(N_("The guards of {player} stand in {place} this round.")),
    "gorge-blocked": Template(N_("{player} blocks the gorge between {low} and {high} till the end of the round.")),
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
        NN_("A trader of {player} in {place} earns {coins}.", "{traders} traders of {player} in {place} earn {coins}."),
        "traders",
    ),
    "traders-earned-gaps": Template(
        NN_(
            "A trader of {player} in {place} earns {coins}; gaps on the way: {gaps}.",
            "{traders} traders of {player} in {place} earn {coins}; gaps on the way: {gaps}.",
        ),
        "traders",
    ),
    "posts-earned": Template(
        NN_("A post of {player} in {place} earns {coins}.", "{posts} posts of {player} in {place} earn {coins}."),
        "posts",
    ),
    "posts-earned-gaps": Template(
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
    "converted": Template(
        NN_(
            "{player} turns {vp} of the income into VP and keeps {coins} coin.",
            "{player} turns {vp} of the income into VP and keeps {coins} coins.",
        ),
        "coins",
    ),
    "converted-all": Template(N_("{player} turns the whole income of {vp} into VP.")),
    "converted-none": Template(
        NN_("{player} takes the income of 1 as a coin.", "{player} takes the whole income of {coins} as coins."),
        "coins",
    ),
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
    "round": Template(N_("On to round {round}.")),
    "game-ended": Template(GAME_OVER),
    "scored": Template(N_("{person} scores {vp} VP for {score}.")),
    "ranked-first": Template(N_("{person} wins with {vp} VP.")),
    "ranked": Template(N_("{person} comes in at number {rank} with {vp} VP.")),
}
