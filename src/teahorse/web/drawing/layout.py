"""Where everything stands, in the units of the drawing: 1200 wide, 900 high.

The frame is the victory-point track. Within it lie the five provinces, below them the city of Pu'er with its
buildings, and at the foot the players' camps. Every player has a rank of their own in every place, and every
piece a slot in it, so that eyes and animations can follow it.
"""

from dataclasses import dataclass
from functools import cache
from math import hypot

from ...rules.state import MAX_PLAYERS
from .shapes import Point, bends, curve, number

WIDTH, HEIGHT = 1200, 900
FRAME = 26  # how wide the victory-point track is

# --- Provinces ----------------------------------------------------------------------------------------

PROVINCES = ("Y", "S", "K", "T", "Q")
CORNER = {  # the top left corner of what is shown of a province
    "Y": Point(444, 450),
    "S": Point(832, 262),
    "K": Point(444, 248),
    "T": Point(40, 252),
    "Q": Point(444, 40),
}
PROVINCE_WIDTH, PROVINCE_HEIGHT = 338, 134

NAME_AT = Point(0, 21)  # all from the corner
VALUES_AT, POST_VALUE_AT = Point(7, 40), Point(52, 40)
PRESENTS_AT = Point(8, 60)
PRESENT_STEP = 17
TEAHOUSE_AT = Point(17, 99)
INSPECTOR_AT = Point(60, 97)
HORSES_AT, POSTS_AT, GUARDS_AT, TRADERS_AT = 110, 134, 172, 194  # from the left edge
POST_STEP, TRADER_STEP = 18, 22
RANKS_TOP, RANKS_HEIGHT = 2, 130
WIDEST_RANK = 30  # from one rank to the next, where few play

# --- Borders, the road and the gorges -----------------------------------------------------------------

# Where three provinces meet, and the borders between these points and the edge of the map.
_NORTHWEST, _NORTHEAST, _SOUTHWEST, _SOUTHEAST = Point(404, 214), Point(790, 208), Point(404, 408), Point(796, 404)
BORDERS: dict[str, tuple[Point, ...]] = {
    "TQ": (_NORTHWEST, Point(330, 178), Point(230, 158), Point(120, 160), Point(FRAME, 172)),
    "SQ": (_NORTHEAST, Point(870, 196), Point(968, 170), Point(1080, 148), Point(WIDTH - FRAME, 136)),
    "YS": (_SOUTHEAST, Point(880, 448), Point(990, 474), Point(1090, 492), Point(WIDTH - FRAME, 500)),
    "YT": (_SOUTHWEST, Point(330, 442), Point(222, 468), Point(120, 504), Point(FRAME, 522)),
    "KQ": (_NORTHWEST, Point(500, 206), Point(600, 209), Point(700, 203), _NORTHEAST),
    "YK": (_SOUTHWEST, Point(500, 414), Point(600, 411), Point(700, 415), _SOUTHEAST),
    "KT": (_NORTHWEST, Point(389, 270), Point(397, 330), Point(387, 372), _SOUTHWEST),
    "SK": (_NORTHEAST, Point(806, 270), Point(798, 330), Point(810, 365), _SOUTHEAST),
}
CITY_WALL = 622  # where the provinces end and Pu'er begins


_OUTLINES = {  # border by border, clockwise; in small letters those that run the other way
    "K": ("KQ", "SK", "yk", "kt"),
    "Q": ("tq", "KQ", "SQ"),
    "Y": ("yt", "YK", "YS"),
    "T": ("KT", "YT", "tq"),
    "S": ("SQ", "ys", "sk"),
}
_EDGES = {  # where the edge of the map closes the outline
    "K": "",
    "Q": f"V{FRAME}H{FRAME}",
    "Y": f"V{CITY_WALL}H{FRAME}",
    "T": "",
    "S": "",
}


@cache
def outline(province: str) -> str:
    """The borders of a province as a path."""
    drawn = ""
    for name in _OUTLINES[province]:
        points = BORDERS[name] if name.isupper() else BORDERS[name.upper()][::-1]
        start = f"{number(points[0].x)} {number(points[0].y)}"
        drawn += (f"L{start}" if drawn else f"M{start}") + bends(points)
    return drawn + _EDGES[province] + "z"


ROADS: dict[str, tuple[Point, ...]] = {
    "P-Y": (Point(536, 622), Point(542, 592), Point(570, 556), Point(640, 520)),
    "Y-S": (Point(640, 520), Point(760, 536), Point(868, 524), Point(944, 462), Point(972, 404), Point(1040, 330)),
    "S-K": (Point(1040, 330), Point(950, 300), Point(803, 326), Point(720, 330), Point(640, 312)),
    "K-T": (Point(640, 312), Point(500, 304), Point(394, 338), Point(300, 340), Point(234, 316)),
    "T-Q": (Point(234, 316), Point(154, 262), Point(190, 198), Point(290, 178), Point(400, 140), Point(640, 104)),
}


IN_MARKET = Point(536, 716)  # where a trader's walk out of the city begins


@cache
def walk(name: str) -> str:
    """A stretch of the road that traders walk, including the one from the market."""
    return curve((IN_MARKET, *ROADS[name])) if name == "P-Y" else road(name)


@cache
def road(name: str) -> str:
    """A stretch of the road as a path that continues smoothly into the next one."""
    names = list(ROADS)
    at = names.index(name)
    before = ROADS[names[at - 1]][-2] if at else None
    after = ROADS[names[at + 1]][1] if at + 1 < len(names) else None
    return curve(ROADS[name], before, after)


@dataclass(frozen=True)
class Gorge:
    """A gorge: its middle, the direction in which its river runs, and the way across it."""

    middle: Point
    run: Point
    path: tuple[Point, ...]

    def slot(self, number: float) -> Point:
        """A place along the river, counted from its middle."""
        length = hypot(*self.run)
        reach = number * BRIDGE_STEP / length
        return self.middle.moved(self.run.x * reach, self.run.y * reach)

    def edges(self) -> tuple[list[Point], list[Point]]:
        """Both edges of the gorge, from end to end and back; they meet at the ends."""
        length, reach = hypot(*self.run), GORGE_SLOTS / 2
        across = Point(-self.run.y / length * GORGE_HALF_WIDTH, self.run.x / length * GORGE_HALF_WIDTH)
        slots = [-0.93 * reach, -reach / 2, reach / 2, 0.93 * reach]
        first, last = self.slot(-1.12 * reach), self.slot(1.12 * reach)
        upper = [self.slot(at).moved(-across.x, -across.y) for at in slots]
        lower = [self.slot(at).moved(*across) for at in reversed(slots)]
        return [first, *upper, last], [last, *lower, first]


BRIDGE_STEP = 28
GORGE_SLOTS = MAX_PLAYERS + 1  # five bridges and the blocker
GORGE_HALF_WIDTH = 21
_Y, _S, _K, _T, _Q = (points[-1] for points in ROADS.values())
GORGES: dict[str, Gorge] = {
    "YK": Gorge(Point(600, 411), Point(1, 0), (_Y, Point(600, 411), _K)),
    "YT": Gorge(Point(222, 468), Point(210, -62), (_Y, Point(420, 500), Point(222, 468), _T)),
    "SQ": Gorge(Point(968, 170), Point(210, -48), (_S, Point(968, 170), Point(800, 110), _Q)),
    "KQ": Gorge(Point(600, 207), Point(1, 0), (_K, Point(600, 207), _Q)),
    # Only a board of one's own has these two: they lead round the provinces between.
    "YQ": Gorge(
        Point(900, 584),
        Point(1, 0),
        (
            _Y,
            Point(800, 575),
            Point(900, 584),
            Point(1120, 560),
            Point(1164, 420),
            Point(1164, 160),
            Point(900, 90),
            _Q,
        ),
    ),
    "ST": Gorge(
        Point(346, 60),
        Point(1, 0),
        (_S, Point(1000, 140), Point(800, 44), Point(560, 36), Point(346, 60), Point(130, 180), _T),
    ),
}

# --- The city and the camps ---------------------------------------------------------------------------

CITY_TOP, CITY_BOTTOM = 622, 796
HOUSES_TOP = 640  # of their roofs
COLUMN_WIDTH = 132
COLUMNS = {"bank": 96, "school": 228, "customs": 360, "horse": 712, "guild": 844, "yard": 976, "temple": 1108}
ROOF_FOOT = 690
BUILDING_NAME = 705
SPACE_ROWS = (727, 768)
SPACE_STEP = 41
SMALL_RADIUS, LARGE_SIDE = 17, 36
BLOCKER_AT_HOME = Point(1152, 676)
INSPECTOR_AT_HOME = Point(1004, 588)

MARKET_LEFT, MARKET_WIDTH = 430, 212
MARKET_NAME_AT, MARKET_VALUE_AT = Point(536, 669), Point(576, 663)
MARKET_TRADERS_AT = 478
MARKET_TOP, MARKET_HEIGHT = 676, 114
MARKET_STEP = 20

CAMPS_TOP, CAMP_HEIGHT = 800, 72
WIDEST_CAMP = 262
CAMP_TRADERS_AT, CAMP_STRUCTURES_AT = Point(17, 36), Point(17, 60)
CAMP_STEP = 21
CAMP_TENT_AT, CAMP_NAME_AT = Point(18, 12), Point(36, 18)
CAMP_COINS_AT, CAMP_PRESENTS_AT = Point(147, 13), Point(202, 12)
CAMP_PASSES_AT, CAMP_INFLUENCE_AT = Point(202, 36), Point(202, 60)
CAMP_NUMBER_GAP = 10
STRUCTURES_FROM = {"post": (0, 19), "bridge": (42, 26), "teahouse": (95, 27), "guards": (148, 0)}  # and step

# --- Orders and points --------------------------------------------------------------------------------

TITLE_AT, ROUND_AT = Point(150, 74), Point(150, 102)
ORDER_NAME_AT = {"blue": Point(50, 571), "gray": Point(50, 605)}
ORDERS_LEFT, ORDER_STEP = 192, 29
ORDER_ROWS = {"blue": 566, "gray": 600}
CELLS_ACROSS, CELLS_DOWN = 32, 18
CLOSE, CLOSER, CROWD = 12, 8, 4  # from one marker to the next in the same cell, from how many on closer
LINE = 18  # from one line of words to the next
BEHIND, FAR_STEP = 20, 54  # from a marker to its number on the track, and from one such number to the next
MARKER_EDGE = 12  # how far from the edge of the board a marker stays
CELLS = 2 * (CELLS_ACROSS + CELLS_DOWN)


def cell(points: int) -> Point:
    """The middle of a cell of the victory-point track, which runs clockwise from the top left corner."""
    at = points % CELLS
    wide, high, half = WIDTH / CELLS_ACROSS, (HEIGHT - 2 * FRAME) / CELLS_DOWN, FRAME / 2
    if at < CELLS_ACROSS:
        return Point((at + 0.5) * wide, half)
    at -= CELLS_ACROSS
    if at < CELLS_DOWN:
        return Point(WIDTH - half, FRAME + (at + 0.5) * high)
    at -= CELLS_DOWN
    if at < CELLS_ACROSS:
        return Point(WIDTH - (at + 0.5) * wide, HEIGHT - half)
    return Point(half, HEIGHT - FRAME - (at - CELLS_ACROSS + 0.5) * high)


def along(points: int) -> Point:
    """The direction in which markers in the same cell are spread."""
    at = points % CELLS
    is_upright = CELLS_ACROSS <= at < CELLS_ACROSS + CELLS_DOWN or at >= 2 * CELLS_ACROSS + CELLS_DOWN
    return Point(0, 1) if is_upright else Point(1, 0)


def in_cell(points: int, markers: int) -> list[Point]:
    """The places of markers that share a cell: closer if there are many, and all within the cell."""
    middle, way = cell(points), along(points)
    step = CLOSE if markers < CROWD else CLOSER
    reach = (markers - 1) / 2 * step
    start, room = (middle.y, HEIGHT) if way.y else (middle.x, WIDTH)
    first = min(max(start - reach, MARKER_EDGE), room - MARKER_EDGE - 2 * reach)
    shifts = [first - start + number * step for number in range(markers)]
    return [middle.moved(way.x * shift, way.y * shift) for shift in shifts]


def beside_cell(points: int, line: int) -> Point:
    """Where the text of a marker begins: inside the frame, or at the bottom of the board on the track."""
    at = cell(points)
    if along(points).y:
        side = FRAME + 10 if at.x < WIDTH / 2 else WIDTH - FRAME - 50
        return Point(side, min(at.y, CAMPS_TOP - LINE) - line * LINE)
    behind = at.x + BEHIND + line * FAR_STEP
    across = behind if behind < WIDTH - FAR_STEP else at.x - BEHIND - (line + 1) * FAR_STEP
    return Point(across, FRAME + 9 if at.y < HEIGHT / 2 else at.y)


@dataclass(frozen=True)
class Layout:
    """The layout for a number of seats, including Dúli's. A rank is the number of a seat, from 0."""

    seats: int

    def rank_step(self, height: float) -> float:
        """The distance between two ranks."""
        return min(WIDEST_RANK, height / self.seats)

    def _rank(self, top: float, height: float, rank: int) -> float:
        step = self.rank_step(height)
        return top + (height - step * self.seats) / 2 + (rank + 0.5) * step

    def rank(self, place: str, rank: int) -> float:
        """How far down a rank stands in a province or the market."""
        if place == "P":
            return self._rank(MARKET_TOP, MARKET_HEIGHT, rank)
        return self._rank(CORNER[place].y + RANKS_TOP, RANKS_HEIGHT, rank)

    @cache  # noqa: B019 - there are as many layouts as numbers of seats
    def trader(self, place: str, rank: int, slot: int) -> Point:
        """A trader in a province or the market."""
        if place == "P":
            return Point(MARKET_TRADERS_AT + slot * MARKET_STEP, self.rank(place, rank))
        return Point(CORNER[place].x + TRADERS_AT + slot * TRADER_STEP, self.rank(place, rank))

    def traders(self, place: str, rank: int, slots: int) -> tuple[float, float, float, float]:
        """Left, top, width and height of the first slots of a rank."""
        first, last = self.trader(place, rank, 0), self.trader(place, rank, slots - 1)
        step = self.rank_step(MARKET_HEIGHT if place == "P" else RANKS_HEIGHT)
        return first.x - 11, first.y - step / 2, last.x - first.x + 22, step

    def horse(self, place: str, rank: int) -> Point:
        """A horse in its stall."""
        return Point(CORNER[place].x + HORSES_AT, self.rank(place, rank))

    def post(self, place: str, rank: int, slot: int) -> Point:
        """A post in a province."""
        return Point(CORNER[place].x + POSTS_AT + slot * POST_STEP, self.rank(place, rank))

    def guards(self, place: str, rank: int) -> Point:
        """A guards marker in a province."""
        return Point(CORNER[place].x + GUARDS_AT, self.rank(place, rank))

    @cache  # noqa: B019 - there are as many layouts as numbers of seats
    def bridge(self, gorge: str, rank: int) -> Point:
        """A bridge over a gorge; the slot after the last is left to the blocker."""
        return GORGES[gorge].slot(rank - self.seats / 2)

    def blocker(self, gorge: str) -> Point:
        """The blocker on a gorge."""
        return self.bridge(gorge, self.seats)

    def camp(self, rank: int) -> tuple[float, float]:
        """Left edge and width of a camp."""
        width = min(WIDEST_CAMP, (WIDTH - 2 * FRAME) / self.seats)
        return (WIDTH - width * self.seats) / 2 + rank * width, width

    @cache  # noqa: B019 - there are as many layouts as numbers of seats
    def camp_at(self, rank: int, offset: Point) -> Point:
        """A place within a camp."""
        return Point(self.camp(rank)[0], CAMPS_TOP).moved(*offset)

    def camp_trader(self, rank: int, slot: int) -> Point:
        """A trader at home: the supply fills from the left, the reserve from the right."""
        return self.camp_at(rank, CAMP_TRADERS_AT).moved(slot * CAMP_STEP, 0)

    def camp_structure(self, rank: int, kind: str, slot: int) -> Point:
        """A structure at home."""
        start, step = STRUCTURES_FROM[kind]
        return self.camp_at(rank, CAMP_STRUCTURES_AT).moved(start + slot * step, 0)

    def order(self, track: str, position: int) -> Point:
        """A place in the blue or the gray order, from 0."""
        return Point(ORDERS_LEFT + position * ORDER_STEP, ORDER_ROWS[track])


def in_corner(place: str, offset: Point) -> Point:
    """A point of a province, counted from its corner."""
    return CORNER[place].moved(*offset)


def value_icons(place: str) -> tuple[Point, Point]:
    """The signs before what a trader and a post earn."""
    return in_corner(place, VALUES_AT), in_corner(place, POST_VALUE_AT)


def value_labels(place: str) -> tuple[Point, Point]:
    """The numbers that a trader and a post earn."""
    return in_corner(place, VALUES_AT.moved(10, 6)), in_corner(place, POST_VALUE_AT.moved(11, 6))


def present(place: str, slot: int) -> Point:
    """A present in a province."""
    return in_corner(place, PRESENTS_AT).moved(slot * PRESENT_STEP, 0)


@cache
def building_spaces(building: str, spaces: int) -> tuple[Point, ...]:
    """The middles of a building's spaces: the cheap ones in the upper row, at most three in the lower."""
    lower = min(3, spaces) if spaces != 4 else 2
    rows = ((spaces - lower, SPACE_ROWS[0]), (lower, SPACE_ROWS[1]))
    middle = COLUMNS[building]
    return tuple(
        Point(middle + (number - (count - 1) / 2) * SPACE_STEP, down) for count, down in rows for number in range(count)
    )


def bank_space(space: int) -> Point:
    """A space of the bank."""
    return Point(COLUMNS["bank"] + (space - 0.5) * 54, SPACE_ROWS[0] + 20)
