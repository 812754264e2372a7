"""The map for phones, `web/static/map-narrow.svg`: the road climbs through the provinces, Pu'er lies in rows below."""

from collections.abc import Iterator

from teahorse.web.drawing.layout import CELLS
from teahorse.web.drawing.narrow import CELLS_ACROSS, TRACK_ROW, TRACK_TOP, WIDTH, Narrow
from teahorse.web.drawing.shapes import Point, number

from . import brush, terrain, townscape
from .brush import INK
from .terrain import Range, Scenery

SCENERY = Scenery(
    ranges=(
        # Qinghai
        Range("Q", Point(92, 34), Point(120, 34), 1, 0.4, 2),
        Range("Q", Point(300, 52), Point(340, 44), 2, 0.8, 3),
        Range("Q", Point(270, 112), Point(420, 112), 4, 0.7, 3),
        Range("Q", Point(440, 112), Point(590, 112), 4, 0.62, 3),
        # Tibet
        Range("T", Point(20, 300), Point(120, 320), 3, 0.9, 5),
        Range("T", Point(16, 360), Point(110, 372), 3, 1, 5),
        Range("T", Point(20, 440), Point(120, 446), 3, 0.8, 4),
        # Kang
        Range("K", Point(340, 172), Point(420, 176), 3, 0.7, 3),
        Range("K", Point(350, 236), Point(430, 232), 3, 0.75, 3),
        Range("K", Point(168, 404), Point(262, 412), 3, 0.8, 4),
        Range("K", Point(176, 458), Point(262, 462), 3, 0.72, 3),
        # Sichuan
        Range("S", Point(462, 176), Point(590, 184), 4, 0.78, 4),
        Range("S", Point(484, 240), Point(590, 236), 3, 0.95, 4),
        Range("S", Point(490, 300), Point(590, 304), 3, 0.95, 4),
        Range("S", Point(492, 352), Point(590, 358), 3, 0.82, 4),
        # Yunnan
        Range("Y", Point(340, 536), Point(420, 530), 2, 0.62, 3),
    ),
    mists=(
        (Point(70, 318), 90, 16),
        (Point(70, 388), 90, 14),
        (Point(540, 262), 90, 14),
        (Point(540, 318), 90, 14),
        (Point(380, 200), 70, 12),
        (Point(220, 430), 70, 12),
    ),
    terraces=((Point(540, 560), 110, 5), (Point(366, 590), 90, 3)),
    pines={
        "Q": ((330, 92), (344, 96)),
        "T": ((58, 402), (72, 406), (120, 280)),
        "K": ((336, 200), (250, 430), (170, 430)),
        "S": ((470, 208), (484, 330), (560, 330), (310, 490)),
        "Y": ((352, 548), (586, 530)),
    },
    monastery=Point(66, 470),
    yaks=(Point(30, 414), Point(108, 416)),
)


def paint() -> str:
    """The whole map."""
    return terrain.paint(Narrow(5), SCENERY, (townscape.narrow_city(), *_ornaments(), *_track()))


def _ornaments() -> Iterator[str]:
    yield f'<g transform="translate(574 618) scale(.8)">{townscape.yamen()}</g>'
    yield brush.cartouche(322, 6, 272, 102)


def _track() -> Iterator[str]:
    """The victory-point track: four rows of cells."""
    places = Narrow(5)
    across = WIDTH / CELLS_ACROSS
    rows = CELLS // CELLS_ACROSS
    yield f'<path fill="#f3e9d2" stroke="{INK}" d="M0 {TRACK_TOP}h{WIDTH}v{rows * TRACK_ROW}H0z"/>'
    dark = ""
    for points in range(CELLS):
        if points % 2:
            at = places.cell(points)
            corner = f"M{number(at.x - across / 2)} {number(at.y - TRACK_ROW / 2)}"
            dark += f"{corner}h{number(across)}v{TRACK_ROW}h-{number(across)}z"
    yield f'<path fill="#e0cfa6" d="{dark}"/>'
