"""Every refusal with its rule id: a move is legal if no rule refuses it.

A verdict is one byte per move. 0 is legal; any other number is a row of `REFUSALS`. The sentences are
templates; `refusal.explain_verdict` fills them in.
"""

from typing import NamedTuple

import numpy as np


class Refusal(NamedTuple):
    """Why a move is not allowed: the rule, a stable code for programs, and a sentence with blanks."""

    rule: str
    code: str
    sentence: str


LEGAL = np.uint8(0)

REFUSALS: list[Refusal] = [Refusal("", "legal", "This move is legal.")]


def _refusal(rule: str, code: str, sentence: str) -> np.uint8:
    REFUSALS.append(Refusal(rule, code, sentence))
    return np.uint8(len(REFUSALS) - 1)


GAME_OVER = _refusal("11.1", "game-over", "The game is over; no more moves are made.")
WRONG_PHASE = _refusal(
    "1.6", "wrong-phase", "Now {player} is to {asked}; this move belongs to another part of the round."
)
NOBODY_TO_DISPLACE = _refusal(
    "5.10",
    "nothing-to-displace",
    "You can displace only right after a journey that ends beside a trader of lower influence.",
)
DISPLACE_FIRST = _refusal(
    "5.10",
    "displace-first",
    "First settle the journey that just ended in {arrived}: displace a trader there, or spare them.",
)
DEAL_FIRST = _refusal("14.3", "deal-first", "Dúli's cards must be shuffled first: `deck` with all 16 cards.")
NO_CARDS_NEEDED = _refusal(
    "14.3", "no-cards-needed", "No cards are shuffled now; that happens only when Dúli needs one and her pile is empty."
)

NO_TEMPLE = _refusal("15.1", "no-temple", "There is no temple in this game.")
NO_SUCH_SPACE = _refusal("3.1", "no-such-space", "The {building} has no such space; its prices are {prices}.")
ONLY_MARKET_AFTER_BANK = _refusal(
    "15.4",
    "only-market-after-bank",
    "{player} is in the bank and may only use the market or pass for the rest of this bidding.",
)
SPACE_TAKEN = _refusal("3.2", "space-taken", "That space is taken by {occupant}.")
ALREADY_BIDDING_HERE = _refusal(
    "3.3", "already-bidding-here", "{player} has a trader in the {building} already and may not bid there again."
)
TWO_BIDS_ALREADY = _refusal(
    "13.1", "two-bids-already", "{player} already has two traders in the {building}, and two are the limit."
)
NOT_HIGHEST = _refusal(
    "3.4", "not-highest", "A small space needs the highest bid of the building, and {higher} stands on {higher_price}."
)
SCHOOL_USED_UP = _refusal(
    "3.8", "school-used-up", "{player} has no trader left in reserve, so the school has nothing to give."
)
CUSTOMS_USED_UP = _refusal(
    "3.8", "customs-used-up", "{player} has all 6 border passes, so the customs has nothing to give."
)
HORSE_USED_UP = _refusal("3.8", "horse-used-up", "{player}'s horse is in Qinghai and can go no farther.")
GUILD_USED_UP = _refusal("3.8", "guild-used-up", "{player} has influence 4, so the guild has nothing to give.")
YARD_USED_UP = _refusal("3.8", "yard-used-up", "{player} has nothing left in reserve to take from the yard.")
NOT_TWICE = _refusal(
    "13.2",
    "not-twice",
    "A second bid needs progress that can be taken twice, and {player} can take that of the {building} only once more.",
)
NO_TRADER_TO_PLACE = _refusal(
    "2.4",
    "no-trader-to-place",
    "{player} has no trader to place, neither in the supply nor in a province, and can only pass.",
)
NONE_IN_SUPPLY = _refusal(
    "2.2", "none-in-supply", "{player} has no trader in the supply; one from a province may be placed: {sources}."
)
NO_TRADER_THERE = _refusal("2.2", "no-trader-there", "{player} has no trader in {source}.")
SUPPLY_FIRST = _refusal(
    "15.3",
    "supply-first",
    "A trader may come from a province only if the supply is empty, and {player} has {supply} there.",
)
NOT_AFFORDABLE = _refusal(
    "3.6", "not-affordable", "{player} has {coins} coins; with this bid the standing bids would come to {committed}."
)
BANK_TAKEN = _refusal("2.5", "bank-taken", "No space of the bank is free.")
BANK_SPACE_TAKEN = _refusal("2.5", "bank-space-taken", "That space of the bank is taken by {occupant}.")
BANK_SPACE_CLOSED = _refusal("14.3", "bank-space-closed", "That space of the bank is closed in a game with Dúli.")
BANK_ALIKE = _refusal("2.5", "bank-alike", "Both spaces of this bank pay the same: say just `bank`.")
BANK_WHICH = _refusal("15.4", "bank-which", "The two spaces of this bank differ: say `bank high` or `bank low`.")
BANK_TWICE = _refusal(
    "15.4", "bank-twice", "{player} is in the bank already, and may take only one of its spaces in each bidding."
)

NONE_LEFT = _refusal("4.8", "none-left", "{player} has no {structure} left in reserve.")
YARD_BUILDS_TEAHOUSES = _refusal(
    "15.6",
    "yard-builds-teahouses",
    "At the yard only a teahouse may be built at once; a {structure} goes to the supply.",
)
NO_GUARDS = _refusal("13.5", "no-guards", "There are no guards in this game.")
GUARDS_USED = _refusal("13.5", "guards-used", "{player}'s guards have been used.")
NOT_A_GORGE = _refusal("16.4", "not-a-gorge", "There is no gorge {gorge} on this board; the gorges are {gorges}.")
NO_STRUCTURE = _refusal("5.2", "no-structure", "{player} has no {structure} in the supply to build.")
POST_BEYOND_HORSE = _refusal(
    "5.3", "post-beyond-horse", "A post needs the horse in {place} or beyond, and {player}'s is in {horse}."
)
POST_THERE = _refusal("5.3", "post-there", "{player} has {posts} in {place} already, which is the most.")
BRIDGE_BEYOND_HORSE = _refusal(
    "5.4",
    "bridge-beyond-horse",
    "A bridge needs the horse to have reached both its provinces, and {player}'s is in {horse}.",
)
GORGE_BLOCKED = _refusal("4.9", "gorge-blocked", "The gorge {gorge} is blocked till the end of the round.")
BRIDGE_THERE = _refusal("5.4", "bridge-there", "{player} has a bridge over {gorge} already.")
TEAHOUSE_BEYOND_HORSE = _refusal(
    "5.5", "teahouse-beyond-horse", "A teahouse needs the horse in {place} or beyond, and {player}'s is in {horse}."
)
TEAHOUSE_THERE = _refusal("5.5", "teahouse-there", "{teahouse} has a teahouse in {place}, and there is room for one.")

SAME_PLACE = _refusal("5.6", "same-place", "A journey must end in another province.")
NOT_TO_PUER = _refusal("5.6", "not-to-puer", "A journey can't end in Pu'er.")
NO_TRADER_TO_MOVE = _refusal("5.6", "no-trader-to-move", "{player} has no trader in {start}.")
ALL_HAVE_MOVED = _refusal(
    "5.6", "all-have-moved", "All of {player}'s traders in {start} have made their journey this turn."
)
BEYOND_HORSE = _refusal("5.7", "beyond-horse", "Traders go no farther than the horse, and {player}'s is in {horse}.")
NOT_ENOUGH_PASSES = _refusal(
    "5.9", "not-enough-passes", "That journey takes {steps} border passes, and {player} has {passes_left} left."
)

NOT_PLAYING = _refusal("5.10", "not-playing", "{victim} is not in this game.")
NOT_YOURSELF = _refusal("5.10", "not-yourself", "You can displace only the traders of others, not your own.")
NOBODY_THERE = _refusal("5.10", "nobody-there", "{victim} has no trader in {arrived}.")
INFLUENCE_NOT_LOWER = _refusal(
    "5.10",
    "influence-not-lower",
    "{victim} has influence {victim_influence}, which is not lower than {player}'s {influence}.",
)
GUARDED = _refusal("13.6", "guarded", "{victim}'s guards protect the traders in {arrived} this round.")

MORE_THAN_INCOME = _refusal(
    "10.1", "more-than-income", "{player}'s income this round is {income}; at most that becomes VP."
)
