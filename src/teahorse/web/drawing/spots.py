"""The spots: everything on the board that can be clicked."""

from collections.abc import Iterator
from functools import cache

from ...rules import names
from ...rules.state import CHANCE, CLOSED, OVER, STRUCTURES
from . import layout
from .labels import Words
from .layout import CORNER, GORGES, Layout
from .parts import Area, Spot
from .piece_ids import Cast, seats_of
from .shapes import Point, bends, box, curve, disc

CITY_AND_CAMPS = Area(
    layout.FRAME, layout.HOUSES_TOP, layout.WIDTH - 2 * layout.FRAME, layout.HEIGHT - layout.FRAME - layout.HOUSES_TOP
)
HOUSE_WIDTH = 118


def all_spots(words: Words, places: Layout, cast: Cast) -> list[Spot]:
    """All spots; a spot on top of another comes after it."""
    return [
        *_provinces(words),
        *_gorges(words),
        Spot("market", _market(), words.market(), "market", CITY_AND_CAMPS),
        *_houses(words),
        *_spaces(words),
        *_bank(words),
        *_camps(words, places),
        *_structures(words, places),
        *_traders(words, places, cast),
    ]


def _provinces(words: Words) -> Iterator[Spot]:
    for place in CORNER:
        yield Spot(f"province-{place}", layout.outline(place), words.province(place), "province", _shown_of(place))


def _shown_of(place: str) -> Area:
    """Everything in a province, or around the market."""
    return CITY_AND_CAMPS if place == "P" else Area(*CORNER[place], layout.PROVINCE_WIDTH, layout.PROVINCE_HEIGHT)


def _gorges(words: Words) -> Iterator[Spot]:
    for gorge in words.rules.gorges:
        yield Spot(f"gorge-{gorge}", gorge_outline(gorge), words.gorge(gorge), "gorge")


@cache
def gorge_outline(gorge: str) -> str:
    """A gorge in its own shape: cliffs on both sides that meet at its ends."""
    upper, lower = GORGES[gorge].edges()
    return f"{curve(upper)}{bends(lower)}z"


def _market() -> str:
    return box(layout.MARKET_LEFT, layout.MARKET_TOP - 26, layout.MARKET_WIDTH, layout.MARKET_HEIGHT + 28, 6)


def _houses(words: Words) -> Iterator[Spot]:
    """The buildings, without their spaces."""
    for building in words.view.snapshot["buildings"]:
        left, height = layout.COLUMNS[building] - HOUSE_WIDTH / 2, layout.BUILDING_NAME + 5 - layout.HOUSES_TOP
        outline = box(left, layout.HOUSES_TOP, HOUSE_WIDTH, height, 6)
        yield Spot(f"house-{building}", outline, f"{words.building(building)}.", "house", _house(building))


def space_outline(small: bool, at: Point) -> str:
    """Small spaces are round, large ones square."""
    if small:
        return disc(at, layout.SMALL_RADIUS)
    return box(at.x - layout.LARGE_SIDE / 2, at.y - layout.LARGE_SIDE / 2, layout.LARGE_SIDE, layout.LARGE_SIDE, 4)


def _spaces(words: Words) -> Iterator[Spot]:
    rules, are_small = words.rules, words.rules.fields.small.tolist()
    for number, building in enumerate(names.BUILDING):
        for space, at in enumerate(spaces_of(words, building)):
            price, owner = rules.prices[number][space], int(words.g.bids[number, space])
            outline = space_outline(are_small[number][space], at)
            told = words.space(building, price, owner)
            yield Spot(f"{building}-{price}", outline, told, "space", _house(building))


def _house(building: str) -> Area:
    """A building with all its spaces, which must be visible together for comparison."""
    left = layout.COLUMNS[building] - layout.COLUMN_WIDTH / 2
    return Area(left, layout.HOUSES_TOP, layout.COLUMN_WIDTH, layout.CITY_BOTTOM - layout.HOUSES_TOP)


def spaces_of(words: Words, building: str) -> tuple[Point, ...]:
    """The middles of a building's spaces, none where the building is not in play."""
    prices = words.rules.prices[names.BUILDING.index(building)]
    return layout.building_spaces(building, sum(price > 0 for price in prices))


def _bank(words: Words) -> Iterator[Spot]:
    for space, owner in enumerate(words.g.bank.tolist()):
        at = layout.bank_space(space)
        told = words.bank(space, owner, words.view.bank_pays[space])
        kind = "closed" if owner == CLOSED else "space"
        yield Spot(f"bank-{space}", box(at.x - 22, at.y - 26, 44, 52, 4), told, kind, _house("bank"))


def _camps(words: Words, places: Layout) -> Iterator[Spot]:
    for rank, player in enumerate(seats_of(words.rules)):
        left, width = places.camp(rank)
        outline = box(left + 2, layout.CAMPS_TOP, width - 4, layout.CAMP_HEIGHT, 8)
        yield Spot(f"camp-{player}", outline, words.camp(player), "camp", CITY_AND_CAMPS)


def _structures(words: Words, places: Layout) -> Iterator[Spot]:
    """The structures of the player to move."""
    if words.g.phase in (CHANCE, OVER):
        return
    rank = int(words.g.blue[words.g.turn])
    for kind in names.STRUCTURE if words.rules.switches["guards"] else names.STRUCTURE[:STRUCTURES]:
        at, (_, step) = places.camp_structure(rank, kind, 0), layout.STRUCTURES_FROM[kind]
        half = step / 2 or 11
        outline = box(at.x - half, at.y - 12, half * 2 + step, 23, 4)
        told = words.structures(names.PLAYER[rank], kind)
        yield Spot(f"piece-{kind}", outline, told, "structures", CITY_AND_CAMPS)


def _traders(words: Words, places: Layout, cast: Cast) -> Iterator[Spot]:
    """The area of a player's traders at a place, if there are any."""
    for rank, player in enumerate(seats_of(words.rules)):
        stations = cast.pools[f"trader-{player}"].stations.values()
        for place in names.PLACE:
            slots = [station.slot for station in stations if station.place == place]
            if slots:
                outline = box(*places.traders(place, rank, max(slots) + 1), 5)
                told = words.traders(place, player, len(slots))
                yield Spot(f"traders-{place}-{player}", outline, told, "traders", _shown_of(place))
