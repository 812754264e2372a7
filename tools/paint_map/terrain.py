"""The painted map. `make map` writes it to `web/static/map.svg`; a test keeps the two in step."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from teahorse.web.drawing import layout
from teahorse.web.drawing.layout import BORDERS, CORNER, GORGES, PROVINCE_HEIGHT, PROVINCE_WIDTH, ROADS
from teahorse.web.drawing.shapes import Point, number

from . import brush, townscape
from .brush import INK

MAP = Path(__file__).parents[2] / "src" / "teahorse" / "web" / "static" / "map.svg"
SEED = 1013
PAPER = "#f5eedf"
WASHES = {"Y": "#e9d59c", "S": "#cfdcab", "K": "#d6dabb", "T": "#e8d9c0", "Q": "#e3eaea"}
PEAKS = {  # the colours of mountains from the top down, with where each begins, in percent
    "Y": (("#7c9a55", 0), ("#b9b768", 50), ("#e0c983", 80)),
    "S": (("#2f7364", 0), ("#70a078", 45), ("#c6d3a0", 80)),
    "K": (("#2c607c", 0), ("#5d918c", 40), ("#c6cba4", 80)),
    "T": (("#fdfcf8", 0), ("#f4f0e8", 26), ("#8d7687", 42), ("#d6bf9c", 80)),
    "Q": (("#ffffff", 0), ("#f6fafb", 34), ("#6f94b3", 52), ("#cbd8db", 82)),
}
SHAPES = 12  # different groups of peaks, the first half round, the second sharp
SHAPE_WIDTH, SHAPE_HEIGHT = 96, 56


class Range(NamedTuple):
    """A range of mountains: along which line its feet stand, how many groups, and how large they are."""

    place: str
    first: Point
    last: Point
    groups: int
    size: float
    ragged: float = 6  # how far the feet stray from the line


RANGES = (
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
MISTS = (  # centre, half width, half height
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
TERRACES = (  # the middle of the highest field, the width of the lowest, how many
    (Point(96, 540), 120, 5),
    (Point(352, 538), 150, 8),
    (Point(856, 552), 170, 6),
    (Point(1120, 560), 120, 6),
    (Point(940, 526), 120, 6),
)
PINES = {
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
NEEDLES = {"Q": "#5d7a80", "T": "#6f7355", "K": "#3f6a5c", "S": "#3a7050", "Y": "#6d8443"}
MONASTERY = Point(262, 424)
YAKS = (Point(158, 412), Point(186, 419), Point(706, 182))
CAMP_ANIMALS = (52, 112, 170, 1028, 1086, 1146)  # where few camp, pack horses graze


def paint() -> str:
    """The whole map."""
    luck = Random(SEED)
    whole = f"M0 0h{layout.WIDTH}v{layout.HEIGHT}H0z"
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {layout.WIDTH} {layout.HEIGHT}">',
            f"<style>{STYLE}</style><defs>{''.join(_definitions(luck))}</defs>",
            f'<path fill="{PAPER}" d="{whole}"/>',
            *_washes(),
            *_landscape(luck),
            *_roads(),
            townscape.city(),
            *_camp_animals(),
            *_ornaments(),
            *_track(),
            f'<path fill="url(#grain)" d="{whole}"/>',
            "</svg>\n",
        )
    )


# --- Colours and brushes ------------------------------------------------------------------------------

STYLE = (
    f".m{{stroke:{INK};stroke-opacity:.45;stroke-width:.9}}"
    f".s{{fill:{INK};fill-opacity:.13;stroke:none}}"
    f".f{{fill:none;stroke:{INK};stroke-opacity:.26;stroke-width:.8}}"
    f".c{{fill:url(#rock);stroke:{INK};stroke-opacity:.5;stroke-width:.9}}"
    ".w{fill:none;stroke-linecap:round}"
    "[class^=t]{stroke:#6d7a3c;stroke-opacity:.6;stroke-width:.9}.t0{fill:#c9c77c}.t1{fill:#dccb85}.t2{fill:#b6c07a}"
)
PAINTS = (
    '<radialGradient id="mist"><stop stop-color="#faf5e9" stop-opacity=".95"/>'
    '<stop offset="1" stop-color="#faf5e9" stop-opacity="0"/></radialGradient>'
    '<linearGradient id="stone" x2="0" y2="1"><stop stop-color="#dfc79c"/>'
    '<stop offset="1" stop-color="#ecdcb8"/></linearGradient>'
    '<linearGradient id="earth" x2="0" y2="1"><stop stop-color="#cdc08f"/>'
    '<stop offset="1" stop-color="#ddd1a9"/></linearGradient>'
    '<linearGradient id="rock" x2="0" y2="1"><stop stop-color="#cfc3a6"/>'
    '<stop offset="1" stop-color="#94876c"/></linearGradient>'
    '<filter id="rough" x="0" y="0" width="1" height="1"><feTurbulence baseFrequency=".02" numOctaves="3" seed="4"/>'
    '<feDisplacementMap in="SourceGraphic" scale="14" xChannelSelector="R" yChannelSelector="G"/></filter>'
    '<filter id="noise" x="0" y="0" width="1" height="1">'
    '<feTurbulence type="fractalNoise" baseFrequency=".7" numOctaves="2" stitchTiles="stitch"/>'
    '<feColorMatrix values="0 0 0 0 .35 0 0 0 0 .26 0 0 0 0 .12 0 0 0 -.9 .5"/></filter>'
    '<pattern id="grain" width="200" height="200" patternUnits="userSpaceOnUse">'
    '<path filter="url(#noise)" opacity=".45" d="M0 0h200v200H0z"/></pattern>'
)


def _definitions(luck: Random) -> Iterator[str]:
    for name, stops in PEAKS.items():
        colours = "".join(f'<stop offset="{at}%" stop-color="{colour}"/>' for colour, at in stops)
        last = f'<stop offset="1" stop-color="{stops[-1][0]}" stop-opacity="0"/>'
        yield f'<linearGradient id="{name}" x2="0" y2="1">{colours}{last}</linearGradient>'
    for shape in range(SHAPES):
        peaks = brush.massif(luck, SHAPE_WIDTH, SHAPE_HEIGHT, 2 + shape % 3, shape >= SHAPES // 2)
        yield f'<g id="m{shape}">{peaks}</g>'
    yield f'<g id="pine">{brush.PINE}</g><g id="bush">{brush.TEA_BUSH}</g><g id="horse">{brush.PACK_HORSE}</g>'
    yield f'<g id="yak" fill="#41342b" stroke="#41342b">{brush.YAK}</g>'
    yield PAINTS


# --- The land -----------------------------------------------------------------------------------------


def _washes() -> Iterator[str]:
    yield '<g filter="url(#rough)">'
    for place, colour in WASHES.items():
        yield f'<path fill="{colour}" stroke="{INK}" stroke-opacity=".2" stroke-width="4" d="{layout.outline(place)}"/>'
    yield "</g>"
    for corner in CORNER.values():
        yield _mist(corner.moved(PROVINCE_WIDTH / 2, PROVINCE_HEIGHT / 2), 230, 104, 0.7)


def _mist(at: Point, half_width: float, half_height: float, opacity: float) -> str:
    return (
        f'<ellipse fill="url(#mist)" opacity="{number(opacity)}" cx="{number(at.x)}" cy="{number(at.y)}" '
        f'rx="{number(half_width)}" ry="{number(half_height)}"/>'
    )


def _landscape(luck: Random) -> Iterator[str]:
    """Everything that stands on the land, from the far to the near."""
    yield from _rivers()
    standing = [*_gorges(luck), *_mountains(luck), *_fields(luck), *_pines()]
    standing += [(at.y, f'<use href="#yak" x="{at.x}" y="{at.y}"/>') for at in YAKS]
    standing.append((MONASTERY.y, f'<g transform="translate({MONASTERY.x} {MONASTERY.y})">{townscape.monastery()}</g>'))
    standing += [(at.y + half_height, _mist(at, across, half_height, 0.8)) for at, across, half_height in MISTS]
    for _, drawing in sorted(standing, key=lambda drawn: drawn[0]):
        yield drawing


def _rivers() -> Iterator[str]:
    """Two rivers: one runs through the gorges of Yunnan to the west, the other below Qinghai to the east."""
    luck = Random(SEED)
    for upper, lower in ((BORDERS["YK"][::-1], BORDERS["YT"]), (BORDERS["KQ"], BORDERS["SQ"])):
        spring = upper[0].moved(12 if upper[0].x > upper[1].x else -12, -22)
        yield from brush.water(luck, [spring, *upper[1:], *lower[1:]], (9, 16))


def _gorges(luck: Random) -> Iterator[tuple[float, str]]:
    """The cliffs of the four gorges that a board usually has."""
    for name in ("YK", "YT", "SQ", "KQ"):
        gorge = GORGES[name]
        rocks = brush.cliffs(luck, gorge.slot(-3.2), gorge.slot(3.2), 9, 23)
        yield gorge.middle.y, "".join(rocks)


def _mountains(luck: Random) -> Iterator[tuple[float, str]]:
    for place, first, last, groups, size, ragged in RANGES:
        sharp = SHAPES // 2 if place in "TQ" else 0
        for group in range(groups):
            part = (group + luck.uniform(0.2, 0.8)) / groups
            at = Point(first.x + (last.x - first.x) * part, first.y + (last.y - first.y) * part)
            at = at.moved(0, luck.uniform(-ragged, ragged))
            scale = size * luck.uniform(0.85, 1.1)
            flipped = luck.choice(("", "-"))
            shape = sharp + luck.randrange(SHAPES // 2)
            yield (
                at.y,
                f'<use class="m" href="#m{shape}" fill="url(#{place})" transform="translate({at.x:.0f} {at.y:.0f})'
                f'scale({flipped}{scale:.2f} {scale:.2f})"/>',
            )


def _fields(luck: Random) -> Iterator[tuple[float, str]]:
    for middle, width, steps in TERRACES:
        yield middle.y, "".join(brush.terraces(luck, middle, width, steps))
        bushes = "".join(
            f'<use href="#bush" x="{middle.x + luck.uniform(-0.42, 0.42) * width:.0f}" '
            f'y="{middle.y + luck.uniform(1, steps) * 9:.0f}"/>'
            for _ in range(steps)
        )
        yield middle.y + 1, f'<g fill="#6f8a45">{bushes}</g>'


def _pines() -> Iterator[tuple[float, str]]:
    for place, feet in PINES.items():
        for across, down in feet:
            yield down, f'<use href="#pine" x="{across}" y="{down}" fill="{NEEDLES[place]}"/>'


def _roads() -> Iterator[str]:
    """The road as a track: pale and worn, with footprints."""
    way = "".join(layout.road(name) for name in ROADS)
    for colour, width, opacity, dashes in (
        ("#6e4b28", 8.5, ".32", ""),
        ("#f3e2b8", 6, ".95", ""),
        ("#8a5a30", 1.3, ".7", ' stroke-dasharray="5 6"'),
    ):
        yield (
            f'<path class="w" stroke="{colour}" stroke-width="{width}" stroke-opacity="{opacity}"{dashes} d="{way}"/>'
        )


# --- Ornaments ----------------------------------------------------------------------------------------


def _camp_animals() -> Iterator[str]:
    yield '<g fill="#7a5b3a" stroke="#3a2d20" stroke-width=".9" opacity=".8">'
    for across in CAMP_ANIMALS:
        yield f'<use href="#horse" x="{across}" y="{layout.CAMPS_TOP + 58}"/>'
    yield "</g>"


def _ornaments() -> Iterator[str]:
    yield f'<g transform="translate(1046 606)">{townscape.yamen()}</g>'
    yield _mist(Point(1116, 78), 80, 62, 1)
    yield brush.compass(Point(1116, 78), 38)
    yield _cartouche(42, 46, 216, 68)
    yield brush.seal(238, 92)
    yield _cartouche(40, 546, 288, 72)


def _cartouche(left: float, top: float, width: float, height: float) -> str:
    """A label with hollow corners."""
    across, down = number(width - 20), number(height - 20)
    return (
        f'<path fill="#f9f2e0" fill-opacity=".94" stroke="{INK}" stroke-width="1.3" '
        f'd="M{number(left + 10)} {number(top)}h{across}q0 10 10 10v{down}q-10 0-10 10h-{across}q0-10-10-10'
        f'v-{down}q10 0 10-10z"/>'
    )


def _track() -> Iterator[str]:
    """The victory-point track: a scale around the map."""
    wide, high, frame = layout.WIDTH, layout.HEIGHT, layout.FRAME
    inner = f"M{frame} {frame}V{high - frame}H{wide - frame}V{frame}z"
    yield f'<path fill="#f3e9d2" fill-rule="evenodd" d="M0 0h{wide}v{high}H0z{inner}"/>'
    dark = ""
    for points in range(1, layout.CELLS, 2):
        at = layout.cell(points)
        across = frame if layout.along(points).y else wide / layout.CELLS_ACROSS
        down = (high - 2 * frame) / layout.CELLS_DOWN if layout.along(points).y else frame
        corner = f"M{number(at.x - across / 2)} {number(at.y - down / 2)}"
        dark += f"{corner}h{number(across)}v{number(down)}h-{number(across)}z"
    yield f'<path fill="#e0cfa6" d="{dark}"/>'
    yield f'<path fill="none" stroke="{INK}" stroke-width="1.6" d="M.8.8h{wide - 1.6}v{high - 1.6}H.8z{inner}"/>'


if __name__ == "__main__":
    MAP.write_text(paint(), encoding="utf-8")
