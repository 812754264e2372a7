"""Names, numbers and small pictures on the board."""

from collections.abc import Iterator
from math import atan2, degrees

from ...rules import names
from ...rules.state import CLOSED, NOBODY, TRADERS
from . import layout
from .cast import seats_of
from .layout import CORNER, GORGES, Layout
from .parts import Icon, Label, Line
from .shapes import Point, curve
from .spots import bank_pays, spaces_of
from .words import Words

LONGEST_NAME = 13  # letters, beside the coins of a camp
MINUS = "\N{MINUS SIGN}"
STANDARD_GORGES = ("YK", "YT", "SQ", "KQ")  # whose rivers are painted on the map


def labels(words: Words, places: Layout) -> list[Label]:
    """All that is written on the board."""
    return [
        *_title(words),
        *_provinces(words),
        *_city(words),
        *_camps(words, places),
        *_orders(words, places),
        *_far_points(words),
    ]


def _title(words: Words) -> Iterator[Label]:
    say = words.say
    yield Label(say("The Tea Horse Road"), layout.TITLE_AT, "title")
    yield Label(say("Round {number}").format(number=int(words.g.round_number)), layout.ROUND_AT, "round")


def _provinces(words: Words) -> Iterator[Label]:
    r = words.rules.record
    for place in CORNER:
        at = names.PLACE.index(place)
        yield Label(words.place(place), layout.in_corner(place, layout.NAME_AT), "name")
        trader, post = layout.value_labels(place)
        yield Label(str(r.trader_values[at]), trader, "value")
        yield Label(str(r.post_values[at]), post, "value")


def _city(words: Words) -> Iterator[Label]:
    for number, building in enumerate(names.BUILDING):
        spaces = spaces_of(words, building)
        if spaces:
            yield Label(words.building(building), Point(layout.COLUMNS[building], layout.BUILDING_NAME), "building")
        for space, at in enumerate(spaces):
            taken = words.g.bids[number, space] != NOBODY
            yield _price(str(words.rules.prices[number][space]), at, taken)
    yield Label(words.say("Bank"), Point(layout.COLUMNS["bank"], layout.BUILDING_NAME), "building")
    for space, owner in enumerate(words.g.bank.tolist()):
        at = layout.bank_space(space)
        if owner != CLOSED:
            yield Label(f"+{bank_pays(words, space)}", at.moved(0, 19), "price pays")
    yield Label(words.say("Market"), layout.MARKET_NAME_AT, "building")
    yield Label(str(words.rules.record.trader_values[0]), layout.MARKET_VALUE_AT.moved(9, 6), "value")


def _price(price: str, at: Point, taken: bool) -> Label:
    """Where a trader stands, the price makes room for it."""
    return Label(price, at.moved(0, 17 if taken else 6), "price taken" if taken else "price")


def _camps(words: Words, places: Layout) -> Iterator[Label]:
    g = words.g
    for rank, player in enumerate(seats_of(words.rules)):
        seat = names.PLAYER.index(player)
        name = words.names.get(player) or words.who(player)
        short = name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
        yield Label(short, places.camp_at(rank, layout.CAMP_NAME_AT), "player")
        right = Point(layout.CAMP_NUMBER_GAP, 6)
        if player != "duli":
            yield Label(str(g.coins[seat]), places.camp_at(rank, layout.CAMP_COINS_AT).moved(*right), "count")
            yield Label(str(g.passes[seat]), places.camp_at(rank, layout.CAMP_PASSES_AT).moved(*right), "count")
        yield Label(str(g.held_presents[seat]), places.camp_at(rank, layout.CAMP_PRESENTS_AT).moved(*right), "count")
        yield Label(str(g.influence[seat]), places.camp_at(rank, layout.CAMP_INFLUENCE_AT).moved(*right), "count")


def _orders(words: Words, places: Layout) -> Iterator[Label]:
    say = words.say
    yield Label(say("Blue order"), layout.ORDER_NAME_AT["blue"], "order")
    yield Label(say("Gray order"), layout.ORDER_NAME_AT["gray"], "order")
    for track in layout.ORDER_ROWS:
        for position in range(places.seats):
            yield Label(str(position + 1), places.order(track, position).moved(0, 5), f"position {track}")


def _far_points(words: Words) -> Iterator[Label]:
    """Points that the track has no number for: below 0, or once round and on."""
    for person in range(words.rules.people):
        points = int(words.g.vp[person])
        if not 0 <= points < layout.CELLS:
            at = max(0, points) % layout.CELLS
            yield Label(f"{MINUS}{-points}" if points < 0 else str(points), layout.beside_cell(at), "far")


# --- Pictures and lines -------------------------------------------------------------------------------


def icons(words: Words, places: Layout) -> list[Icon]:
    """The small pictures that say what a number counts, and where a piece may come to stand."""
    return [*_of_provinces(words), *_of_gorges(words), *_of_camps(words, places), *_of_orders(places), *_of_city(words)]


def _of_provinces(words: Words) -> Iterator[Icon]:
    for place in CORNER:
        trader, post = layout.value_icons(place)
        yield Icon("sign-trader", trader)
        yield Icon("sign-post", post)
        yield Icon("ground-teahouse", layout.in_corner(place, layout.TEAHOUSE_AT))
        yield Icon("ground-stable", layout.in_corner(place, layout.STABLE_AT))


def _of_gorges(words: Words) -> Iterator[Icon]:
    for name in words.rules.gorges:
        gorge = GORGES[name]
        yield Icon("ground-gorge", gorge.middle, round(degrees(atan2(gorge.run.y, gorge.run.x)), 1))


def _of_camps(words: Words, places: Layout) -> Iterator[Icon]:
    for rank, player in enumerate(seats_of(words.rules)):
        yield Icon("tent", places.camp_at(rank, layout.CAMP_TENT_AT), colour=words.colours[player])
        if player != "duli":
            yield Icon("sign-coin", places.camp_at(rank, layout.CAMP_COINS_AT))
            yield Icon("sign-pass", places.camp_at(rank, layout.CAMP_PASSES_AT))
        yield Icon("sign-present", places.camp_at(rank, layout.CAMP_PRESENTS_AT))
        yield Icon("sign-influence", places.camp_at(rank, layout.CAMP_INFLUENCE_AT))


def _of_orders(places: Layout) -> Iterator[Icon]:
    for track in layout.ORDER_ROWS:
        for position in range(places.seats):
            yield Icon(f"ground-{track}", places.order(track, position))


def _of_city(words: Words) -> Iterator[Icon]:
    yield Icon("sign-trader", layout.MARKET_VALUE_AT)
    for space, owner in enumerate(words.g.bank.tolist()):
        if owner == CLOSED:
            yield Icon("closed", layout.bank_space(space))


def walks(words: Words) -> list[Line]:
    """The ways that scripts let a trader walk: the road, and the paths over the gorges in play."""
    roads = [Line(curve(points), "walk", f"road-{name}") for name, points in layout.ROADS.items()]
    paths = [Line(curve(GORGES[name].path), "walk", f"path-{name}") for name in words.rules.gorges]
    return roads + paths


def lines(words: Words, places: Layout) -> list[Line]:
    """The road where it is travelled, side paths of an unusual board, and the terraces that traders stand on."""
    drawn = [Line(curve(GORGES[name].path), "side-path") for name in words.rules.gorges if name not in STANDARD_GORGES]
    beyond = words.g.traders.sum(axis=0).tolist()
    for start, points in enumerate(layout.ROADS.values()):
        travelled = sum(beyond[start + 1 :])
        if travelled:
            drawn.append(Line(curve(points), "road", width=round(2 + travelled / 4, 1)))
    for place in names.PLACE:
        for rank in range(places.seats):
            left, right = places.trader(place, rank, 0), places.trader(place, rank, TRADERS - 1)
            foot = 11
            drawn.append(Line(f"M{left.x - 9:g} {left.y + foot:g}H{right.x + 9:g}", "terrace"))
    return drawn
