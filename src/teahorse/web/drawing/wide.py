"""The layout for most screens: 1200 units wide, 900 high.

The frame is the victory-point track. Within it lie the five provinces, below them the city of Pu'er with its
buildings, and at the foot the players' camps.
"""

from functools import cache
from typing import ClassVar

from .layout import CELLS, Gorge, Layout
from .parts import Area
from .shapes import Point

WIDTH, HEIGHT = 1200, 900
FRAME = 26  # how wide the victory-point track is
CELLS_ACROSS, CELLS_DOWN = 32, 18

# Where three provinces meet, and the borders between these points and the edge of the map.
_NORTHWEST, _NORTHEAST, _SOUTHWEST, _SOUTHEAST = Point(404, 214), Point(790, 208), Point(404, 408), Point(796, 404)
_BORDERS = {
    "TQ": (_NORTHWEST, Point(330, 178), Point(230, 158), Point(120, 160), Point(FRAME, 172)),
    "SQ": (_NORTHEAST, Point(870, 196), Point(968, 170), Point(1080, 148), Point(WIDTH - FRAME, 136)),
    "YS": (_SOUTHEAST, Point(880, 448), Point(990, 474), Point(1090, 492), Point(WIDTH - FRAME, 500)),
    "YT": (_SOUTHWEST, Point(330, 442), Point(222, 468), Point(120, 504), Point(FRAME, 522)),
    "KQ": (_NORTHWEST, Point(500, 206), Point(600, 209), Point(700, 203), _NORTHEAST),
    "YK": (_SOUTHWEST, Point(500, 414), Point(600, 411), Point(700, 415), _SOUTHEAST),
    "KT": (_NORTHWEST, Point(389, 270), Point(397, 330), Point(387, 372), _SOUTHWEST),
    "SK": (_NORTHEAST, Point(806, 270), Point(798, 330), Point(810, 365), _SOUTHEAST),
}
_ROADS = {
    "P-Y": (Point(536, 622), Point(542, 592), Point(570, 556), Point(640, 520)),
    "Y-S": (Point(640, 520), Point(760, 536), Point(868, 524), Point(944, 462), Point(972, 404), Point(1040, 330)),
    "S-K": (Point(1040, 330), Point(950, 300), Point(803, 326), Point(720, 330), Point(640, 312)),
    "K-T": (Point(640, 312), Point(500, 304), Point(394, 338), Point(300, 340), Point(234, 316)),
    "T-Q": (Point(234, 316), Point(154, 262), Point(190, 198), Point(290, 178), Point(400, 140), Point(640, 104)),
}
_Y, _S, _K, _T, _Q = (points[-1] for points in _ROADS.values())
_GORGES = {
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

CITY_TOP, CITY_BOTTOM = 622, 796
HOUSES_TOP = 640  # of their roofs
ROOF_FOOT = 690
COLUMN_WIDTH = 132
SPACE_ROWS = (727, 768)
SPACE_STEP = 41
BANK_STEP = 54
CAMPS_TOP = 800
WIDEST_CAMP = 262
LINE = 18  # from one line of words to the next
BEHIND, FAR_STEP = 20, 54  # from a marker to its number on the track, and from one such number to the next


class Wide(Layout):
    """The layout for most screens."""

    width, height = WIDTH, HEIGHT

    corner: ClassVar = {
        "Y": Point(444, 450),
        "S": Point(832, 262),
        "K": Point(444, 248),
        "T": Point(40, 252),
        "Q": Point(444, 40),
    }
    province_width, province_height = 338, 134
    name_at = Point(0, 21)
    values_at, post_value_at = Point(7, 40), Point(52, 40)
    presents_at, present_step = Point(8, 60), 17
    teahouse_at, inspector_at = Point(17, 99), Point(60, 97)
    horses_at, posts_at, guards_at, traders_at = 106, 135, 173, 196
    post_step, trader_step = 17, 22
    ranks_top, ranks_height = 2, 130

    borders, roads, gorges = _BORDERS, _ROADS, _GORGES
    edges: ClassVar = {"K": "", "Q": f"V{FRAME}H{FRAME}", "Y": f"V{CITY_TOP}H{FRAME}", "T": "", "S": ""}
    in_market = Point(536, 716)

    houses: ClassVar = {
        building: Point(across, ROOF_FOOT)
        for building, across in {
            "bank": 96,
            "school": 228,
            "customs": 360,
            "horse": 712,
            "guild": 844,
            "yard": 976,
            "temple": 1108,
        }.items()
    }
    house_top, house_width, name_below_house = ROOF_FOOT - HOUSES_TOP, 118, 15
    small_radius, large_side = 17, 36
    bank_size = Point(44, 52)
    raised, price_below = 6, 17.5
    blocker_at_home, inspector_at_home = Point(1152, 676), Point(1004, 588)
    market = Area(430, 650, 212, 142)
    market_name_at, market_value_at = Point(536, 669), Point(576, 663)
    market_traders_at, market_step = 478, 20
    market_ranks_top, market_ranks_height = 676, 114
    city_and_camps = Area(FRAME, HOUSES_TOP, WIDTH - 2 * FRAME, HEIGHT - FRAME - HOUSES_TOP)

    camp_height = 72
    camp_tent_at, camp_name_at = Point(18, 12), Point(36, 18)
    camp_coins_at, camp_presents_at = Point(147, 13), Point(202, 12)
    camp_passes_at, camp_influence_at = Point(202, 36), Point(202, 60)
    camp_traders_at, camp_step = Point(17, 36), 21
    camp_structures: ClassVar = {
        kind: (Point(17 + start, 60), step, Area(17 + start - (step / 2 or 11), 48, (step / 2 or 11) * 2 + step, 23))
        for kind, start, step in (("post", 0, 19), ("bridge", 42, 26), ("teahouse", 95, 27), ("guards", 148, 0))
    }

    title_at, round_at = Point(150, 74), Point(150, 102)
    order_name_at: ClassVar = {"blue": Point(50, 571), "gray": Point(50, 605)}
    orders_at: ClassVar = {"blue": Point(192, 566), "gray": Point(192, 600)}
    order_step = 29

    @cache  # noqa: B019 - there are as many layouts as numbers of seats
    def building_spaces(self, building: str, spaces: int) -> tuple[Point, ...]:
        """The cheap spaces in the upper row, at most three in the lower."""
        lower = min(3, spaces) if spaces != 4 else 2
        rows = ((spaces - lower, SPACE_ROWS[0]), (lower, SPACE_ROWS[1]))
        middle = self.houses[building].x
        return tuple(
            Point(middle + (number - (count - 1) / 2) * SPACE_STEP, down)
            for count, down in rows
            for number in range(count)
        )

    def bank_space(self, space: int) -> Point:
        """Side by side."""
        return Point(self.houses["bank"].x + (space - 0.5) * BANK_STEP, SPACE_ROWS[0] + 20)

    def house_area(self, building: str) -> Area:
        """A column of the city."""
        return Area(self.houses[building].x - COLUMN_WIDTH / 2, HOUSES_TOP, COLUMN_WIDTH, CITY_BOTTOM - HOUSES_TOP)

    def camp(self, rank: int) -> Area:
        """The camps lie side by side at the foot of the board."""
        width = min(WIDEST_CAMP, (WIDTH - 2 * FRAME) / self.seats)
        return Area((WIDTH - width * self.seats) / 2 + rank * width, CAMPS_TOP, width, self.camp_height)

    def cell(self, points: int) -> Point:
        """The track runs clockwise from the top left corner."""
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

    def cell_size(self, points: int) -> Point:
        """As wide as the frame, or as high."""
        across, down = WIDTH / CELLS_ACROSS, (HEIGHT - 2 * FRAME) / CELLS_DOWN
        return Point(FRAME, down) if self.along(points).y else Point(across, FRAME)

    def along(self, points: int) -> Point:
        """Along the edge of the board."""
        at = points % CELLS
        is_upright = CELLS_ACROSS <= at < CELLS_ACROSS + CELLS_DOWN or at >= 2 * CELLS_ACROSS + CELLS_DOWN
        return Point(0, 1) if is_upright else Point(1, 0)

    def beside_track(self, points: int, line: int, number: int) -> Point:
        """Inside the frame, or at the bottom of the board on the track."""
        at = self.cell(points)
        if self.along(points).y:
            side = FRAME + 10 if at.x < WIDTH / 2 else WIDTH - FRAME - 50
            return Point(side, min(at.y, CAMPS_TOP - LINE) - line * LINE)
        behind = at.x + BEHIND + line * FAR_STEP
        across = behind if behind < WIDTH - FAR_STEP else at.x - BEHIND - (line + 1) * FAR_STEP
        return Point(across, FRAME + 9 if at.y < HEIGHT / 2 else at.y)
