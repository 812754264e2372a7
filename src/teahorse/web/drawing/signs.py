"""Names, numbers and small pictures on the board."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from math import atan2, degrees

from ...rules import names
from ...rules.ruleset import Ruleset
from ...rules.state import BID, CHANCE, CLOSED, NOBODY, TRADERS
from .building_spaces import building_spaces
from .labels import Words
from .layout import CELLS, MOST_BOARDS, PROVINCES, Layout
from .parts import MOST_GROUPS, Group, Icon, Label, Line
from .piece_ids import seats_of
from .shapes import Point, curve, polyline

LONGEST_NAME = 11  # letters, beside the coins of a camp
NOT_OF_DULI = ("coins", "passes")
MINUS = "\N{MINUS SIGN}"
STANDARD_GORGES = ("YK", "YT", "SQ", "KQ")  # whose rivers are painted on the map


def labels(words: Words, places: Layout) -> list[Group[Label]]:
    """All texts on the board."""
    rules, say, g = words.rules, words.say, words.g
    return [
        _headings(say("The Tea Horse Road"), say("Round {number}").format(number=int(g.round_number)), places),
        _provinces(rules, places, tuple(map(words.place, PROVINCES))),
        _city(rules, places, words.buildings, words.bids),
        _bank(say("Bank"), tuple(g.bank.tolist()), words.view.bank_offers if g.phase in (BID, CHANCE) else (), places),
        _market(say("Market"), int(rules.fields.trader_values[0]), places),
        *_camps(words, places),
        _orders(places, say("Blue order"), say("Gray order")),
        _track(int(rules.fields.vp_end), words.view.points, places),
    ]


@lru_cache(maxsize=MOST_GROUPS)
def _headings(title: str, number: str, places: Layout) -> Group[Label]:
    return Group([Label(title, places.title_at, "title"), Label(number, places.round_at, "round")])


@lru_cache(maxsize=MOST_BOARDS)
def _provinces(rules: Ruleset, places: Layout, called: tuple[str, ...]) -> Group[Label]:
    found = []
    for place, name in zip(PROVINCES, called, strict=True):
        at = names.PLACE.index(place)
        trader, post = places.value_labels(place)
        found += [
            Label(name, places.in_corner(place, places.name_at), "name"),
            Label(str(rules.fields.trader_values[at]), trader, "value"),
            Label(str(rules.fields.post_values[at]), post, "value"),
        ]
    return Group(found)


@lru_cache(maxsize=MOST_GROUPS)
def _city(rules: Ruleset, places: Layout, called: tuple[str, ...], bids: tuple[tuple[int, ...], ...]) -> Group[Label]:
    found = []
    for name, (building, spaces) in zip(called, building_spaces(rules, places).items(), strict=True):
        if spaces:
            found.append(Label(name, places.building_name(building), "building"))
        for space in spaces:
            is_free = bids[space.row][space.column] == NOBODY
            found.append(space.free_price if is_free else space.taken_price)
    return Group(found)


@lru_cache(maxsize=MOST_GROUPS)
def _bank(called: str, owners: tuple[int, ...], pays: tuple[int, ...], places: Layout) -> Group[Label]:
    found = [Label(called, places.building_name("bank"), "building")]
    for number, owner in enumerate(owners):
        at = places.bank_space(number).moved(0, places.price_below + 1.5)
        if owner != CLOSED and pays:
            found.append(Label(f"+{pays[number]}", at, "price pays"))
    return Group(found)


@lru_cache(maxsize=MOST_BOARDS)
def _market(called: str, value: int, places: Layout) -> Group[Label]:
    return Group(
        [
            Label(called, places.market_name_at, "building"),
            Label(str(value), places.market_value_at.moved(9, 6), "value"),
        ]
    )


def _camps(words: Words, places: Layout) -> Iterator[Group[Label]]:
    g = words.g
    numbers = {"presents": g.held_presents.tolist(), "influence": g.influence.tolist()}
    numbers |= {"coins": g.coins.tolist(), "passes": g.passes.tolist()}
    for rank, player in enumerate(seats_of(words.rules)):
        seat = names.PLAYER.index(player)
        counts = tuple((count, values[seat]) for count, values in numbers.items())
        yield _camp(player, words.who(player), rank, counts, places)


@lru_cache(maxsize=MOST_GROUPS)
def _camp(player: str, name: str, rank: int, counts: tuple[tuple[str, int], ...], places: Layout) -> Group[Label]:
    """A camp: the name of its player, and how much of everything lies there."""
    counts_at = {"presents": places.camp_presents_at, "influence": places.camp_influence_at}
    counts_at |= {"coins": places.camp_coins_at, "passes": places.camp_passes_at}
    short = name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
    found = [Label(short, places.camp_at(rank, places.camp_name_at), "player")]
    for count, number in counts:
        if player != "duli" or count not in NOT_OF_DULI:
            at = places.camp_at(rank, counts_at[count]).moved(places.camp_number_gap, 6)
            found.append(Label(str(number), at, "count", f"{count}-{player}"))
    return Group(found)


@cache
def _numbers_on_the_track(places: Layout) -> tuple[Label, ...]:
    return tuple(Label(str(points), places.cell(points).moved(0, 5.4), "track") for points in range(0, CELLS, 5))


@lru_cache(maxsize=MOST_BOARDS)
def _orders(places: Layout, blue: str, gray: str) -> Group[Label]:
    return Group(
        [
            Label(blue, places.order_name_at["blue"], "order"),
            Label(gray, places.order_name_at["gray"], "order"),
            *(
                Label(str(position + 1), places.order(track, position).moved(0, 5), f"position {track}")
                for track in places.orders_at
                for position in range(places.seats)
            ),
        ]
    )


@lru_cache(maxsize=MOST_GROUPS)
def _track(limit: int, points: tuple[int, ...], places: Layout) -> Group[Label]:
    """A number every five points, the points that end the game, and the points that it has no number for."""
    goal = places.cell(limit).moved(0, 5.4)
    found = [label for label in _numbers_on_the_track(places) if not limit or label.at != goal]
    if limit:
        found.append(Label(str(limit), goal, "track goal"))
    for _, far, at in far_points(points, places):
        found.append(Label(f"{MINUS}{-far}" if far < 0 else str(far), at.moved(9, 5), "far"))
    return Group(found)


def far_points(points: Sequence[int], places: Layout) -> Iterator[tuple[int, int, Point]]:
    """Points outside of the track's numbers, below 0 or beyond its end, by person; they are written beside it."""
    written: Counter[int] = Counter()
    for person, has in enumerate(points):
        if not 0 <= has < CELLS:
            cell = max(0, has) % CELLS
            yield person, has, places.beside_track(cell, written[cell], written.total())
            written[cell] += 1


# --- Pictures and lines -------------------------------------------------------------------------------


def icons(words: Words, places: Layout) -> list[Group[Icon]]:
    """The small pictures that say what a number counts, and where a piece may come to stand."""
    rules = words.rules
    colours = tuple((player, words.colours[player]) for player in seats_of(rules))
    return [
        _of_provinces(places),
        _of_gorges(rules.gorges, rules.players, places),
        _of_camps(colours, places),
        _of_orders(places),
        _of_track(int(rules.fields.vp_end), words.view.points, colours, places),
        _of_city(bool(rules.switches["temple"]), tuple(words.g.bank.tolist()), places),
    ]


@cache
def _of_provinces(places: Layout) -> Group[Icon]:
    return Group(_icons_of_provinces(places))


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
def _of_gorges(gorges: tuple[str, ...], players: int, places: Layout) -> Group[Icon]:
    return Group(_icons_of_gorges(gorges, players, places))


def _icons_of_gorges(gorges: Iterable[str], players: int, places: Layout) -> Iterator[Icon]:
    for name in gorges:
        gorge = places.gorges[name]
        turned = round(degrees(atan2(gorge.run.y, gorge.run.x)), 1)
        if name not in STANDARD_GORGES:
            yield Icon("ground-gorge", gorge.middle, turned)
        for rank in range(players):
            yield Icon("ground-bridge", places.bridge(name, rank), turned)


@lru_cache(maxsize=MOST_BOARDS)
def _of_camps(camps: tuple[tuple[str, str], ...], places: Layout) -> Group[Icon]:
    """The icons of each camp, given as its player and colour."""
    found = []
    for rank, (player, colour) in enumerate(camps):
        found.append(Icon("tent", places.camp_at(rank, places.camp_tent_at), colour=colour))
        if player != "duli":
            found.append(Icon("sign-coin", places.camp_at(rank, places.camp_coins_at)))
            found.append(Icon("sign-pass", places.camp_at(rank, places.camp_passes_at)))
        found.append(Icon("sign-present", places.camp_at(rank, places.camp_presents_at)))
        found.append(Icon("sign-influence", places.camp_at(rank, places.camp_influence_at)))
    return Group(found)


@lru_cache(maxsize=MOST_GROUPS)
def _of_track(limit: int, points: tuple[int, ...], colours: tuple[tuple[str, str], ...], places: Layout) -> Group[Icon]:
    """The mark of the points that end the game, and markers beside the track."""
    found = []
    if limit:
        found.append(Icon("goal-upright" if places.along(limit).y else "goal-across", places.cell(limit)))
    for person, _, at in far_points(points, places):
        found.append(Icon("dot", at, colour=colours[person][1]))
    return Group(found)


@cache
def _of_orders(places: Layout) -> Group[Icon]:
    return Group(
        Icon(f"ground-{track}", places.order(track, position))
        for track in places.orders_at
        for position in range(places.seats)
    )


@lru_cache(maxsize=MOST_GROUPS)
def _of_city(has_temple: bool, bank: tuple[int, ...], places: Layout) -> Group[Icon]:
    found = [Icon("temple", places.houses["temple"])] if has_temple else []
    found.append(Icon("sign-trader", places.market_value_at))
    for space, owner in enumerate(bank):
        found.append(Icon("closed" if owner == CLOSED else "ground-bank", places.bank_space(space)))
    return Group(found)


def walks(words: Words, places: Layout) -> list[Group[Line]]:
    """The paths on which scripts animate pieces: the road, the gorges in play, and in the end the track of points."""
    track = [_along_the_track(places)] if words.view.game.is_over else []
    return [_walks(words.rules.gorges, places), *track]


@cache
def _along_the_track(places: Layout) -> Group[Line]:
    return Group([Line(polyline([places.cell(points) for points in range(CELLS)]), "walk", "track")])


@lru_cache(maxsize=MOST_BOARDS)
def _walks(gorges: tuple[str, ...], places: Layout) -> Group[Line]:
    roads = [Line(places.walk(name), "walk", f"road-{name}") for name in places.roads]
    paths = [Line(curve(places.gorges[name].path), "walk", f"path-{name}") for name in gorges]
    return Group([*roads, *paths])


def lines(words: Words, places: Layout) -> list[Group[Line]]:
    """The road where it is travelled, side paths of an unusual board, and the lines that traders stand on."""
    traders = words.g.traders.tolist()
    seats = [traders[names.PLAYER.index(player)] for player in seats_of(words.rules)]
    has_traders = tuple(tuple(count > 0 for count in counts) for counts in seats)
    beyond = tuple(map(sum, zip(*traders, strict=True)))
    return [_roads(words.rules.gorges, beyond, places), _terraces(has_traders, places)]


@lru_cache(maxsize=MOST_GROUPS)
def _roads(gorges: tuple[str, ...], traders: tuple[int, ...], places: Layout) -> Group[Line]:
    """The road is wider where more traders have travelled, given by place."""
    unusual = [name for name in gorges if name not in STANDARD_GORGES]
    drawn = [Line(curve(places.gorges[name].path), "side-path") for name in unusual]
    for start, name in enumerate(places.roads):
        travelled = sum(traders[start + 1 :])
        if travelled:
            drawn.append(Line(places.road(name), "road", width=round(1.5 + travelled / 6, 1)))
    return Group(drawn)


@lru_cache(maxsize=MOST_GROUPS)
def _terraces(has_traders: tuple[tuple[bool, ...], ...], places: Layout) -> Group[Line]:
    """A line below the traders of each player at a place."""
    return Group(
        Line(_terrace(places, place, rank), "terrace")
        for rank, places_of_player in enumerate(has_traders)
        for place, is_there in zip(names.PLACE, places_of_player, strict=True)
        if is_there
    )


@cache
def _terrace(places: Layout, place: str, rank: int) -> str:
    foot = 11
    left, right = places.trader(place, rank, 0), places.trader(place, rank, TRADERS - 1)
    return f"M{left.x - 9:g} {left.y + foot:g}H{right.x + 9:g}"
