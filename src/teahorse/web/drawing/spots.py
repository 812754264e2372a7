"""The spots: everything on the board that can be clicked."""

from collections.abc import Iterator

from ...rules import names
from ...rules.state import CHANCE, CLOSED, OVER, STRUCTURES
from .building_spaces import building_spaces
from .labels import Words
from .layout import PROVINCES, Layout
from .parts import Spot
from .piece_ids import Cast, seats_of
from .shapes import Point, box


def all_spots(words: Words, places: Layout, cast: Cast) -> list[Spot]:
    """All spots; a spot on top of another comes after it."""
    return [
        *_provinces(words, places),
        *_gorges(words, places),
        Spot("market", box(*places.market, 6), words.market(), "market", places.city_and_camps),
        *_houses(words, places),
        *_spaces(words, places),
        *_bank(words, places),
        *_camps(words, places),
        *_structures(words, places),
        *_traders(words, places, cast),
    ]


def _provinces(words: Words, places: Layout) -> Iterator[Spot]:
    for place in PROVINCES:
        told, seen = words.province(place), places.province_area(place)
        yield Spot(f"province-{place}", places.outline(place), told, "province", seen)


def _gorges(words: Words, places: Layout) -> Iterator[Spot]:
    for gorge in words.rules.gorges:
        yield Spot(f"gorge-{gorge}", places.gorge_outline(gorge), words.gorge(gorge), "gorge")


def _houses(words: Words, places: Layout) -> Iterator[Spot]:
    """The buildings, without their spaces."""
    for building in words.view.snapshot["buildings"]:
        outline, told = box(*places.house(building), 6), f"{words.building(building)}."
        yield Spot(f"house-{building}", outline, told, "house", places.house_area(building))


def _spaces(words: Words, places: Layout) -> Iterator[Spot]:
    bids = words.g.bids.tolist()
    for spaces in building_spaces(words.rules, places).values():
        for space in spaces:
            told = words.space(space.building, space.price, bids[space.row][space.column])
            yield Spot(space.spot, space.outline, told, "space", space.sight)


def _bank(words: Words, places: Layout) -> Iterator[Spot]:
    width, height = places.bank_size
    for space, owner in enumerate(words.g.bank.tolist()):
        at = places.bank_space(space)
        told = words.bank(space, owner, words.view.bank_pays[space])
        kind = "closed" if owner == CLOSED else "space"
        outline = box(at.x - width / 2, at.y - height / 2, width, height, 4)
        yield Spot(f"bank-{space}", outline, told, kind, places.house_area("bank"))


def _camps(words: Words, places: Layout) -> Iterator[Spot]:
    for rank, player in enumerate(seats_of(words.rules)):
        left, top, width, height = places.camp(rank)
        outline = box(left + 2, top, width - 4, height, 8)
        yield Spot(f"camp-{player}", outline, words.camp(player), "camp", places.city_and_camps)


def _structures(words: Words, places: Layout) -> Iterator[Spot]:
    """The structures of the player to move."""
    if words.g.phase in (CHANCE, OVER):
        return
    rank = int(words.g.blue[words.g.turn])
    for kind in names.STRUCTURE if words.rules.switches["guards"] else names.STRUCTURE[:STRUCTURES]:
        _, _, area = places.camp_structures[kind]
        outline = box(*places.camp_at(rank, Point(area.left, area.top)), area.width, area.height, 4)
        told = words.structures(names.PLAYER[rank], kind)
        yield Spot(f"piece-{kind}", outline, told, "structures", places.city_and_camps)


def _traders(words: Words, places: Layout, cast: Cast) -> Iterator[Spot]:
    """The area of a player's traders at a place, if there are any."""
    for rank, player in enumerate(seats_of(words.rules)):
        stations = cast.pools[f"trader-{player}"].stations.values()
        for place in names.PLACE:
            slots = [station.slot for station in stations if station.place == place]
            if slots:
                outline = box(*places.traders(place, rank, max(slots) + 1), 5)
                told = words.traders(place, player, len(slots))
                seen = places.city_and_camps if place == "P" else places.province_area(place)
                yield Spot(f"traders-{place}-{player}", outline, told, "traders", seen)
