"""Events: what happens by itself, told through a small buffer that simulations leave out.

The buffer is an int32 array: row 0 counts the events, each further row is one event, its kind first. A buffer
without rows takes nothing. `EVENTS` declares the fields of each kind and their types; the log, the animations and the
explanations are made from these, never by comparing positions.
"""

from collections.abc import Mapping
from enum import Enum, auto
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from .jit import compiled_for

FIELDS = 5  # at most, of one event
WIDTH = 1 + FIELDS
MOST_EVENTS = 400  # a `done` that ends the round and the game has about 150

NO_EVENTS = np.zeros((0, WIDTH), np.int32)


class FieldType(Enum):
    """What the number in a field stands for."""

    PLAYER = auto()  # one of the colours, or Dúli
    PERSON = auto()  # who scores: a person has one colour, or two (15.18)
    PLACE = auto()  # Pu'er or a province
    SOURCE = auto()  # where a trader comes from: the supply or a province
    BUILDING = auto()
    BANK_SPACE = auto()
    STRUCTURE = auto()
    GORGE = auto()
    SITE = auto()  # where a structure is built: a gorge for a bridge, a province for the others
    REASON = auto()  # why the game ended
    SCORE = auto()  # a line of the score sheet
    COINS = auto()
    VP = auto()
    COUNT = auto()  # of pieces or gaps, or the level of a track
    NUMBER = auto()  # of a round, a card, a place in an order


PLAYER, PERSON, PLACE, SOURCE = FieldType.PLAYER, FieldType.PERSON, FieldType.PLACE, FieldType.SOURCE
BUILDING, BANK_SPACE, STRUCTURE = FieldType.BUILDING, FieldType.BANK_SPACE, FieldType.STRUCTURE
GORGE, SITE, REASON, SCORE = FieldType.GORGE, FieldType.SITE, FieldType.REASON, FieldType.SCORE
COINS, VP, COUNT, NUMBER = FieldType.COINS, FieldType.VP, FieldType.COUNT, FieldType.NUMBER


class EventKind(NamedTuple):
    """The name of a kind of event, and its fields with their types."""

    name: str
    fields: Mapping[str, FieldType]


EVENTS: list[EventKind] = []


def _event(name: str, **fields: FieldType) -> int:
    EVENTS.append(EventKind(name, fields))
    return len(EVENTS) - 1


# Bidding (2, 3)
BID_PLACED = _event("bid", player=PLAYER, building=BUILDING, price=COINS, source=SOURCE)
OUTBID = _event("outbid", player=PLAYER, building=BUILDING, price=COINS, by=PLAYER)
UNPASSED = _event("unpassed", player=PLAYER)
BANK_ENTERED = _event("bank", player=PLAYER, bank_space=BANK_SPACE, source=SOURCE, to_market=COUNT)
MARKET_ENTERED = _event("market", player=PLAYER, source=SOURCE)
PASSED = _event("passed", player=PLAYER, to_market=COUNT)
# Resolving (4)
BANK_PAID = _event("bank-paid", player=PLAYER, total=COINS, coins=COINS)
BIDS_PAID = _event("bids-paid", player=PLAYER, coins=COINS)
DEBT_PAID = _event("debt", player=PLAYER, short=COINS, vp_each=VP, vp=VP)
TRADER_RETURNED = _event("trader-returned", player=PLAYER, building=BUILDING)
TRADER_HIRED = _event("trader-hired", player=PLAYER)
PASS_GAINED = _event("pass-gained", player=PLAYER, passes=COUNT)
HORSE_ADVANCED = _event("horse-advanced", player=PLAYER, place=PLACE)
INFLUENCE_GAINED = _event("influence-gained", player=PLAYER, influence=COUNT)
STRUCTURE_TAKEN = _event("structure-taken", player=PLAYER, structure=STRUCTURE)
STRUCTURE_BUILT = _event("structure-built", player=PLAYER, structure=STRUCTURE, where=SITE)
GUARDS_PLACED = _event("guards-placed", player=PLAYER, place=PLACE)
GORGE_BLOCKED = _event("gorge-blocked", player=PLAYER, gorge=GORGE)
# Travel (5)
JOURNEY = _event("journey", player=PLAYER, start=PLACE, end=PLACE, passes=COUNT)
DISPLACED = _event("displaced", player=PLAYER, start=PLACE, end=PLACE, by=PLAYER)
SPARED = _event("spared", player=PLAYER, place=PLACE)
SENT_HOME = _event("sent-home", player=PLAYER, place=PLACE, traders=COUNT)
TURN_DONE = _event("done", player=PLAYER)
# Inspector and presents (6, 7)
REVENUE = _event("revenue", place=PLACE, coins=COINS)
INSPECTED = _event("inspected", place=PLACE)
BANISHED = _event("banished", player=PLAYER, place=PLACE)
NOBODY_BANISHED = _event("nobody-banished", place=PLACE)
PRESENT_GIVEN = _event("present", player=PLAYER, place=PLACE, left=COUNT)
# Income, order, conversion (8, 9, 10)
TRADERS_EARNED = _event("traders-earned", player=PLAYER, place=PLACE, traders=COUNT, gaps=COUNT, coins=COINS)
POSTS_EARNED = _event("posts-earned", player=PLAYER, place=PLACE, posts=COUNT, gaps=COUNT, coins=COINS)
MARKET_EARNED = _event("market-earned", player=PLAYER, traders=COUNT, coins=COINS)
INCOME = _event("income", player=PLAYER, coins=COINS)
NEW_ORDER = _event("new-order", position=NUMBER, player=PLAYER)
CONVERTED = _event("converted", player=PLAYER, vp=VP, coins=COINS)
# Dúli (14)
DECK_LAID = _event("deck")
CARD_DRAWN = _event("card-drawn", card=NUMBER)
CARD_SPENT = _event("card-spent", card=NUMBER)
DULI_PLACED = _event("duli-placed", place=PLACE, traders=COUNT)
# Rounds and the end (11, 12)
TRADERS_CAME_BACK = _event("traders-came-back", player=PLAYER, traders=COUNT)
GUARDS_LEFT = _event("guards-left", player=PLAYER, place=PLACE)
ROUND_BEGAN = _event("round", round=NUMBER)
GAME_ENDED = _event("game-ended", reason=REASON)
SCORED = _event("scored", person=PERSON, score=SCORE, vp=VP)
RANKED = _event("ranked", rank=NUMBER, person=PERSON, vp=VP)


FIELD_TYPES = {kind.name: kind.fields for kind in EVENTS}
"""The fields of each event with their types, by the event's name."""


def new_buffer() -> npt.NDArray[np.int32]:
    """Make a buffer with room for everything that one move can set off."""
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
