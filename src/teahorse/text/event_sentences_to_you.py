"""The sentences of events for the reader they are about, by key and by the field that is the reader."""

from .event_sentences import Template
from .translation import N_, NN_

TO_YOU: dict[str, dict[str, Template]] = {
    # Bidding
    "bid": {"player": Template(N_("You bid {price} at the {building}."))},
    "bid-from": {"player": Template(N_("You bid {price} at the {building}, with a trader from {source}."))},
    "outbid": {
        "player": Template(N_("{by} outbids you at the {building}: your trader on {price} returns to your supply.")),
        "by": Template(N_("You outbid {player} at the {building}: the trader on {price} returns to the supply.")),
    },
    "outbid-own": {
        "player": Template(N_("You raise your bid at the {building}: the trader on {price} returns to your supply."))
    },
    "unpassed": {"player": Template(N_("You had passed and may bid again."))},
    "bank": {
        "player": Template(
            NN_(
                "You go to the bank and stop bidding; one other trader goes to the market.",
                "You go to the bank and stop bidding; {to_market} other traders go to the market.",
            ),
            "to_market",
            N_("You go to the bank."),
        )
    },
    "bank-from": {
        "player": Template(
            NN_(
                "You go to the bank with a trader from {source}; one other trader goes to the market.",
                "You go to the bank with a trader from {source}; {to_market} other traders go to the market.",
            ),
            "to_market",
            N_("You go to the bank with a trader from {source}."),
        )
    },
    "market": {"player": Template(N_("You put a trader in the market."))},
    "market-from": {"player": Template(N_("You put a trader from {source} in the market."))},
    "passed": {
        "player": Template(
            NN_(
                "You pass; one trader goes from your supply to the market.",
                "You pass; {to_market} traders go from your supply to the market.",
            ),
            "to_market",
            N_("You pass."),
        )
    },
    # Resolving
    "bank-paid": {
        "player": Template(
            NN_(
                "The bank pays you 1 coin, for standing bids of {total}.",
                "The bank pays you {coins} coins, for standing bids of {total}.",
            ),
            "coins",
            N_("The bank pays you nothing, for standing bids of {total}."),
        )
    },
    "bank-paid-over": {
        "player": Template(
            NN_(
                "The bank pays you {coins} coin, for standing bids of {total}, paid as 99.",
                "The bank pays you {coins} coins, for standing bids of {total}, paid as 99.",
            ),
            "coins",
        )
    },
    "bids-paid": {
        "player": Template(
            NN_("You pay 1 coin for your bids.", "You pay {coins} coins for your bids."),
            "coins",
            N_("You pay nothing."),
        )
    },
    "debt": {
        "player": Template(
            NN_(
                "You are {short} coin short and lose {vp} VP, {vp_each} for each coin.",
                "You are {short} coins short and lose {vp} VP, {vp_each} for each coin.",
            ),
            "short",
        )
    },
    "trader-returned": {"player": Template(N_("Your trader at the {building} returns to your supply."))},
    "trader-hired": {"player": Template(N_("You hire a trader, who starts in the market."))},
    "pass-gained": {
        "player": Template(NN_("You now have {passes} border pass.", "You now have {passes} border passes."), "passes")
    },
    "horse-advanced": {"player": Template(N_("Your horse reaches {place}."))},
    "influence-gained": {"player": Template(N_("You now have influence {influence}."))},
    "structure-taken-post": {"player": Template(N_("You take a post from the yard."))},
    "structure-taken-bridge": {"player": Template(N_("You take a bridge from the yard."))},
    "structure-taken-teahouse": {"player": Template(N_("You take a teahouse from the yard."))},
    "structure-built-post": {"player": Template(N_("You build a post in {where}."))},
    "structure-built-bridge": {"player": Template(N_("You build a bridge between {low} and {high}."))},
    "structure-built-teahouse": {"player": Template(N_("You build a teahouse in {where}."))},
    "guards-placed": {"player": Template(N_("Your guards stand in {place} this round."))},
    "gorge-blocked": {
        "player": Template(N_("You block the gorge between {low} and {high} till the end of the round."))
    },
    # Travel
    "journey": {
        "player": Template(
            NN_(
                "Your trader goes from {start} to {end}, for one border pass.",
                "Your trader goes from {start} to {end}, for {passes} border passes.",
            ),
            "passes",
        )
    },
    "displaced": {
        "player": Template(N_("{by} displaces your trader from {start} to {end}.")),
        "by": Template(N_("You displace a trader of {player} from {start} to {end}.")),
    },
    "spared": {"player": Template(N_("You displace nobody in {place}."))},
    "sent-home": {
        "player": Template(
            NN_(
                "Your trader in {place} has no route to Pu'er and goes to the market.",
                "Your {traders} traders in {place} have no route to Pu'er and go to the market.",
            ),
            "traders",
        )
    },
    "done": {"player": Template(N_("You are done travelling."))},
    # Inspector and presents
    "banished": {"player": Template(N_("The inspector banishes your trader from {place} to the market."))},
    "present": {
        "player": Template(
            NN_(
                "You receive a present in {place}; one is left there.",
                "You receive a present in {place}; {left} are left there.",
            ),
            "left",
            N_("You receive the last present in {place}."),
        )
    },
    # Income, order, conversion
    "traders-earned": {
        "player": Template(
            NN_("Your trader in {place} earns {coins}.", "Your {traders} traders in {place} earn {coins}."), "traders"
        )
    },
    "traders-earned-gaps": {
        "player": Template(
            NN_(
                "Your trader in {place} earns {coins}; gaps on the way: {gaps}.",
                "Your {traders} traders in {place} earn {coins}; gaps on the way: {gaps}.",
            ),
            "traders",
        )
    },
    "posts-earned": {
        "player": Template(
            NN_("Your post in {place} earns {coins}.", "Your {posts} posts in {place} earn {coins}."), "posts"
        )
    },
    "posts-earned-gaps": {
        "player": Template(
            NN_(
                "Your post in {place} earns {coins}; gaps on the way: {gaps}.",
                "Your {posts} posts in {place} earn {coins}; gaps on the way: {gaps}.",
            ),
            "posts",
        )
    },
    "market-earned": {
        "player": Template(
            NN_("Your trader in the market earns {coins}.", "Your {traders} traders in the market earn {coins}."),
            "traders",
        )
    },
    "income": {"player": Template(N_("Your income this round is {coins}."))},
    "new-order": {"player": Template(N_("You are number {position} in the new gray order."))},
    "converted": {
        "player": Template(
            NN_(
                "You turn {vp} of your income into VP and keep {coins} coin.",
                "You turn {vp} of your income into VP and keep {coins} coins.",
            ),
            "coins",
        )
    },
    "converted-all": {"player": Template(N_("You turn your whole income of {vp} into VP."))},
    "converted-none": {
        "player": Template(
            NN_("You take your income of 1 as a coin.", "You take your whole income of {coins} as coins."), "coins"
        )
    },
    # Rounds and the end
    "traders-came-back": {
        "player": Template(
            NN_("Your trader returns to your supply.", "Your {traders} traders return to your supply."), "traders"
        )
    },
    "guards-left": {"player": Template(N_("Your guards leave {place} and the game."))},
    "scored": {"person": Template(N_("You score {vp} VP for {score}."))},
    "ranked-first": {"person": Template(N_("You win with {vp} VP."))},
    "ranked": {"person": Template(N_("You come in at number {rank} with {vp} VP."))},
}
