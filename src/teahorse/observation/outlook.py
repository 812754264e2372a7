"""Writes what follows from a position, in compiled code: who leads, what is near, what would happen now.

A network could compute all of this itself, but it would need many games to learn the rules for it.
"""

from typing import NamedTuple

from ..rules.ending import total_of
from ..rules.income import expected_income
from ..rules.inspector import banished_player, revenue_of, richest_province
from ..rules.jit import compiled
from ..rules.resolving import total_of_bids
from ..rules.state import (
    BANK_SPACES,
    DULI,
    MAX_BANK_TOTAL,
    PLACES,
    PROVINCES,
    SCHOOL,
    SPACES,
    YUNNAN,
)
from .fields import (
    BANK_SCALE,
    EARNINGS_SCALE,
    FREE_SCALE,
    LEAD_SCALES,
    PRESENTS_LEFT_SCALES,
    REVENUE_SCALE,
    ROUND_SCALE,
    TO_END_SCALES,
)

LEADS, TO_ENDS, PRESENTS_LEFT = len(LEAD_SCALES), len(TO_END_SCALES), len(PRESENTS_LEFT_SCALES)
PLAYER_OUTLOOK = 1 + SPACES + TO_ENDS + 1 + LEADS + 1 + 1
FAR_BEHIND = 1_000_000_000


class Outlook(NamedTuple):
    """What several parts of an observation need: who leads, and what the inspector would do now."""

    totals: tuple[int, int, int, int, int]  # each person's final VP if the game ended now
    leader: int  # a person; of several, the first
    second: int  # the best total of the others
    richest: int  # the province that he would visit
    banished: int  # a player, or NOBODY


@compiled
def scaled(number, scale):
    """Divide a number by its scale and clip it to -1 … 1."""
    return min(1.0, max(-1.0, number / scale))


@compiled
def outlook_of(g, r):
    """What all players' parts of an observation need."""
    totals = (
        total_or_none(g, r, 0),
        total_or_none(g, r, 1),
        total_or_none(g, r, 2),
        total_or_none(g, r, 3),
        total_or_none(g, r, 4),
    )
    leader = 0
    second = -FAR_BEHIND
    for person in range(1, r.people):
        if totals[person] > totals[leader]:
            second, leader = totals[leader], person
        elif totals[person] > second:
            second = totals[person]
    richest = richest_province(g, r)
    return Outlook(totals, leader, second, richest, banished_player(g, r, richest))


@compiled
def total_or_none(g, r, person):
    """A person's total; 0 for nobody."""
    return total_of(g, r, person) if person < r.people else 0


@compiled
def write_player_outlook(g, r, outlook, player, row, at):
    """Write what is near for a player: prices, the end, the lead, income, the inspector."""
    row[at + PLAYER_OUTLOOK - 1] = outlook.banished == player
    if player == DULI:  # 14.2: she has no coins, VP or income
        for number in range(PLAYER_OUTLOOK - 1):
            row[at + number] = 0
        return
    person = r.person[player]
    free = g.coins[player] - g.committed[player]
    row[at] = scaled(free, FREE_SCALE)
    for space in range(SPACES):
        row[at + 1 + space] = free >= r.prices[SCHOOL, space]
    at += 1 + SPACES
    missing = r.vp_end - g.vp[person]
    for number in range(TO_ENDS):
        row[at + number] = scaled(missing, TO_END_SCALES[number]) if r.vp_end > 0 else 0
    row[at + TO_ENDS] = r.vp_end > 0 and g.income[player] >= missing
    at += TO_ENDS + 1
    rival = outlook.second if person == outlook.leader else outlook.totals[outlook.leader]
    lead = outlook.totals[person] - rival
    for number in range(LEADS):
        row[at + number] = scaled(lead, LEAD_SCALES[number])
    row[at + LEADS] = scaled(expected_income(g, r, player), EARNINGS_SCALE)


@compiled
def write_shared_outlook(g, r, outlook, row, at):
    """Write how near the end is, what the bank would pay, and where the inspector would go."""
    row[at] = scaled(g.round_number, ROUND_SCALE)
    left = -r.presents_end
    for province in range(YUNNAN, PLACES):
        left += g.presents[province]
    for number in range(PRESENTS_LEFT):
        row[at + 1 + number] = scaled(left, PRESENTS_LEFT_SCALES[number])
    at += 1 + PRESENTS_LEFT
    total = min(total_of_bids(g, r), MAX_BANK_TOTAL)
    for space in range(BANK_SPACES):
        row[at + space] = scaled(r.bank_pays[space, total], BANK_SCALE)
    at += BANK_SPACES
    for number in range(PROVINCES):
        row[at + number] = scaled(revenue_of(g, r, YUNNAN + number), REVENUE_SCALE)
        row[at + PROVINCES + number] = outlook.richest == YUNNAN + number
