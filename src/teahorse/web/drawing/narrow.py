"""The layout for a phone held upright: 600 units wide, as high as the camps need.

The road climbs from the bottom up: Yunnan, Sichuan on the right, Kang in the middle, Tibet on the left, Qinghai on top.
Below the wall lies Pu'er in rows: bank and market, then a row for each building, the victory-point track, and a row for
each camp. Spaces are 74 units wide: 44 pixels on a screen of 360.
"""

from typing import ClassVar

from .layout import CELLS, Gorge, Layout
from .parts import Area
from .shapes import Point

WIDTH = 600
NORTH, SOUTH = 130, 494  # where the rivers run
CITY_TOP = 622  # the wall

_NORTHWEST, _NORTHEAST, _SOUTHWEST, _SOUTHEAST = Point(252, 130), Point(428, 130), Point(172, 494), Point(348, 494)
_BORDERS = {
    "TQ": (_NORTHWEST, Point(190, 138), Point(120, 128), Point(60, 136), Point(0, 126)),
    "SQ": (_NORTHEAST, Point(470, 127), Point(514, 130), Point(560, 127), Point(WIDTH, 130)),
    "YS": (_SOUTHEAST, Point(410, 502), Point(480, 488), Point(540, 498), Point(WIDTH, 490)),
    "YT": (_SOUTHWEST, Point(130, 497), Point(86, 494), Point(40, 497), Point(0, 494)),
    "KQ": (_NORTHWEST, Point(296, 127), Point(340, 130), Point(384, 127), _NORTHEAST),
    "YK": (_SOUTHWEST, Point(216, 497), Point(260, 494), Point(304, 497), _SOUTHEAST),
    "KT": (
        _NORTHWEST,
        Point(314, 158),
        Point(322, 206),
        Point(308, 250),
        Point(220, 258),
        Point(146, 272),
        Point(136, 320),
        Point(142, 372),
        Point(150, 440),
        _SOUTHWEST,
    ),
    "SK": (
        _NORTHEAST,
        Point(446, 190),
        Point(456, 246),
        Point(462, 310),
        Point(454, 352),
        Point(380, 370),
        Point(292, 378),
        Point(280, 420),
        Point(288, 464),
        _SOUTHEAST,
    ),
}
_ROADS = {
    "P-Y": (Point(452, CITY_TOP), Point(450, 604), Point(430, 584), Point(402, 564)),
    "Y-S": (
        Point(402, 564),
        Point(400, 540),
        Point(450, 532),
        Point(520, 530),
        Point(552, 504),
        Point(516, 468),
        Point(440, 430),
    ),
    "S-K": (Point(440, 430), Point(398, 402), Point(386, 366), Point(350, 330), Point(300, 318)),
    "K-T": (Point(300, 318), Point(240, 304), Point(206, 256), Point(190, 226), Point(160, 206)),
    "T-Q": (Point(160, 206), Point(96, 184), Point(70, 150), Point(90, 118), Point(150, 88), Point(240, 66)),
}
_Y, _S, _K, _T, _Q = (points[-1] for points in _ROADS.values())
BRIDGE_STEP, GORGE_HALF_WIDTH = 27, 22
_GORGES = {
    name: Gorge(middle, Point(1, 0), path, BRIDGE_STEP, GORGE_HALF_WIDTH, 1.05)
    for name, middle, path in (
        ("YK", Point(260, SOUTH), (_Y, Point(260, SOUTH), Point(220, 400), _K)),
        ("YT", Point(86, SOUTH), (_Y, Point(86, SOUTH), Point(70, 380), Point(90, 280), _T)),
        ("SQ", Point(514, NORTH), (_S, Point(530, 280), Point(514, NORTH), _Q)),
        ("KQ", Point(340, NORTH), (_K, Point(390, 230), Point(340, NORTH), _Q)),
        # Only a board of one's own has these two.
        ("YQ", Point(90, 606), (_Y, Point(90, 606), Point(12, 400), Point(12, 160), _Q)),
        ("ST", Point(508, 346), (_S, Point(508, 346), Point(420, 230), _T)),
    )
}

BANK_AND_MARKET_TOP, BANK_AND_MARKET_HEIGHT = 652, 98
ROWS_TOP, ROW_HEIGHT = 756, 80
ROWS = ("school", "customs", "horse", "guild", "yard", "temple")
HOUSE_MIDDLE, HOUSE_FOOT = 104, 54  # from the left edge, and from the top of its row
FIRST_SPACE, SPACE_STEP = 242, 79
BANK_HOUSE = Point(64, BANK_AND_MARKET_TOP + 60)
FIRST_BANK_SPACE, BANK_STEP = 170, 80
TRACK_TOP, TRACK_ROW, CELLS_ACROSS = 1246, 30, 25
FAR_TOP, FAR_STEP = 1376, 110  # points that the track has no number for stand below it
CAMPS_TOP, CAMP_HEIGHT = 1392, 80
STRUCTURES_LEFT, STRUCTURES_WIDTH = 300, 74
MOST_SEATS = 5


class Narrow(Layout):
    """The layout for a phone held upright."""

    width, height = WIDTH, CAMPS_TOP + MOST_SEATS * CAMP_HEIGHT + 4

    corner: ClassVar = {
        "Y": Point(14, 514),
        "S": Point(296, 378),
        "K": Point(150, 264),
        "T": Point(8, 148),
        "Q": Point(8, 4),
    }
    province_width, province_height = 300, 106
    name_at = Point(0, 20)
    values_at, post_value_at = Point(7, 39), Point(50, 39)
    presents_at, present_step = Point(8, 59), 16
    teahouse_at, inspector_at = Point(17, 88), Point(60, 86)
    horses_at, posts_at, guards_at, traders_at = 107, 133, 165, 185
    post_step, trader_step = 14, 17
    ranks_top, ranks_height = 1, 104

    borders, roads, gorges = _BORDERS, _ROADS, _GORGES
    edges: ClassVar = {"K": "", "Q": "V0H0", "Y": f"V{CITY_TOP}H0", "T": "", "S": ""}
    in_market = Point(452, 700)

    houses: ClassVar = {
        "bank": BANK_HOUSE,
        **{name: Point(HOUSE_MIDDLE, ROWS_TOP + row * ROW_HEIGHT + HOUSE_FOOT) for row, name in enumerate(ROWS)},
    }
    house_top, house_width, name_below_house = 52, 190, 19
    small_radius, large_side = 37, 74
    bank_size = Point(74, 86)
    raised, price_below = 8, 30
    blocker_at_home, inspector_at_home = Point(184, ROWS_TOP + 5 * ROW_HEIGHT + 40), Point(548, 604)
    market = Area(300, BANK_AND_MARKET_TOP, 294, BANK_AND_MARKET_HEIGHT)
    market_name_at, market_value_at = Point(352, 682), Point(340, 704)
    market_traders_at, market_step = 420, 20
    market_ranks_top, market_ranks_height = BANK_AND_MARKET_TOP + 3, BANK_AND_MARKET_HEIGHT - 4
    city_and_camps = Area(0, CITY_TOP, WIDTH, height - CITY_TOP)

    camp_height = CAMP_HEIGHT - 4
    camp_tent_at, camp_name_at = Point(22, 20), Point(44, 27)
    camp_coins_at, camp_presents_at = Point(18, 56), Point(66, 56)
    camp_passes_at, camp_influence_at = Point(110, 56), Point(154, 56)
    camp_traders_at, camp_step = Point(200, 38), 14
    camp_structures: ClassVar = {
        kind: (
            Point(STRUCTURES_LEFT + number * STRUCTURES_WIDTH + STRUCTURES_WIDTH / 2 - step / 2, 38),
            step,
            Area(STRUCTURES_LEFT + number * STRUCTURES_WIDTH, 1, STRUCTURES_WIDTH, CAMP_HEIGHT - 6),
        )
        for number, (kind, step) in enumerate((("post", 22), ("bridge", 30), ("teahouse", 30), ("guards", 0)))
    }

    title_at, round_at = Point(458, 30), Point(458, 30)
    order_name_at: ClassVar = {"blue": Point(336, 60), "gray": Point(336, 92)}
    orders_at: ClassVar = {"blue": Point(444, 54), "gray": Point(444, 86)}
    order_step = 30

    def building_spaces(self, building: str, spaces: int) -> tuple[Point, ...]:
        """One row."""
        middle = ROWS_TOP + (ROWS.index(building) + 0.5) * ROW_HEIGHT
        return tuple(Point(FIRST_SPACE + space * SPACE_STEP, middle) for space in range(spaces))

    def bank_space(self, space: int) -> Point:
        """Right of its house."""
        return Point(FIRST_BANK_SPACE + space * BANK_STEP, BANK_AND_MARKET_TOP + BANK_AND_MARKET_HEIGHT / 2)

    def house(self, building: str) -> Area:
        """The bank has its spaces beside it, so it is less wide."""
        area = super().house(building)
        if building != "bank":
            return area
        return Area(0, area.top, self.bank_space(0).x - self.bank_size.x / 2, area.height)

    def house_area(self, building: str) -> Area:
        """A row of the city."""
        if building == "bank":
            return Area(0, BANK_AND_MARKET_TOP, self.market.left, BANK_AND_MARKET_HEIGHT)
        return Area(0, ROWS_TOP + ROWS.index(building) * ROW_HEIGHT, WIDTH, ROW_HEIGHT)

    def camp(self, rank: int) -> Area:
        """One below the other."""
        return Area(2, CAMPS_TOP + rank * CAMP_HEIGHT, WIDTH - 4, self.camp_height)

    def cell(self, points: int) -> Point:
        """Four rows of 25."""
        row, column = divmod(points % CELLS, CELLS_ACROSS)
        return Point((column + 0.5) * WIDTH / CELLS_ACROSS, TRACK_TOP + (row + 0.5) * TRACK_ROW)

    def cell_size(self, points: int) -> Point:
        """All alike."""
        return Point(WIDTH / CELLS_ACROSS, TRACK_ROW)

    def along(self, points: int) -> Point:
        """Upright would cover other rows."""
        return Point(1, 0)

    def beside_track(self, points: int, line: int, number: int) -> Point:
        """Below the track, side by side."""
        return Point(16 + number * FAR_STEP, FAR_TOP)
