"""GAME, the record that is a position, and RULES, the record of switches and tables.

Numbers name things everywhere in the compiled rules; their words are in `names.py`.
"""

from types import SimpleNamespace
from typing import Any

import numpy as np

# Players are 0 to 4; Dúli (section 14) sits in the same arrays behind them.
MAX_PLAYERS = 5
DULI = 5
SEATS = 6
NOBODY = -1
CLOSED = -2  # a bank space that is not in play (14.3)

# Places along the Tea Horse Road. Traders "in Pu'er" stand in its market.
PUER, YUNNAN, SICHUAN, KANG, TIBET, QINGHAI = range(6)
PLACES = 6
PROVINCES = 5
FROM_SUPPLY = 0  # where a bid's trader comes from: the supply, or a province by its number

# Buildings, in the order in which they resolve (4.3).
SCHOOL, CUSTOMS, HORSE, GUILD, YARD, TEMPLE = range(6)
BUILDINGS = 6
PROGRESS_BUILDINGS = 5
SPACES = 5

POST, BRIDGE, TEAHOUSE, GUARDS = range(4)
STRUCTURES = 3

# Every pair of provinces that the road does not join can be a gorge; a board uses some of them.
GORGES = ((YUNNAN, KANG), (YUNNAN, TIBET), (YUNNAN, QINGHAI), (SICHUAN, TIBET), (SICHUAN, QINGHAI), (KANG, QINGHAI))
MAX_GORGES = len(GORGES)

BANK_SPACES = 2
HIGH, LOW = range(2)
MAX_BANK_TOTAL = 99

CARDS = 16
LONGEST_GAME = 60  # rounds (11.2)

# Where a player's guards are (13.5), besides the number of a province.
GUARDS_IN_RESERVE = 0
GUARDS_GONE = 6

# Phases; the order is that of a round.
BID, TAKE, BLOCK, TRAVEL, DISPLACE, CONVERT, CHANCE, OVER = range(8)

# What a chance is needed for (14.3).
NEEDS_NOTHING, NEEDS_START, NEEDS_BID, NEEDS_TRAVEL = range(4)

# Why a game ended (11.1, 11.2).
BY_VP, BY_PRESENTS, BY_BOTH, BY_CAP = range(4)

# Sources of final points (12.1 to 12.3), in the order of the score sheet.
TRACK, COINS, PRESENTS, PASSES, INFLUENCE, TEAHOUSES, HORSES = range(7)
SCORES = 7

# Pieces and tracks that are the same in every edition (1.2).
TRADERS = 7
TRADERS_AT_START = 3
STRUCTURES_OF_A_KIND = 2
PASSES_AT_START = 2
MOST_PASSES = 6
MOST_INFLUENCE = 4

GAME = np.dtype(
    [
        ("coins", "i4", SEATS),
        ("vp", "i4", SEATS),  # by person: the two colours of one person share a marker (15.18)
        ("income", "i4", SEATS),  # from step 8 until converted, else 0
        ("committed", "i4", SEATS),  # the sum of a player's standing bids
        ("round_number", "i2"),
        ("phase", "i1"),
        ("turn", "i1"),  # whose turn: an index into `blue`, in the gray phases too
        ("blue", "i1", SEATS),
        ("passed", "i1", SEATS),
        ("supply", "i1", SEATS),
        ("reserve", "i1", SEATS),
        ("traders", "i1", (SEATS, PLACES)),
        ("bids", "i1", (BUILDINGS, SPACES)),  # who stands there
        ("bank", "i1", BANK_SPACES),  # who stands there
        ("influence", "i1", SEATS),
        ("passes", "i1", SEATS),
        ("horse", "i1", SEATS),  # the place of the stable
        ("held_presents", "i1", SEATS),
        ("structures", "i1", (SEATS, STRUCTURES)),  # in the supply
        ("structures_reserve", "i1", (SEATS, STRUCTURES)),
        ("posts", "i1", (SEATS, PLACES)),
        ("bridges", "i1", SEATS),  # a bit per gorge
        ("guards", "i1", SEATS),
        ("teahouse", "i1", PLACES),  # whose
        ("presents", "i1", PLACES),
        ("blocked", "i1"),  # the gorge under the blocker, or NOBODY
        ("passes_left", "i1"),
        ("moved", "i1", PLACES),  # how many of the mover's traders there have made their journey
        ("arrived", "i1"),  # where the journey ended, while displacing; else NOBODY
        ("needs", "i1"),
        ("deck", "i1", CARDS),  # Dúli's cards in drawing order, all 0 before the first deck
        ("drawn", "i1"),  # how many of them are drawn
        ("reason", "i1"),  # why the game ended, or NOBODY
    ],
    align=True,
)

RULES = np.dtype(
    [
        ("players", "i4"),  # colours that bid, travel and earn
        ("seats", "i4"),  # the same, and Dúli
        ("people", "i4"),
        ("person", "i4", MAX_PLAYERS),
        ("duli", "i1"),
        ("temple", "i1"),
        ("bank_is_high_low", "i1"),
        ("recall_any", "i1"),
        ("yard_builds_any", "i1"),
        ("posts_per_province", "i1"),
        ("puer_is_province", "i1"),
        ("market_pays_each", "i1"),
        ("inspector_counts_all_posts", "i1"),
        ("double_bidding", "i1"),
        ("guards", "i1"),
        ("debt", "i1"),
        ("vp_end", "i4"),  # 0: VP end no game
        ("presents_end", "i4"),
        ("coins_at_start", "i4", MAX_PLAYERS),
        ("presents_at_start", "i4", PLACES),
        ("prices", "i4", (BUILDINGS, SPACES)),  # 0: no such space
        ("small", "i1", (BUILDINGS, SPACES)),
        ("bank_pays", "i4", (BANK_SPACES, MAX_BANK_TOTAL + 1)),
        ("trader_values", "i4", PLACES),  # that of Pu'er is the market's
        ("post_values", "i4", PLACES),
        ("gap_cost", "i4"),
        ("coins_per_vp", "i4"),
        ("vp_per_present", "i4"),
        ("passes_vp", "i4", MOST_PASSES + 1),
        ("influence_vp", "i4", MOST_INFLUENCE + 1),
        ("teahouse_vp", "i4", PLACES),
        ("horse_vp", "i4", PLACES),
        ("debt_base", "i4"),
        ("debt_least", "i4"),
        ("gorge_in_play", "i1", MAX_GORGES),
        ("card_bids", "i1", (CARDS, PROGRESS_BUILDINGS)),
        ("card_traders", "i1", (CARDS, PLACES)),
        ("card_teahouse", "i1", CARDS),
        # Filled by `routes`: steps of the cheapest journey, and the fewest gaps on a way to Pu'er.
        ("journey", "i1", (1 << MAX_GORGES, PLACES, PLACES, PLACES)),  # bridges, horse, from, to
        ("gaps", "i1", (1 << MAX_GORGES, 1 << PROVINCES, PLACES)),  # bridges, held provinces, from
    ],
    align=True,
)


def unpacked(record: Any) -> SimpleNamespace:
    """The fields of a record as plain attributes: looking each one up in NumPy is slow."""
    return SimpleNamespace(**{name: record[name] for name in record.dtype.names})
