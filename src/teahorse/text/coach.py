"""What a coach says about a move: what it gains, what it risks, what a rival would do.

Gains are said without a person, so that the hint and the review of anybody's move share them. Everything else is said
to the player who asked.
"""

from .translation import N_, NN_

# --- What a bid gains ---------------------------------------------------------------------------------

TRADER_GAINED = {  # by the number of traders after it
    4: N_("A fourth trader is one more bid or journey in every round."),
    5: N_("A fifth trader is one more bid or journey in every round."),
    6: N_("A sixth trader is one more bid or journey in every round."),
    7: N_("The seventh trader completes the caravan: one more bid or journey in every round."),
}
PASS_GAINED = NN_(
    "With {passes} border pass, the traders can take one more step in every round.",
    "With {passes} border passes, the traders can take one more step in every round.",
)
HORSE_ADVANCED = N_("The horse opens {place}, where a trader earns {coins} a round.")
INFLUENCE_OVER = N_("Influence {influence} is more than {players} has: first at the presents, and able to displace.")
INFLUENCE_OVER_SEVERAL = N_(
    "Influence {influence} is more than {players} have: first at the presents, and able to displace."
)
INFLUENCE_LEVEL = N_("Influence {influence} protects from being displaced by {players}.")
INFLUENCE_GAINED = NN_(
    "Influence {influence} scores {vp} more VP in the end.",
    "Influence {influence} scores {vp} more VP in the end.",
)
YARD_GAINED = N_("The yard gives a structure that stays for the whole game.")
TEMPLE_GAINED = N_("The temple closes a gorge this round: {players} could lose the use of a bridge.")
TEMPLE_QUIET = N_("The temple closes a gorge this round, but no other player has a bridge yet.")

# --- What a bid risks, and what a rival would do ------------------------------------------------------

IS_SAFE = NN_(
    "It can't be outbid, and leaves you {coins} coin for other bids.",
    "It can't be outbid, and leaves you {coins} coins for other bids.",
)
IS_SAFE_WITH_CHANGE = NN_(
    "It can't be outbid, and leaves you {coins} coin, too few for another bid.",
    "It can't be outbid, and leaves you {coins} coins, too few for another bid.",
)
IS_SAFE_FOR_ALL_COINS = N_("It can't be outbid, but it takes all your coins.")
NOBODY_CAN_OUTBID = N_("None of the others can outbid it.")
CAN_OUTBID = N_("{players} can still outbid it; then your trader comes back, and you bid again.")
WOULD_OUTBID = N_("{player} might outbid it with {price}: that costs {player} more, and you bid again.")
RIVAL_WOULD_TAKE = N_("If you leave it, {player} might bid there first.")
OUTBIDS = N_("It sends the trader of {players} home.")
IN_DEBT = NN_(
    "You would be {coins} coin short, and pay for it in VP.",
    "You would be {coins} coins short, and pay for it in VP.",
)

# --- The other ways to bid ----------------------------------------------------------------------------

BANK_PAYS = NN_(
    "The bank would pay {coins} coin as the bids stand.", "The bank would pay {coins} coins as the bids stand."
)
BANK_PAYS_NOTHING_YET = N_("The bank pays for the bids of the others, and they have made none yet.")
BANK_PAYS_NOTHING = N_(
    "The bank pays nothing now, as none of the others can bid any more, but your trader is back in your supply for the "
    "next bidding."
)
BANK_PAYS_BUT = NN_(
    "The bank would pay {coins} coin as the bids stand; the bids made so far are given up for it.",
    "The bank would pay {coins} coins as the bids stand; the bids made so far are given up for it.",
)
BANK_LATER = N_(
    "Later in this bidding you would probably give it up for the bank, which pays for the bids of the others."
)
BANK_LAST_SPACE = N_("If you wait, {player} might take the last space.")
BANK_MAY_GROW = N_("Every further bid raises what it pays, and your other traders can travel.")
BANK_LEAVES_TRADERS = N_("Your other traders can travel this round.")
PASS_WITH_BIDS = N_("The bids stand, and what is left of the coins is there for the next round.")
PASS_TRAVELS = NN_(
    "The last trader goes to the market, ready to travel.",
    "{traders} traders go to the market, ready to travel.",
)
PASS_MAY_BE_OUTBID = N_("{players} can still outbid you; then you are back in the bidding.")
PASS_IS_SAFE = N_("None of the others can outbid you any more.")
MARKET_GAINED = N_("A trader in the market can travel this round, and the bidding goes on.")
MARKET_WAITS = N_("You see first what {players} will do.")

# --- Structures and gorges ----------------------------------------------------------------------------

POST_GAINED = NN_(
    "A post in {place} earns {coins} coin a round if its road has no gap, and holds the road there without a trader.",
    "A post in {place} earns {coins} coins a round if its road has no gap, and holds the road there without a trader.",
)
TEAHOUSE_GAINED = NN_(
    "A teahouse in {place} scores {vp} VP in the end, and the inspector leaves its owner's traders there alone.",
    "A teahouse in {place} scores {vp} VP in the end, and the inspector leaves its owner's traders there alone.",
)
BRIDGE_GAINED = N_("A bridge over {gorge} is a short cut, and a second way home.")
STRUCTURE_KEPT = N_("In the supply it can wait for a better place.")
GUARDS_GAINED = N_("With the guards in {place}, nobody can displace the traders there this round.")
BLOCK_HURTS = N_("{players} can't use the bridge there this round.")
BLOCK_HARMLESS = N_("No bridge stands there, so the bridges elsewhere stay open.")
BLOCK_IDLE = N_("No bridge stands there yet, and nobody can build one there this round.")

# --- On the road --------------------------------------------------------------------------------------

INCOME_RISES = N_("This round's income rises from {before} to {income}.")
EARNS_IF_SPARED = N_(
    "In {place} the trader earns {coins} if the inspector goes elsewhere. As it stands he would come there, and then a "
    "trader only goes back to the market."
)
EARNS_IF_SPARED_ELSE_LESS = N_(
    "In {place} the trader earns {coins} if the others draw the inspector elsewhere. If he comes, this round's income "
    "falls from {before} to {income}."
)
EARNS_WITH_ANOTHER = N_(
    "The inspector comes to {place} and banishes one of your traders there. Send another one, too: that one earns "
    "{coins}."
)
IS_BANISHED = N_(
    "The inspector comes to {place} and sends the trader back to the market. This round's income is then {income}."
)
INCOME_FALLS_UPWARD = N_(
    "This round's income falls from {before} to {income}, but the trader is farther up the road for the rounds to come."
)
INCOME_FALLS_DOWNWARD = N_(
    "This round's income falls from {before} to {income}, but the trader then holds {place} on your way to Pu'er."
)
INCOME_AT_HOME = N_("This round's income is then {income}.")
INCOME_STAYS_UPWARD = N_(
    "This round's income stays {income}, and the trader is farther up the road for the rounds to come."
)
INCOME_STAYS_DOWNWARD = N_(
    "This round's income stays {income}, and the trader then holds {place} on your way to Pu'er."
)
PRESENT_TOO = NN_(
    "This round's income rises from {before} to {income}, and there is a present to get, worth 3 VP.",
    "This round's income rises from {before} to {income}, and there are {presents} presents to get, 3 VP each.",
)
PRESENT_ONLY = NN_(
    "As it stands, it gets a present, worth 3 VP in the end.",
    "As it stands, it gets {presents} presents, worth 3 VP each in the end.",
)
SAVES_ROUTE = N_("It closes a gap: without it, traders would have to go home from {places}.")
MAY_DISPLACE = N_("It may displace a trader there.")
WOULD_BE_BANISHED = N_("But as it stands, the inspector would come to {place} and banish a trader of yours.")
INSPECTOR_SPARES = N_("And the inspector would no longer banish a trader of yours.")
WOULD_BE_DISPLACED = N_("But {player} might displace a trader of yours in {place}.")
COULD_BE_DISPLACED = N_("But {players} travels after you with more influence, and could displace it.")
COULD_BE_DISPLACED_BY_SEVERAL = N_("But {players} travel after you with more influence, and could displace it.")
DONE_BEST = N_("No journey would raise this round's income of {income}.")
DONE_STAY = N_(
    "Another journey could bring {more} more this round, but your traders are better placed where they are for the "
    "rounds to come."
)
DONE_STAY_IN_MARKET = N_(
    "Another journey could bring {more} more this round, but from the market a trader is back in your supply for the "
    "next bidding."
)
DONE_SENT_HOME = N_("Mind the traders in {places}: without a route they go home to the market.")
LOSES_INCOME = N_("It takes {coins} of this round's income from {player}.")
LOSES_PRESENT = N_("It takes a present from {player}, who would be too late for it.")
LOSES_BOTH = N_("It takes {coins} of this round's income and a present from {player}.")
LOSES_PLACE = N_("It pushes {player} back to {place}.")
SPARE_REASON = N_("Displacing someone here would gain little.")

# --- Converting ---------------------------------------------------------------------------------------

ENDS_AND_LEADS = NN_(
    "That makes {vp} VP and ends the game, ahead of everyone else: {total} VP in all.",
    "That makes {vp} VP and ends the game, ahead of everyone else: {total} VP in all.",
)
ENDS_BEHIND = N_("That makes {vp} VP and ends the game.")
ENDS_ANYWAY = N_("The game ends after this round, and then three coins are worth only one VP.")
END_IS_NEAR = NN_(
    "{player} is {vp} VP from the end, so VP count more than coins now.",
    "{player} is {vp} VP from the end, so VP count more than coins now.",
)
END_IS_NEAR_FOR_YOU = NN_(
    "That leaves you {vp} VP from the end, so VP count more than coins now.",
    "That leaves you {vp} VP from the end, so VP count more than coins now.",
)
COINS_ENOUGH = NN_(
    "With {coins} coin there is enough for the next bids; the rest is safer as VP.",
    "With {coins} coins there is enough for the next bids; the rest is safer as VP.",
)
COINS_KEPT = NN_("The {coins} coin is for the next round's bids.", "The {coins} coins are for the next round's bids.")
COINS_WITH_THE_BANK = NN_(
    "{coins} coin is too little for a bid, but it adds to what the bank may pay.",
    "{coins} coins are too few for a bid, but they add to what the bank may pay.",
)
ALL_POINTS = N_("VP can't be lost again. Without coins there is no bid next round, but the bank can bring new ones.")
NO_BID = NN_(
    "VP can't be lost again. With {coins} coin there is no bid next round, but the bank can bring more.",
    "VP can't be lost again. With {coins} coins there is no bid next round, but the bank can bring more.",
)
FEW_COINS = NN_(
    "VP can't be lost again, and {coins} coin is enough for a small bid.",
    "VP can't be lost again, and {coins} coins are enough for a small bid.",
)

# --- What the network expects --------------------------------------------------------------------------

OUTBID_BY = N_("The chance that {player} outbids it is {percent} %; then your trader comes back, and you bid again.")
OUTBID_BY_SOMEONE = N_("The chance that it is outbid is {percent} %; then your trader comes back, and you bid again.")
HARDLY_OUTBID = N_("{players} can still outbid it, but the chance of that is only {percent} %.")
INCOME_TO_COME = NN_(
    "Expect {vp} more VP from income in the round that is left.",
    "Expect {vp} more VP from income in the {rounds} rounds that are left.",
)
# By line of the score sheet: how many points more than another move.
MORE_THAN = {
    "track": NN_(
        "Expect {vp} VP more from income than with {move}.",
        "Expect {vp} VP more from income than with {move}.",
    ),
    "coins": NN_(
        "Expect {vp} VP more from coins than with {move}.",
        "Expect {vp} VP more from coins than with {move}.",
    ),
    "presents": NN_(
        "Expect {vp} VP more from presents than with {move}.",
        "Expect {vp} VP more from presents than with {move}.",
    ),
    "passes": NN_(
        "Expect {vp} VP more from border passes than with {move}.",
        "Expect {vp} VP more from border passes than with {move}.",
    ),
    "influence": NN_(
        "Expect {vp} VP more from influence than with {move}.",
        "Expect {vp} VP more from influence than with {move}.",
    ),
    "teahouses": NN_(
        "Expect {vp} VP more from teahouses than with {move}.",
        "Expect {vp} VP more from teahouses than with {move}.",
    ),
    "horse": NN_(
        "Expect {vp} VP more from the horse than with {move}.",
        "Expect {vp} VP more from the horse than with {move}.",
    ),
}

# --- The review ---------------------------------------------------------------------------------------

KEPT_YOU_AHEAD = N_("Here {move} would have kept you the favourite")
KEPT_AHEAD = N_("Here {move} would have kept {player} the favourite")
MUCH_BETTER = N_("Here {move} would have been much better")
BETTER = N_("Here {move} would have been better")
ANOTHER_TRADER = N_("a trader from {place}")  # for the same bid, as the subject of these sentences

# How many points more the better move would have brought, by line of the score sheet.
WOULD_HAVE_BROUGHT = {
    "track": NN_(
        "The better move was worth about {vp} more VP from income.",
        "The better move was worth about {vp} more VP from income.",
    ),
    "coins": NN_(
        "The better move was worth about {vp} more VP from coins.",
        "The better move was worth about {vp} more VP from coins.",
    ),
    "presents": NN_(
        "The better move was worth about {vp} more VP from presents.",
        "The better move was worth about {vp} more VP from presents.",
    ),
    "passes": NN_(
        "The better move was worth about {vp} more VP from border passes.",
        "The better move was worth about {vp} more VP from border passes.",
    ),
    "influence": NN_(
        "The better move was worth about {vp} more VP from influence.",
        "The better move was worth about {vp} more VP from influence.",
    ),
    "teahouses": NN_(
        "The better move was worth about {vp} more VP from teahouses.",
        "The better move was worth about {vp} more VP from teahouses.",
    ),
    "horse": NN_(
        "The better move was worth about {vp} more VP from the horse.",
        "The better move was worth about {vp} more VP from the horse.",
    ),
}

# The preferred move as the subject of a sentence.
MOVE_NOUNS = {
    "bid": N_("{price} at the {building}"),
    "bank": N_("the bank"),
    "bank high": N_("the high space of the bank"),
    "bank low": N_("the low space of the bank"),
    "market": N_("a trader in the market"),
    "pass": N_("passing"),
    "take": N_("keeping a structure for later"),
    "post": N_("a post in {place}"),
    "bridge": N_("a bridge over {gorge}"),
    "teahouse": N_("a teahouse in {place}"),
    "guards": N_("the guards in {place}"),
    "block": N_("closing {gorge}"),
    "go": N_("a journey from {start} to {place}"),
    "done": N_("staying put"),
    "displace": N_("displacing {player}"),
    "spare": N_("displacing nobody"),
    "convert": N_("turning {vp} into VP"),
    "convert 0": N_("keeping the whole income as coins"),
}

BID_NOUNS = {  # where the edition has no word of its own for the building
    "school": N_("{price} at the school"),
    "customs": N_("{price} at the customs"),
    "horse": N_("{price} at the horse trader"),
    "guild": N_("{price} at the guild"),
    "yard": N_("{price} at the yard"),
    "temple": N_("{price} at the temple"),
}

# What happened instead, until the end of the round.
GOT_TRADER = {
    4: N_("{player} got a fourth trader"),
    5: N_("{player} got a fifth trader"),
    6: N_("{player} got a sixth trader"),
    7: N_("{player} got the seventh trader"),
}
GOT_PASSES = NN_("{player} went up to {passes} border pass", "{player} went up to {passes} border passes")
GOT_HORSE = N_("the horse of {player} reached {place}")
GOT_INFLUENCE = N_("{player} went up to influence {influence}")
GOT_STRUCTURE = N_("{player} won the yard")
GOT_TEMPLE = N_("{player} closed {gorge}")
YOU_WERE_OUTBID = N_("{player} outbid your {price}")
WAS_OUTBID = N_("{by} outbid the {price} of {player}")
BANK_PAID = NN_("in the end it would have paid {coins} coin", "in the end it would have paid {coins} coins")
BANISHED = N_("the inspector banished a trader from {place}")
DISPLACED = N_("{player} displaced a trader in {place}")
SENT_HOME = N_("a trader went home from {place} for want of a route")
COINS_LEFT_OVER = NN_(
    "{coins} coin was left over when the game ended", "{coins} coins were left over when the game ended"
)
NO_COINS_NEXT_ROUND = N_("no coins were there for the next round's bids")
FEW_COINS_NEXT_ROUND = NN_(
    "only {coins} coin was there for the next round's bids", "only {coins} coins were there for the next round's bids"
)
WORTH_MORE_THERE = N_("the trader was worth more in {place}")
COST_LESS = NN_("it would have cost {coins} coin less", "it would have cost {coins} coins less")
MORE_COINS = NN_(
    "{coins} more coin would have been there for the next round's bids",
    "{coins} more coins would have been there for the next round's bids",
)
MORE_POINTS = NN_("{vp} more VP was to be had", "{vp} more VP were to be had")
