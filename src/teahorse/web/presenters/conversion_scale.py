"""The scale for converting income: what each choice leads to, and how much still leaves enough coins for a bid."""

import json
from dataclasses import dataclass

from ...rules.names import BUILDING
from ...text.translation import N_
from .forecast_converting import Converting
from .position_view import PositionView

BID_WORDS = {  # what the coins that are left are good for
    "can bid": N_("Enough for a bid of {price} in the next round."),
    "can't bid": N_("Not enough for a bid in the next round."),
}
LEAST_GAP = 0.07  # between two marks, by the length of the scale


@dataclass(frozen=True)
class BidMark:
    """A mark on the scale: turning this part into VP leaves exactly enough coins for a bid of this price."""

    part: int
    price: int


@dataclass(frozen=True)
class Scale:
    """The choice that is set at first, marks, what can be bid then, and what each choice leads to, as JSON."""

    first: int
    marks: tuple[BidMark, ...]
    bid: str
    outcomes: str


def scale(view: PositionView, converting: Converting) -> Scale:
    """The scale of a position in which income is converted."""
    prices = _prices_of_bids(view)
    bids = [max((price for price in prices if price <= choice.coins), default=0) for choice in converting.choices]
    ends = converting.income + 1 if converting.ends_from is None else converting.ends_from
    is_last_round = bool(converting.ends_already)
    outcomes = [
        [choice.vp, choice.coins, choice.total, choice.vp_taken >= ends, None if is_last_round else bid]
        for choice, bid in zip(converting.choices, bids, strict=True)
    ]
    if is_last_round:  # points are worth more than coins then
        return Scale(converting.income, (), "", json.dumps(outcomes))
    sentence = BID_WORDS["can bid"] if bids[0] else BID_WORDS["can't bid"]
    return Scale(0, _marks(prices, converting), view.say(sentence).format(price=bids[0]), json.dumps(outcomes))


def _prices_of_bids(view: PositionView) -> list[int]:
    """What a bid in a progress building can cost, the cheapest first."""
    progress = [prices for building, prices in zip(BUILDING, view.rules.prices, strict=True) if building != "temple"]
    return sorted({int(price) for prices in progress for price in prices if price > 0})


def _marks(prices: list[int], converting: Converting) -> tuple[BidMark, ...]:
    """The marks that lie on the scale, the highest price first; those too close to the one before are left out."""
    marks: list[BidMark] = []
    for price in reversed(prices):
        part = max((choice.vp_taken for choice in converting.choices if choice.coins >= price), default=None)
        if part is None or part == converting.income:
            continue  # beyond either end
        if not marks or part - marks[-1].part >= LEAST_GAP * converting.income:
            marks.append(BidMark(part, price))
    return tuple(marks)
