"""The spaces of the city. Where they lie depends on the rules and the layout only, so it is worked out once."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from ...rules import names
from ...rules.ruleset import Ruleset
from ...rules.state import BANK_SPACES
from .layout import MOST_BOARDS, Layout
from .parts import Area, Label
from .shapes import Point, box, disc

FREE_PRICE_BELOW = 6  # how much lower than the middle of its space a price stands


class Space(NamedTuple):
    """A space of a building: whose and which it is, its price, and how it is drawn."""

    spot: str
    building: str
    row: int  # of `bids` in the GAME record
    column: int
    price: int
    at: Point
    outline: str
    sight: Area
    free_price: Label
    taken_price: Label  # beside the trader


@lru_cache(maxsize=MOST_BOARDS)
def building_spaces(rules: Ruleset, places: Layout) -> Mapping[str, tuple[Space, ...]]:
    """The spaces of each building, the cheapest first; none where the building is not in play."""
    found = {}
    for row, building in enumerate(names.BUILDING):
        prices = rules.prices[row]
        middles = places.building_spaces(building, sum(price > 0 for price in prices))
        found[building] = tuple(
            _space(rules, places, row, column, Point(*middle)) for column, middle in enumerate(middles)
        )
    return MappingProxyType(found)


def _space(rules: Ruleset, places: Layout, row: int, column: int, at: Point) -> Space:
    building, price = names.BUILDING[row], rules.prices[row][column]
    return Space(
        f"{building}-{price}",
        building,
        row,
        column,
        price,
        at,
        _outline(bool(rules.fields.small[row][column]), at, places),
        places.house_area(building),
        Label(str(price), at.moved(0, FREE_PRICE_BELOW), "price"),
        Label(str(price), at.moved(0, places.price_below), "price taken"),
    )


def _outline(small: bool, at: Point, places: Layout) -> str:
    """Small spaces are round, large ones square."""
    if small:
        return disc(at, places.small_radius)
    side = places.large_side
    return box(at.x - side / 2, at.y - side / 2, side, side, 4)


@lru_cache(maxsize=MOST_BOARDS)
def traders_on_spaces(rules: Ruleset, places: Layout) -> Mapping[str, Point]:
    """The place of a trader on each space, by its spot: slightly raised, so that the price stays readable."""
    up = -places.raised
    found = {f"bank-{space}": places.bank_space(space).moved(0, up - 2) for space in range(BANK_SPACES)}
    for spaces in building_spaces(rules, places).values():
        found |= {space.spot: space.at.moved(0, up) for space in spaces}
    return MappingProxyType(found)
