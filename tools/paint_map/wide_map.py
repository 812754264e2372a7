"""The map for wide screens, `web/static/map.svg`: the frame is the victory-point track."""

from collections.abc import Iterator

from teahorse.web.drawing.layout import CELLS
from teahorse.web.drawing.shapes import Point, number
from teahorse.web.drawing.wide import CAMPS_TOP, CELLS_ACROSS, CELLS_DOWN, FRAME, HEIGHT, WIDTH, Wide

from . import brush, terrain, townscape
from .brush import INK
from .terrain import Range, Scenery

_RANGES = (
    # Qinghai: the far snows, on both sides of the road
    Range("Q", Point(54, 150), Point(262, 158), 4, 0.62),
    Range("Q", Point(292, 112), Point(420, 104), 3, 1.15),
    Range("Q", Point(272, 150), Point(392, 176), 3, 0.9),
    Range("Q", Point(790, 92), Point(1060, 84), 4, 1, 8),
    Range("Q", Point(800, 138), Point(1070, 122), 4, 1.25, 8),
    Range("Q", Point(1090, 132), Point(1160, 124), 2, 0.6, 4),
    Range("Q", Point(782, 178), Point(846, 172), 2, 0.7),
    Range("Q", Point(376, 204), Point(404, 206), 1, 0.7, 2),
    # Tibet
    Range("T", Point(60, 226), Point(120, 228), 2, 0.95),
    Range("T", Point(236, 232), Point(380, 240), 4, 0.9),
    Range("T", Point(376, 268), Point(420, 300), 2, 0.72, 3),
    Range("T", Point(372, 392), Point(420, 398), 2, 0.6, 3),
    Range("T", Point(58, 436), Point(118, 462), 2, 0.95, 3),
    Range("T", Point(316, 420), Point(370, 412), 2, 0.62),
    # Kang
    Range("K", Point(424, 236), Point(480, 244), 2, 0.6, 3),
    Range("K", Point(722, 244), Point(784, 250), 2, 0.62, 3),
    Range("K", Point(772, 290), Point(804, 298), 2, 0.64, 3),
    Range("K", Point(770, 368), Point(794, 374), 2, 0.6, 3),
    Range("S", Point(796, 402), Point(812, 404), 1, 0.6, 2),
    Range("K", Point(430, 402), Point(478, 404), 2, 0.5, 2),
    # Sichuan
    Range("S", Point(846, 246), Point(1150, 250), 6, 0.86),
    Range("S", Point(1060, 214), Point(1140, 202), 2, 0.9),
    Range("S", Point(850, 434), Point(900, 440), 2, 0.8),
    Range("S", Point(1000, 452), Point(1150, 452), 4, 1, 5),
    Range("S", Point(1030, 486), Point(1150, 494), 3, 0.9, 5),
    # Yunnan
    Range("Y", Point(396, 468), Point(424, 500), 2, 0.85, 3),
    Range("Y", Point(316, 520), Point(352, 512), 2, 0.9, 3),
    Range("Y", Point(776, 466), Point(826, 480), 2, 0.8, 3),
    Range("Y", Point(1060, 534), Point(1150, 544), 3, 1),
)
_MISTS = (  # centre, half width, half height
    (Point(230, 176), 220, 20),
    (Point(960, 128), 240, 26),
    (Point(300, 248), 120, 18),
    (Point(1000, 258), 190, 18),
    (Point(396, 322), 60, 22),
    (Point(802, 334), 70, 20),
    (Point(1070, 470), 130, 16),
    (Point(100, 470), 110, 16),
    (Point(380, 510), 80, 18),
)
_TERRACES = (  # the middle of the highest field, the width of the lowest, how many
    (Point(96, 540), 120, 5),
    (Point(352, 538), 150, 8),
    (Point(856, 552), 170, 6),
    (Point(1120, 560), 120, 6),
    (Point(940, 526), 120, 6),
)
_PINES = {
    "Q": ((286, 190), (300, 194), (772, 190), (862, 184)),
    "T": ((150, 236), (166, 240), (350, 250), (140, 432), (152, 436)),
    "K": ((432, 254), (436, 388), (768, 262), (816, 326)),
    "S": (
        (862, 258),
        (930, 254),
        (1016, 258),
        (1100, 262),
        (846, 408),
        (918, 452),
        (932, 448),
        (1010, 470),
        (1096, 470),
    ),
    "Y": ((408, 520), (424, 516), (788, 500), (820, 494)),
}
_CAMP_ANIMALS = (52, 112, 170, 1028, 1086, 1146)  # where few camp, pack horses graze
SCENERY = Scenery(
    ranges=_RANGES,
    mists=_MISTS,
    terraces=_TERRACES,
    pines=_PINES,
    monastery=Point(262, 424),
    yaks=(Point(158, 412), Point(186, 419), Point(706, 182)),
)


def paint() -> str:
    """The whole map."""
    above = (townscape.wide_city(), *_camp_animals(), *_ornaments(), *_track())
    return terrain.paint(Wide(5), SCENERY, above)


def _camp_animals() -> Iterator[str]:
    yield '<g fill="#7a5b3a" stroke="#3a2d20" stroke-width=".9" opacity=".8">'
    for across in _CAMP_ANIMALS:
        yield f'<use href="#horse" x="{across}" y="{CAMPS_TOP + 58}"/>'
    yield "</g>"


def _ornaments() -> Iterator[str]:
    yield f'<g transform="translate(1046 606)">{townscape.yamen()}</g>'
    yield terrain.mist(Point(1116, 78), 80, 62, 1)
    yield brush.compass(Point(1116, 78), 38)
    yield brush.cartouche(42, 46, 216, 68)
    yield brush.seal(238, 92)
    yield brush.cartouche(40, 546, 288, 72)


def _track() -> Iterator[str]:
    """The victory-point track: a scale around the map."""
    places = Wide(5)
    inner = f"M{FRAME} {FRAME}V{HEIGHT - FRAME}H{WIDTH - FRAME}V{FRAME}z"
    yield f'<path fill="#f3e9d2" fill-rule="evenodd" d="M0 0h{WIDTH}v{HEIGHT}H0z{inner}"/>'
    dark = ""
    for points in range(1, CELLS, 2):
        at = places.cell(points)
        across = FRAME if places.along(points).y else WIDTH / CELLS_ACROSS
        down = (HEIGHT - 2 * FRAME) / CELLS_DOWN if places.along(points).y else FRAME
        corner = f"M{number(at.x - across / 2)} {number(at.y - down / 2)}"
        dark += f"{corner}h{number(across)}v{number(down)}h-{number(across)}z"
    yield f'<path fill="#e0cfa6" d="{dark}"/>'
    yield f'<path fill="none" stroke="{INK}" stroke-width="1.6" d="M.8.8h{WIDTH - 1.6}v{HEIGHT - 1.6}H.8z{inner}"/>'
