"""Names, numbers and small pictures on the board."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from math import atan2, degrees

from ...rules import names
from ...rules.ruleset import Ruleset
from ...rules.state import CLOSED, NOBODY, TRADERS
from .building_spaces import building_spaces
from .labels import Words
from .layout import CELLS, MOST_BOARDS, PROVINCES, Layout
from .parts import Icon, Label, Line
from .piece_ids import seats_of
from .shapes import Point, curve, polyline

LONGEST_NAME = 11  # letters, beside the coins of a camp
NOT_OF_DULI = ("coins", "passes")
MINUS = "\N{MINUS SIGN}"
STANDARD_GORGES = ("YK", "YT", "SQ", "KQ")  # whose rivers are painted on the map


def labels(words: Words, places: Layout) -> list[Label]:
    """All texts on the board."""
    rules, say = words.rules, words.say
    return [
        Label(say("The Tea Horse Road"), places.title_at, "title"),
        Label(say("Round {number}").format(number=int(words.g.round_number)), places.round_at, "round"),
        *_provinces(rules, places, tuple(map(words.place, PROVINCES))),
        *_city(words, places),
        *_camps(words, places),
        *_orders(places, say("Blue order"), say("Gray order")),
        *_track(words, places),
    ]


@lru_cache(maxsize=MOST_BOARDS)
def _provinces(rules: Ruleset, places: Layout, called: tuple[str, ...]) -> tuple[Label, ...]:
    found = []
    for place, name in zip(PROVINCES, called, strict=True):
        at = names.PLACE.index(place)
        trader, post = places.value_labels(place)
        found += [
            Label(name, places.in_corner(place, places.name_at), "name"),
            Label(str(rules.fields.trader_values[at]), trader, "value"),
            Label(str(rules.fields.post_values[at]), post, "value"),
        ]
    return tuple(found)


def _city(words: Words, places: Layout) -> Iterator[Label]:
    bids = words.g.bids.tolist()
    for building, spaces in building_spaces(words.rules, places).items():
        if spaces:
            yield Label(words.building(building), places.building_name(building), "building")
        for space in spaces:
            yield space.free_price if bids[space.row][space.column] == NOBODY else space.taken_price
    yield Label(words.say("Bank"), places.building_name("bank"), "building")
    for number, owner in enumerate(words.g.bank.tolist()):
        at = places.bank_space(number).moved(0, places.price_below + 1.5)
        if owner != CLOSED:
            yield Label(f"+{words.view.bank_pays[number]}", at, "price pays")
    yield Label(words.say("Market"), places.market_name_at, "building")
    yield Label(str(words.rules.fields.trader_values[0]), places.market_value_at.moved(9, 6), "value")


def _camps(words: Words, places: Layout) -> Iterator[Label]:
    g = words.g
    numbers = {"presents": g.held_presents.tolist(), "influence": g.influence.tolist()}
    numbers |= {"coins": g.coins.tolist(), "passes": g.passes.tolist()}
    counts_at = {"presents": places.camp_presents_at, "influence": places.camp_influence_at}
    counts_at |= {"coins": places.camp_coins_at, "passes": places.camp_passes_at}
    for rank, player in enumerate(seats_of(words.rules)):
        seat = names.PLAYER.index(player)
        name = words.who(player)
        short = name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
        yield Label(short, places.camp_at(rank, places.camp_name_at), "player")
        for count, at in counts_at.items():
            if player != "duli" or count not in NOT_OF_DULI:
                place = places.camp_at(rank, at).moved(places.camp_number_gap, 6)
                yield Label(str(numbers[count][seat]), place, "count", f"{count}-{player}")


@cache
def _numbers_on_the_track(places: Layout) -> tuple[Label, ...]:
    return tuple(Label(str(points), places.cell(points).moved(0, 5.4), "track") for points in range(0, CELLS, 5))


@lru_cache(maxsize=MOST_BOARDS)
def _orders(places: Layout, blue: str, gray: str) -> tuple[Label, ...]:
    return (
        Label(blue, places.order_name_at["blue"], "order"),
        Label(gray, places.order_name_at["gray"], "order"),
        *(
            Label(str(position + 1), places.order(track, position).moved(0, 5), f"position {track}")
            for track in places.orders_at
            for position in range(places.seats)
        ),
    )


def _track(words: Words, places: Layout) -> Iterator[Label]:
    """A number every five points, the points that end the game, and the points that it has no number for."""
    limit = int(words.rules.fields.vp_end)
    goal = places.cell(limit).moved(0, 5.4)
    yield from (label for label in _numbers_on_the_track(places) if not limit or label.at != goal)
    if limit:
        yield Label(str(limit), goal, "track goal")
    for _, points, at in far_points(words, places):
        yield Label(f"{MINUS}{-points}" if points < 0 else str(points), at.moved(9, 5), "far")


def far_points(words: Words, places: Layout) -> Iterator[tuple[str, int, Point]]:
    """Points outside of the track's numbers, below 0 or beyond its end; they are written beside it."""
    written: Counter[int] = Counter()
    for person in range(words.rules.people):
        points = words.view.points[person]
        if not 0 <= points < CELLS:
            cell = max(0, points) % CELLS
            yield names.PLAYER[person], points, places.beside_track(cell, written[cell], written.total())
            written[cell] += 1


# --- Pictures and lines -------------------------------------------------------------------------------


def icons(words: Words, places: Layout) -> list[Icon]:
    """The small pictures that say what a number counts, and where a piece may come to stand."""
    return [
        *_of_provinces(places),
        *_of_gorges(words.rules.gorges, words.rules.players, places),
        *_of_camps(tuple((player, words.colours[player]) for player in seats_of(words.rules)), places),
        *_of_orders(places),
        *_of_track(words, places),
        *_of_city(words, places),
    ]


@cache
def _of_provinces(places: Layout) -> tuple[Icon, ...]:
    return tuple(_icons_of_provinces(places))


def _icons_of_provinces(places: Layout) -> Iterator[Icon]:
    for place in PROVINCES:
        trader, post = places.value_icons(place)
        yield Icon("sign-trader", trader)
        yield Icon("sign-post", post)
        yield Icon("ground-teahouse", places.in_corner(place, places.teahouse_at))
        yield Icon("stable", places.horse(place, 0))
        for rank in range(places.seats):
            yield Icon("stall", places.horse(place, rank))


@lru_cache(maxsize=MOST_BOARDS)
def _of_gorges(gorges: tuple[str, ...], players: int, places: Layout) -> tuple[Icon, ...]:
    return tuple(_icons_of_gorges(gorges, players, places))


def _icons_of_gorges(gorges: Iterable[str], players: int, places: Layout) -> Iterator[Icon]:
    for name in gorges:
        gorge = places.gorges[name]
        turned = round(degrees(atan2(gorge.run.y, gorge.run.x)), 1)
        if name not in STANDARD_GORGES:
            yield Icon("ground-gorge", gorge.middle, turned)
        for rank in range(players):
            yield Icon("ground-bridge", places.bridge(name, rank), turned)


@lru_cache(maxsize=MOST_BOARDS)
def _of_camps(camps: tuple[tuple[str, str], ...], places: Layout) -> tuple[Icon, ...]:
    """The icons of each camp, given as its player and colour."""
    found = []
    for rank, (player, colour) in enumerate(camps):
        found.append(Icon("tent", places.camp_at(rank, places.camp_tent_at), colour=colour))
        if player != "duli":
            found.append(Icon("sign-coin", places.camp_at(rank, places.camp_coins_at)))
            found.append(Icon("sign-pass", places.camp_at(rank, places.camp_passes_at)))
        found.append(Icon("sign-present", places.camp_at(rank, places.camp_presents_at)))
        found.append(Icon("sign-influence", places.camp_at(rank, places.camp_influence_at)))
    return tuple(found)


def _of_track(words: Words, places: Layout) -> Iterator[Icon]:
    """The mark of the points that end the game, and markers beside the track."""
    limit = int(words.rules.fields.vp_end)
    if limit:
        yield Icon("goal-upright" if places.along(limit).y else "goal-across", places.cell(limit))
    for player, _, at in far_points(words, places):
        yield Icon("dot", at, colour=words.colours[player])


@cache
def _of_orders(places: Layout) -> tuple[Icon, ...]:
    return tuple(
        Icon(f"ground-{track}", places.order(track, position))
        for track in places.orders_at
        for position in range(places.seats)
    )


def _of_city(words: Words, places: Layout) -> Iterator[Icon]:
    if words.rules.switches["temple"]:
        yield Icon("temple", places.houses["temple"])
    yield Icon("sign-trader", places.market_value_at)
    for space, owner in enumerate(words.g.bank.tolist()):
        yield Icon("closed" if owner == CLOSED else "ground-bank", places.bank_space(space))


def walks(words: Words, places: Layout) -> list[Line]:
    """The paths on which scripts animate pieces: the road, the gorges in play, and in the end the track of points."""
    track = [Line(_along_the_track(places), "walk", "track")] if words.view.game.is_over else []
    return [*_walks(words.rules.gorges, places), *track]


@cache
def _along_the_track(places: Layout) -> str:
    return polyline([places.cell(points) for points in range(CELLS)])


@lru_cache(maxsize=MOST_BOARDS)
def _walks(gorges: tuple[str, ...], places: Layout) -> tuple[Line, ...]:
    roads = [Line(places.walk(name), "walk", f"road-{name}") for name in places.roads]
    paths = [Line(curve(places.gorges[name].path), "walk", f"path-{name}") for name in gorges]
    return (*roads, *paths)


def lines(words: Words, places: Layout) -> list[Line]:
    """The road where it is travelled, side paths of an unusual board, and the lines that traders stand on."""
    unusual = [name for name in words.rules.gorges if name not in STANDARD_GORGES]
    drawn = [Line(curve(places.gorges[name].path), "side-path") for name in unusual]
    beyond = words.g.traders.sum(axis=0).tolist()
    for start, name in enumerate(places.roads):
        travelled = sum(beyond[start + 1 :])
        if travelled:
            drawn.append(Line(places.road(name), "road", width=round(1.5 + travelled / 6, 1)))
    return [*drawn, *_terraces(words, places)]


def _terraces(words: Words, places: Layout) -> Iterator[Line]:
    """A line below the traders of each player at a place."""
    traders = words.g.traders.tolist()
    for rank, player in enumerate(seats_of(words.rules)):
        for place, count in zip(names.PLACE, traders[names.PLAYER.index(player)], strict=True):
            if count:
                yield Line(_terrace(places, place, rank), "terrace")


@cache
def _terrace(places: Layout, place: str, rank: int) -> str:
    foot = 11
    left, right = places.trader(place, rank, 0), places.trader(place, rank, TRADERS - 1)
    return f"M{left.x - 9:g} {left.y + foot:g}H{right.x + 9:g}"
