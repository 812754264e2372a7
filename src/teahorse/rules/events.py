"""What can happen by itself, told through a small buffer that simulations leave out.

The buffer is an int32 array: row 0 counts the events, each further row is one event, its kind first. A buffer
without rows takes nothing. `EVENTS` names the fields of each kind; the log, the animations and the
explanations are made from these, never by guessing from a difference of positions.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from .jit import compiled_for

FIELDS = 5  # at most, of one event
WIDTH = 1 + FIELDS
MOST_EVENTS = 400  # a `done` that ends the round and the game has about 150

NO_EVENTS = np.zeros((0, WIDTH), np.int32)


class EventKind(NamedTuple):
    """The name of a kind of event, and the names of its fields."""

    name: str
    fields: tuple[str, ...]


EVENTS: list[EventKind] = []


def _event(name: str, fields: str) -> int:
    EVENTS.append(EventKind(name, tuple(fields.split())))
    return len(EVENTS) - 1


# Bidding (2, 3)
BID_PLACED = _event("bid", "player building price source")
OUTBID = _event("outbid", "player building price by")
UNPASSED = _event("unpassed", "player")
BANK_ENTERED = _event("bank", "player bank_space source to_market")
MARKET_ENTERED = _event("market", "player source")
PASSED = _event("passed", "player to_market")
# Resolving (4)
BANK_PAID = _event("bank-paid", "player total coins")
BIDS_PAID = _event("bids-paid", "player coins")
DEBT_PAID = _event("debt", "player short vp_each vp")
TRADER_RETURNED = _event("trader-returned", "player building")
TRADER_HIRED = _event("trader-hired", "player")
PASS_GAINED = _event("pass-gained", "player passes")
HORSE_ADVANCED = _event("horse-advanced", "player place")
INFLUENCE_GAINED = _event("influence-gained", "player influence")
STRUCTURE_TAKEN = _event("structure-taken", "player structure")
STRUCTURE_BUILT = _event("structure-built", "player structure where")
GUARDS_PLACED = _event("guards-placed", "player place")
GORGE_BLOCKED = _event("gorge-blocked", "player gorge")
# Travel (5)
JOURNEY = _event("journey", "player start end passes")
DISPLACED = _event("displaced", "player start end by")
SPARED = _event("spared", "player place")
SENT_HOME = _event("sent-home", "player place traders")
TURN_DONE = _event("done", "player")
# Inspector and presents (6, 7)
REVENUE = _event("revenue", "place coins")
INSPECTED = _event("inspected", "place")
BANISHED = _event("banished", "player place")
NOBODY_BANISHED = _event("nobody-banished", "place")
PRESENT_GIVEN = _event("present", "player place left")
# Income, order, conversion (8, 9, 10)
TRADERS_EARNED = _event("traders-earned", "player place traders gaps coins")
POSTS_EARNED = _event("posts-earned", "player place posts gaps coins")
MARKET_EARNED = _event("market-earned", "player traders coins")
INCOME = _event("income", "player coins")
NEW_ORDER = _event("new-order", "position player")
CONVERTED = _event("converted", "player vp coins")
# Dúli (14)
DECK_LAID = _event("deck", "")
CARD_DRAWN = _event("card-drawn", "card")
CARD_SPENT = _event("card-spent", "card")
DULI_PLACED = _event("duli-placed", "place traders")
# Rounds and the end (11, 12)
TRADERS_CAME_BACK = _event("traders-came-back", "player traders")
GUARDS_LEFT = _event("guards-left", "player place")
ROUND_BEGAN = _event("round", "round")
GAME_ENDED = _event("game-ended", "reason")
SCORED = _event("scored", "person score vp")
RANKED = _event("ranked", "rank person vp")


def new_buffer() -> npt.NDArray[np.int32]:
    """Make a buffer that has room for all that one move can set off."""
    return np.zeros((MOST_EVENTS + 1, WIDTH), np.int32)


def _signatures() -> list[Any]:
    """A buffer, a kind, and any number of fields, all of the widest whole numbers."""
    buffer = types.Array(types.int32, 2, "C")
    return [
        types.void(buffer, types.int64, *[types.int64] * given, *[types.Omitted(0)] * (FIELDS - given))
        for given in range(FIELDS + 1)
    ]


# Fields are numbers of all widths; without these signatures every mixture of widths would be compiled apart.
@compiled_for(_signatures())
def emit(events, kind, a=0, b=0, c=0, d=0, e=0):
    """Append an event to the buffer."""
    if len(events) == 0:
        return
    row = events[0, 0] + 1
    if row < len(events):
        events[row, 0] = kind
        events[row, 1] = a
        events[row, 2] = b
        events[row, 3] = c
        events[row, 4] = d
        events[row, 5] = e
    events[0, 0] = row
