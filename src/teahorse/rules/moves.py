"""The move table: what every move id means. It is the same for all editions, so learners have one action space.

Placing a trader comes first, each placement once for every place the trader can come from:

    (building x SPACES + space | BANK | BANK_HIGH | BANK_LOW | MARKET) x PLACES + source

`deck` is the move of chance. Its sixteen cards are not part of the id: they lie in the position before it is applied
(`engine.apply_with_cards`).
"""

from .jit import compiled
from .state import (
    BID,
    BLOCK,
    BUILDINGS,
    CHANCE,
    CONVERT,
    DISPLACE,
    MAX_GORGES,
    PLACES,
    PROVINCES,
    SEATS,
    SPACES,
    STRUCTURES,
    TAKE,
    TRAVEL,
)

# Placements, beside the spaces of the buildings.
BANK = BUILDINGS * SPACES
BANK_HIGH = BANK + 1
BANK_LOW = BANK + 2
MARKET = BANK + 3
PLACEMENTS = BANK + 4

# First ids.
PLACE_TRADER = 0
PASS = PLACE_TRADER + PLACES * PLACEMENTS
BLOCK_GORGE = PASS + 1
TAKE_TO_SUPPLY = BLOCK_GORGE + MAX_GORGES
TAKE_POST = TAKE_TO_SUPPLY + STRUCTURES
TAKE_BRIDGE = TAKE_POST + PROVINCES
TAKE_TEAHOUSE = TAKE_BRIDGE + MAX_GORGES
TAKE_GUARDS = TAKE_TEAHOUSE + PROVINCES
BUILD_POST = TAKE_GUARDS + PROVINCES
BUILD_BRIDGE = BUILD_POST + PROVINCES
BUILD_TEAHOUSE = BUILD_BRIDGE + MAX_GORGES
GO = BUILD_TEAHOUSE + PROVINCES
DONE = GO + PLACES * PLACES
DISPLACE_TRADER = DONE + 1
SPARE = DISPLACE_TRADER + SEATS
CONVERT_INCOME = SPARE + 1
MOST_INCOME = 255
DECK = CONVERT_INCOME + MOST_INCOME + 1
MOVES = DECK + 1

# The moves of each phase: from, up to but not including; by the number of the phase.
FIRST = (PLACE_TRADER, TAKE_TO_SUPPLY, BLOCK_GORGE, BUILD_POST, DISPLACE_TRADER, CONVERT_INCOME, DECK, MOVES)
LAST = (BLOCK_GORGE, BUILD_POST, TAKE_TO_SUPPLY, DISPLACE_TRADER, CONVERT_INCOME, DECK, MOVES, MOVES)

assert tuple(range(7)) == (BID, TAKE, BLOCK, TRAVEL, DISPLACE, CONVERT, CHANCE)


@compiled
def placement_id(source, placement):
    """The id of placing a trader from a source."""
    return PLACE_TRADER + placement * PLACES + source


@compiled
def bid_id(building, space, source):
    """The id of a bid."""
    return PLACE_TRADER + (building * SPACES + space) * PLACES + source


@compiled
def go_id(start, end):
    """The id of a journey."""
    return GO + start * PLACES + end
