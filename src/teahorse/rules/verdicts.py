"""Every refusal with its rule id: a move is legal if no rule refuses it.

A verdict is one byte per move. 0 is legal; any other number is a row of `REFUSALS`. The sentences are in
`text/refusal_sentences.py`; `why_not.explain_verdict` fills them in.
"""

from typing import NamedTuple

import numpy as np


class Refusal(NamedTuple):
    """Why a move is not allowed: the rule, and a stable code for programs."""

    rule: str
    code: str


LEGAL = np.uint8(0)

REFUSALS: list[Refusal] = [Refusal("", "legal")]


def _refusal(rule: str, code: str) -> np.uint8:
    REFUSALS.append(Refusal(rule, code))
    return np.uint8(len(REFUSALS) - 1)


GAME_OVER = _refusal("11.1", "game-over")
WRONG_PHASE = _refusal("1.6", "wrong-phase")
NOBODY_TO_DISPLACE = _refusal("5.10", "nothing-to-displace")
DISPLACE_FIRST = _refusal("5.10", "displace-first")
DEAL_FIRST = _refusal("14.3", "deal-first")
NO_CARDS_NEEDED = _refusal("14.3", "no-cards-needed")

NO_TEMPLE = _refusal("15.1", "no-temple")
NO_SUCH_SPACE = _refusal("3.1", "no-such-space")
ONLY_MARKET_AFTER_BANK = _refusal("15.4", "only-market-after-bank")
SPACE_TAKEN = _refusal("3.2", "space-taken")
ALREADY_BIDDING_HERE = _refusal("3.3", "already-bidding-here")
TWO_BIDS_ALREADY = _refusal("13.1", "two-bids-already")
NOT_HIGHEST = _refusal("3.4", "not-highest")
SCHOOL_USED_UP = _refusal("3.8", "school-used-up")
CUSTOMS_USED_UP = _refusal("3.8", "customs-used-up")
HORSE_USED_UP = _refusal("3.8", "horse-used-up")
GUILD_USED_UP = _refusal("3.8", "guild-used-up")
YARD_USED_UP = _refusal("3.8", "yard-used-up")
NOT_TWICE = _refusal("13.2", "not-twice")
NO_TRADER_TO_PLACE = _refusal("2.4", "no-trader-to-place")
NONE_IN_SUPPLY = _refusal("2.2", "none-in-supply")
NO_TRADER_THERE = _refusal("2.2", "no-trader-there")
SUPPLY_FIRST = _refusal("15.3", "supply-first")
NOT_AFFORDABLE = _refusal("3.6", "not-affordable")
BANK_TAKEN = _refusal("2.5", "bank-taken")
BANK_SPACE_TAKEN = _refusal("2.5", "bank-space-taken")
BANK_SPACE_CLOSED = _refusal("14.3", "bank-space-closed")
BANK_ALIKE = _refusal("2.5", "bank-alike")
BANK_WHICH = _refusal("15.4", "bank-which")
BANK_TWICE = _refusal("15.4", "bank-twice")

NONE_LEFT = _refusal("4.8", "none-left")
YARD_BUILDS_TEAHOUSES = _refusal("15.6", "yard-builds-teahouses")
NO_GUARDS = _refusal("13.5", "no-guards")
GUARDS_USED = _refusal("13.5", "guards-used")
NOT_A_GORGE = _refusal("16.4", "not-a-gorge")
NO_STRUCTURE = _refusal("5.2", "no-structure")
POST_BEYOND_HORSE = _refusal("5.3", "post-beyond-horse")
POST_THERE = _refusal("5.3", "post-there")
BRIDGE_BEYOND_HORSE = _refusal("5.4", "bridge-beyond-horse")
GORGE_BLOCKED = _refusal("4.9", "gorge-blocked")
BRIDGE_THERE = _refusal("5.4", "bridge-there")
TEAHOUSE_BEYOND_HORSE = _refusal("5.5", "teahouse-beyond-horse")
TEAHOUSE_THERE = _refusal("5.5", "teahouse-there")

SAME_PLACE = _refusal("5.6", "same-place")
NOT_TO_PUER = _refusal("5.6", "not-to-puer")
NO_TRADER_TO_MOVE = _refusal("5.6", "no-trader-to-move")
ALL_HAVE_MOVED = _refusal("5.6", "all-have-moved")
BEYOND_HORSE = _refusal("5.7", "beyond-horse")
NOT_ENOUGH_PASSES = _refusal("5.9", "not-enough-passes")

NOT_PLAYING = _refusal("5.10", "not-playing")
NOT_YOURSELF = _refusal("5.10", "not-yourself")
NOBODY_THERE = _refusal("5.10", "nobody-there")
INFLUENCE_NOT_LOWER = _refusal("5.10", "influence-not-lower")
GUARDED = _refusal("13.6", "guarded")

MORE_THAN_INCOME = _refusal("10.1", "more-than-income")
