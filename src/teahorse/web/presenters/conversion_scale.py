"""The scale for converting income: what each choice leads to, and how much still leaves enough coins for a bid."""

import json
from dataclasses import dataclass

from ...rules.names import BUILDING
from ...text.translation import N_
from .forecast_converting import Choice, Converting
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
    outcomes = [_outcome(choice, prices, converting) for choice in converting.choices]
    if converting.ends_already:  # points are worth more than coins then
        return Scale(converting.income, (), "", json.dumps(outcomes))
    bid = outcomes[0][-1]
    sentence = BID_WORDS["can bid"] if bid else BID_WORDS["can't bid"]
    told = "" if bid is None else view.say(sentence).format(price=bid)
    return Scale(0, _marks(prices, converting), told, json.dumps(outcomes))


def _outcome(choice: Choice, prices: list[int], converting: Converting) -> list[int | None]:
    """A choice's VP, coins and total, whether it ends the game, and the dearest bid (None without a next round)."""
    ends_game = converting.ends_from is not None and choice.vp_taken >= converting.ends_from
    dearest = max((price for price in prices if price <= choice.coins), default=0)
    is_last = ends_game or bool(converting.ends_already)
    return [choice.vp, choice.coins, choice.total, ends_game, None if is_last else dearest]


def _prices_of_bids(view: PositionView) -> list[int]:
    """What a bid in a progress building can cost, the cheapest first."""
    progress = [prices for building, prices in zip(BUILDING, view.rules.prices, strict=True) if building != "temple"]
    return sorted({int(price) for prices in progress for price in prices if price > 0})


def _marks(prices: list[int], converting: Converting) -> tuple[BidMark, ...]:
    """The marks that lie on the scale, the highest price first; those too close to the one before are left out.

    Where the game ends after this round there are none.
    """
    marks: list[BidMark] = []
    ends = converting.income if converting.ends_from is None else converting.ends_from
    for price in reversed(prices):
        part = max((choice.vp_taken for choice in converting.choices if choice.coins >= price), default=None)
        if part is None or part >= ends:
            continue  # beyond either end
        if not marks or part - marks[-1].part >= LEAST_GAP * converting.income:
            marks.append(BidMark(part, price))
    return tuple(marks)
