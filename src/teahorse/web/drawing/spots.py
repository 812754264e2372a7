"""The spots: everything on the board that can be clicked."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ...rules import names
from ...rules.ruleset import Ruleset
from ...rules.state import CHANCE, CLOSED, OVER, STRUCTURES
from .building_spaces import building_spaces
from .labels import Words
from .layout import PROVINCES, Layout
from .parts import MOST_GROUPS, Group, Spot
from .piece_ids import Cast, seats_of
from .shapes import Point, box


class TradersText(NamedTuple):
    """A player's traders at a place: whose rank it is, how many slots they take, and what is said of them."""

    place: str
    player: str
    rank: int
    slots: int
    told: str


class SpotTexts(NamedTuple):
    """What screen readers say of each spot. It is the same in every layout."""

    provinces: tuple[str, ...]
    gorges: tuple[str, ...]
    market: str
    houses: tuple[tuple[str, str], ...]  # by building
    spaces: tuple[str, ...]
    bank: tuple[tuple[bool, str], ...]  # whether the space is closed
    camps: tuple[str, ...]
    structures: tuple[tuple[str, str], ...]  # of the player to move, by kind
    mover: int  # the rank of that player
    traders: tuple[TradersText, ...]


def spot_texts(words: Words, cast: Cast) -> SpotTexts:
    """What is said of the spots of a position."""
    rules, g, pays = words.rules, words.g, words.view.bank_offers
    mover = int(g.blue[g.turn])
    kinds = names.STRUCTURE if rules.switches["guards"] else names.STRUCTURE[:STRUCTURES]
    return SpotTexts(
        provinces=tuple(map(words.province, PROVINCES)),
        gorges=tuple(map(words.gorge, rules.gorges)),
        market=words.market(),
        houses=(
            *((building, f"{words.building(building)}.") for building in words.view.snapshot["buildings"]),
            ("bank", f"{words.say('Bank')}."),
        ),
        spaces=words.spaces(),
        bank=tuple(
            (owner == CLOSED, words.bank(space, owner, pays[space])) for space, owner in enumerate(g.bank.tolist())
        ),
        camps=tuple(map(words.camp, seats_of(rules))),
        structures=()
        if g.phase in (CHANCE, OVER)
        else tuple((kind, words.structures(names.PLAYER[mover], kind)) for kind in kinds),
        mover=mover,
        traders=tuple(_traders(words, cast)),
    )


def _traders(words: Words, cast: Cast) -> Iterator[TradersText]:
    for rank, player in enumerate(seats_of(words.rules)):
        slots: dict[str, list[int]] = {}
        for station in cast.pools[f"trader-{player}"].stations.values():
            slots.setdefault(station.place, []).append(station.slot)
        for place in names.PLACE:
            if place in slots:
                told = words.traders(place, player, len(slots[place]))
                yield TradersText(place, player, rank, max(slots[place]) + 1, told)


def all_spots(texts: SpotTexts, rules: Ruleset, places: Layout) -> list[Group[Spot]]:
    """All spots; a spot on top of another comes after it."""
    return [
        _provinces(texts.provinces, places),
        _gorges(rules.gorges, texts.gorges, places),
        _city(texts.market, texts.houses, places),
        _spaces(rules, texts.spaces, places),
        _bank(texts.bank, places),
        _camps(tuple(seats_of(rules)), texts.camps, places),
        _structures(texts.structures, texts.mover, places),
        _traders_at_places(texts.traders, places),
    ]


@lru_cache(maxsize=MOST_GROUPS)
def _provinces(told: tuple[str, ...], places: Layout) -> Group[Spot]:
    return Group(
        Spot(f"province-{place}", places.outline(place), text, "province", places.province_area(place))
        for place, text in zip(PROVINCES, told, strict=True)
    )


@lru_cache(maxsize=MOST_GROUPS)
def _gorges(gorges: tuple[str, ...], told: tuple[str, ...], places: Layout) -> Group[Spot]:
    return Group(
        Spot(f"gorge-{gorge}", places.gorge_outline(gorge), text, "gorge")
        for gorge, text in zip(gorges, told, strict=True)
    )


@lru_cache(maxsize=MOST_GROUPS)
def _city(market: str, houses: tuple[tuple[str, str], ...], places: Layout) -> Group[Spot]:
    """The market, and the buildings without their spaces."""
    return Group(
        [
            Spot("market", box(*places.market, 6), market, "market", places.city_and_camps),
            *(
                Spot(f"house-{building}", box(*places.house(building), 6), told, "house", places.house_area(building))
                for building, told in houses
            ),
        ]
    )


@lru_cache(maxsize=MOST_GROUPS)
def _spaces(rules: Ruleset, told: tuple[str, ...], places: Layout) -> Group[Spot]:
    spaces = [space for spaces in building_spaces(rules, places).values() for space in spaces]
    return Group(
        Spot(space.spot, space.outline, text, "space", space.sight) for space, text in zip(spaces, told, strict=True)
    )


@lru_cache(maxsize=MOST_GROUPS)
def _bank(told: tuple[tuple[bool, str], ...], places: Layout) -> Group[Spot]:
    width, height = places.bank_size
    found = []
    for space, (is_closed, text) in enumerate(told):
        at = places.bank_space(space)
        outline = box(at.x - width / 2, at.y - height / 2, width, height, 4)
        kind = "closed" if is_closed else "space"
        found.append(Spot(f"bank-{space}", outline, text, kind, places.house_area("bank")))
    return Group(found)


@lru_cache(maxsize=MOST_GROUPS)
def _camps(players: tuple[str, ...], told: tuple[str, ...], places: Layout) -> Group[Spot]:
    found = []
    for rank, (player, text) in enumerate(zip(players, told, strict=True)):
        left, top, width, height = places.camp(rank)
        outline = box(left + 2, top, width - 4, height, 8)
        found.append(Spot(f"camp-{player}", outline, text, "camp", places.city_and_camps))
    return Group(found)


@lru_cache(maxsize=MOST_GROUPS)
def _structures(told: tuple[tuple[str, str], ...], rank: int, places: Layout) -> Group[Spot]:
    """The structures of the player to move."""
    found = []
    for kind, text in told:
        _, _, area = places.camp_structures[kind]
        outline = box(*places.camp_at(rank, Point(area.left, area.top)), area.width, area.height, 4)
        found.append(Spot(f"piece-{kind}", outline, text, "structures", places.city_and_camps))
    return Group(found)


@lru_cache(maxsize=MOST_GROUPS)
def _traders_at_places(told: tuple[TradersText, ...], places: Layout) -> Group[Spot]:
    """The area of a player's traders at a place."""
    found = []
    for place, player, rank, slots, text in told:
        outline = box(*places.traders(place, rank, slots), 5)
        seen = places.city_and_camps if place == "P" else places.province_area(place)
        found.append(Spot(f"traders-{place}-{player}", outline, text, "traders", seen))
    return Group(found)
