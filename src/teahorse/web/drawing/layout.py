"""Where everything stands on a board, in the units of its drawing.

Every player has a rank of their own in every place, and every piece a slot in it, so that eyes and animations can
follow it. There are two layouts of the same drawing: `wide.py` for most screens, `narrow.py` for a phone held upright.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import hypot
from typing import ClassVar

from ...rules.state import MAX_PLAYERS
from .parts import Area
from .shapes import Point, bends, curve, number

PROVINCES = ("Y", "S", "K", "T", "Q")
MOST_BOARDS = 64  # of which what never changes is kept as drawn
CELLS = 100  # of the victory-point track
GORGE_SLOTS = MAX_PLAYERS + 1  # five bridges and the blocker
OUTLINES = {  # border by border, clockwise; in small letters those that run the other way
    "K": ("KQ", "SK", "yk", "kt"),
    "Q": ("tq", "KQ", "SQ"),
    "Y": ("yt", "YK", "YS"),
    "T": ("KT", "YT", "tq"),
    "S": ("SQ", "ys", "sk"),
}
CLOSE, CLOSER, CROWD = 12, 8, 4  # from one marker to the next in the same cell, from how many on closer
MARKER_EDGE = 12  # how far from the edge of the board a marker stays


@dataclass(frozen=True)
class Gorge:
    """A gorge: its middle, the direction in which its river runs, the way across it, and its size."""

    middle: Point
    run: Point
    path: tuple[Point, ...]
    bridge_step: float = 28
    half_width: float = 21
    ends: float = 1.12  # where its cliffs meet, by how far its bridges reach

    def slot(self, number: float) -> Point:
        """A place along the river, counted from its middle."""
        length = hypot(*self.run)
        reach = number * self.bridge_step / length
        return self.middle.moved(self.run.x * reach, self.run.y * reach)

    def outline(self) -> str:
        """A gorge in its own shape: cliffs on both sides that meet at its ends."""
        length, reach = hypot(*self.run), GORGE_SLOTS / 2
        across = Point(-self.run.y / length * self.half_width, self.run.x / length * self.half_width)
        slots = [-0.93 * reach, -reach / 2, reach / 2, 0.93 * reach]
        first, last = self.slot(-self.ends * reach), self.slot(self.ends * reach)
        upper = [self.slot(at).moved(-across.x, -across.y) for at in slots]
        lower = [self.slot(at).moved(*across) for at in reversed(slots)]
        return f"{curve([first, *upper, last])}{bends([last, *lower, first])}z"


@dataclass(frozen=True, eq=False)
class Layout(ABC):
    """A layout for a number of seats, including Dúli's. A rank is the number of a seat, from 0.

    `layout_for` gives the same object each time, so what is drawn by it is kept for the next position.
    """

    seats: int

    width: ClassVar[float]
    height: ClassVar[float]

    # --- Provinces: what they show, from the corner of each
    corner: ClassVar[Mapping[str, Point]]
    province_width: ClassVar[float]
    province_height: ClassVar[float]
    name_at: ClassVar[Point]
    values_at: ClassVar[Point]
    post_value_at: ClassVar[Point]
    presents_at: ClassVar[Point]
    present_step: ClassVar[float]
    teahouse_at: ClassVar[Point]
    inspector_at: ClassVar[Point]
    horses_at: ClassVar[float]
    posts_at: ClassVar[float]
    guards_at: ClassVar[float]
    traders_at: ClassVar[float]
    post_step: ClassVar[float]
    trader_step: ClassVar[float]
    ranks_top: ClassVar[float]
    ranks_height: ClassVar[float]
    widest_rank: ClassVar[float] = 30  # from one rank to the next, where few play

    # --- Borders, the road and the gorges
    borders: ClassVar[Mapping[str, tuple[Point, ...]]]
    edges: ClassVar[Mapping[str, str]]  # where the edge of the map closes the outline of a province
    roads: ClassVar[Mapping[str, tuple[Point, ...]]]
    gorges: ClassVar[Mapping[str, Gorge]]
    in_market: ClassVar[Point]  # where a trader's walk out of the city begins

    # --- The city
    house_top: ClassVar[float]  # how much higher than its foot a house can be clicked
    house_width: ClassVar[float]
    houses: ClassVar[Mapping[str, Point]]  # the middle of each house's foot
    name_below_house: ClassVar[float]
    small_radius: ClassVar[float]
    large_side: ClassVar[float]
    bank_size: ClassVar[Point]
    raised: ClassVar[float]  # how much higher than the middle of a space a trader stands on it
    price_below: ClassVar[float]  # how much lower the price stands then
    blocker_at_home: ClassVar[Point]
    inspector_at_home: ClassVar[Point]
    market: ClassVar[Area]
    market_name_at: ClassVar[Point]
    market_value_at: ClassVar[Point]
    market_traders_at: ClassVar[float]
    market_ranks_top: ClassVar[float]
    market_ranks_height: ClassVar[float]
    market_step: ClassVar[float]
    city_and_camps: ClassVar[Area]

    # --- The camps: what they show, from the corner of each
    camp_height: ClassVar[float]
    camp_tent_at: ClassVar[Point]
    camp_name_at: ClassVar[Point]
    camp_coins_at: ClassVar[Point]
    camp_presents_at: ClassVar[Point]
    camp_passes_at: ClassVar[Point]
    camp_influence_at: ClassVar[Point]
    camp_number_gap: ClassVar[float] = 10
    camp_traders_at: ClassVar[Point]
    camp_step: ClassVar[float]
    camp_structures: ClassVar[Mapping[str, tuple[Point, float, Area]]]  # the first, the step, and what can be clicked

    # --- Title, orders and points
    title_at: ClassVar[Point]
    round_at: ClassVar[Point]
    order_name_at: ClassVar[Mapping[str, Point]]
    orders_at: ClassVar[Mapping[str, Point]]
    order_step: ClassVar[float]

    # --- Ranks ------------------------------------------------------------------------------------------

    def rank_step(self, height: float) -> float:
        """The distance between two ranks."""
        return min(self.widest_rank, height / self.seats)

    def _rank(self, top: float, height: float, rank: int) -> float:
        step = self.rank_step(height)
        return top + (height - step * self.seats) / 2 + (rank + 0.5) * step

    def rank(self, place: str, rank: int) -> float:
        """How far down a rank stands in a province or the market."""
        if place == "P":
            return self._rank(self.market_ranks_top, self.market_ranks_height, rank)
        return self._rank(self.corner[place].y + self.ranks_top, self.ranks_height, rank)

    @cache  # noqa: B019 - there are as many layouts as numbers of seats
    def trader(self, place: str, rank: int, slot: int) -> Point:
        """A trader in a province or the market."""
        if place == "P":
            return Point(self.market_traders_at + slot * self.market_step, self.rank(place, rank))
        return Point(self.corner[place].x + self.traders_at + slot * self.trader_step, self.rank(place, rank))

    def traders(self, place: str, rank: int, slots: int) -> tuple[float, float, float, float]:
        """Left, top, width and height of the first slots of a rank."""
        first, last = self.trader(place, rank, 0), self.trader(place, rank, slots - 1)
        step = self.rank_step(self.market_ranks_height if place == "P" else self.ranks_height)
        return first.x - 11, first.y - step / 2, last.x - first.x + 22, step

    def horse(self, place: str, rank: int) -> Point:
        """A horse in its stall."""
        return Point(self.corner[place].x + self.horses_at, self.rank(place, rank))

    def post(self, place: str, rank: int, slot: int) -> Point:
        """A post in a province."""
        return Point(self.corner[place].x + self.posts_at + slot * self.post_step, self.rank(place, rank))

    def guards(self, place: str, rank: int) -> Point:
        """A guards marker in a province."""
        return Point(self.corner[place].x + self.guards_at, self.rank(place, rank))

    # --- Provinces --------------------------------------------------------------------------------------

    def in_corner(self, place: str, offset: Point) -> Point:
        """A point of a province, counted from its corner."""
        return self.corner[place].moved(*offset)

    def province_area(self, place: str) -> Area:
        """Everything that a province shows."""
        return Area(*self.corner[place], self.province_width, self.province_height)

    def value_icons(self, place: str) -> tuple[Point, Point]:
        """The signs before what a trader and a post earn."""
        return self.in_corner(place, self.values_at), self.in_corner(place, self.post_value_at)

    def value_labels(self, place: str) -> tuple[Point, Point]:
        """The numbers that a trader and a post earn."""
        trader, post = self.value_icons(place)
        return trader.moved(10, 6), post.moved(11, 6)

    def present(self, place: str, slot: int) -> Point:
        """A present in a province."""
        return self.in_corner(place, self.presents_at).moved(slot * self.present_step, 0)

    @cache  # noqa: B019 - there are as many layouts as numbers of seats
    def outline(self, province: str) -> str:
        """The borders of a province as a path."""
        drawn = ""
        for name in OUTLINES[province]:
            points = self.borders[name] if name.isupper() else self.borders[name.upper()][::-1]
            start = f"{number(points[0].x)} {number(points[0].y)}"
            drawn += (f"L{start}" if drawn else f"M{start}") + bends(points)
        return drawn + self.edges[province] + "z"

    # --- Roads and gorges -------------------------------------------------------------------------------

    @cache  # noqa: B019 - there are as many layouts as numbers of seats
    def walk(self, name: str) -> str:
        """A stretch of the road that traders walk, including the one from the market."""
        return curve((self.in_market, *self.roads[name])) if name == "P-Y" else self.road(name)

    @cache  # noqa: B019 - there are as many layouts as numbers of seats
    def road(self, name: str) -> str:
        """A stretch of the road as a path that continues smoothly into the next one."""
        names = list(self.roads)
        at = names.index(name)
        before = self.roads[names[at - 1]][-2] if at else None
        after = self.roads[names[at + 1]][1] if at + 1 < len(names) else None
        return curve(self.roads[name], before, after)

    @cache  # noqa: B019 - there are as many layouts as numbers of seats
    def bridge(self, gorge: str, rank: int) -> Point:
        """A bridge over a gorge; the slot after the last is left to the blocker."""
        return self.gorges[gorge].slot(rank - self.seats / 2)

    @cache  # noqa: B019 - there are as many layouts as numbers of seats
    def gorge_outline(self, gorge: str) -> str:
        """A gorge in its own shape."""
        return self.gorges[gorge].outline()

    def blocker(self, gorge: str) -> Point:
        """The blocker on a gorge."""
        return self.bridge(gorge, self.seats)

    # --- The city ---------------------------------------------------------------------------------------

    def building_name(self, building: str) -> Point:
        """Where the name of a building stands."""
        return self.houses[building].moved(0, self.name_below_house)

    def house(self, building: str) -> Area:
        """A building without its spaces."""
        foot, height = self.houses[building], self.house_top + self.name_below_house + 5
        return Area(foot.x - self.house_width / 2, foot.y - self.house_top, self.house_width, height)

    @abstractmethod
    def building_spaces(self, building: str, spaces: int) -> tuple[Point, ...]:
        """The middles of a building's spaces, the cheapest first."""

    @abstractmethod
    def bank_space(self, space: int) -> Point:
        """The middle of a space of the bank."""

    @abstractmethod
    def house_area(self, building: str) -> Area:
        """A building with all its spaces."""

    # --- The camps --------------------------------------------------------------------------------------

    @abstractmethod
    def camp(self, rank: int) -> Area:
        """A camp."""

    @cache  # noqa: B019 - there are as many layouts as numbers of seats
    def camp_at(self, rank: int, offset: Point) -> Point:
        """A place within a camp."""
        camp = self.camp(rank)
        return Point(camp.left, camp.top).moved(*offset)

    def camp_trader(self, rank: int, slot: int) -> Point:
        """A trader at home: the supply fills from the left, the reserve from the right."""
        return self.camp_at(rank, self.camp_traders_at).moved(slot * self.camp_step, 0)

    def camp_structure(self, rank: int, kind: str, slot: int) -> Point:
        """A structure at home."""
        first, step, _ = self.camp_structures[kind]
        return self.camp_at(rank, first).moved(slot * step, 0)

    # --- Orders and points ------------------------------------------------------------------------------

    def order(self, track: str, position: int) -> Point:
        """A place in the blue or the gray order, from 0."""
        return self.orders_at[track].moved(position * self.order_step, 0)

    @abstractmethod
    def cell(self, points: int) -> Point:
        """The middle of a cell of the victory-point track."""

    @abstractmethod
    def cell_size(self, points: int) -> Point:
        """Width and height of a cell."""

    @abstractmethod
    def along(self, points: int) -> Point:
        """The direction in which markers in the same cell are spread."""

    def in_cell(self, points: int, markers: int) -> list[Point]:
        """The places of markers that share a cell: closer if there are many, and all within the board."""
        middle, way = self.cell(points), self.along(points)
        step = CLOSE if markers < CROWD else CLOSER
        reach = (markers - 1) / 2 * step
        start, room = (middle.y, self.height) if way.y else (middle.x, self.width)
        first = min(max(start - reach, MARKER_EDGE), room - MARKER_EDGE - 2 * reach)
        shifts = [first - start + number * step for number in range(markers)]
        return [middle.moved(way.x * shift, way.y * shift) for shift in shifts]

    @abstractmethod
    def beside_track(self, points: int, line: int, number: int) -> Point:
        """Where points that the track has no number for are written.

        `line` counts those at the same cell, `number` all of them.
        """


@cache
def layout_for(screen: type[Layout], seats: int) -> Layout:
    """The layout for a kind of screen and a number of seats."""
    return screen(seats)
