"""The painted map. `python -m teahorse.web.drawing.terrain` writes `static/map.svg`; a test keeps the two in step."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from . import brush, layout, townscape
from .brush import INK
from .layout import BORDERS, CELLS, CORNER, FRAME, HEIGHT, PROVINCE_HEIGHT, PROVINCE_WIDTH, ROADS, WIDTH
from .shapes import Point, curve, number

MAP = Path(__file__).parent.parent / "static" / "map.svg"
SEED = 1013
WASHES = {"Y": "#e8d295", "S": "#cbd9a6", "K": "#d5d8b8", "T": "#e6d6bb", "Q": "#e2e9e8"}
PEAKS = {  # the colours of mountains from the top down, with where each begins
    "Y": (("#6f8f4e", 0), ("#b5b262", 50), ("#dcc27a", 85)),
    "S": (("#2f6f60", 0), ("#6d9c72", 45), ("#c2cf9a", 85)),
    "K": (("#2f5f78", 0), ("#5f8f86", 40), ("#c3c79c", 85)),
    "T": (("#fbfaf6", 0), ("#f3efe6", 22), ("#8f7a86", 34), ("#cdb48e", 85)),
    "Q": (("#ffffff", 0), ("#f6fafb", 30), ("#7f9fb8", 44), ("#c4d2d6", 85)),
}
SHAPES = 10  # different groups of peaks
CLEAR = 6  # kept free around what is shown of a province


def paint() -> str:
    """The whole map."""
    luck = Random(SEED)
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">',
            _definitions(luck),
            f'<path fill="#f5eedf" d="M0 0h{WIDTH}v{HEIGHT}H0z"/>',
            *_washes(),
            *_rivers(),
            *_mountains(luck),
            *_roads(),
            townscape.city(),
            brush.compass(Point(1106, 92), 44),
            _cartouche(),
            *_frame(),
            f'<path fill="url(#grain)" d="M0 0h{WIDTH}v{HEIGHT}H0z"/>',
            "</svg>\n",
        )
    )


def _definitions(luck: Random) -> str:
    gradients = "".join(
        f'<linearGradient id="{name}" x2="0" y2="1">'
        + "".join(f'<stop offset="{at}%" stop-color="{colour}"/>' for colour, at in stops)
        + f'<stop offset="100%" stop-color="{stops[-1][0]}" stop-opacity="0"/></linearGradient>'
        for name, stops in PEAKS.items()
    )
    shapes = "".join(
        f'<g id="m{number}">{brush.massif(luck, 90, 60, 3 + number % 3, number >= SHAPES // 2)}</g>'
        for number in range(SHAPES)
    )
    return (
        "<style>.m{stroke:#2f3a36;stroke-opacity:.5;stroke-width:.9}.f{fill:none;stroke-opacity:.28;stroke-width:.8}</style>"
        f"<defs>{gradients}{shapes}"
        f'<g id="pine">{brush.pine()}</g><g id="bush">{brush.tea_bush()}</g>'
        '<radialGradient id="mist"><stop stop-color="#f8f2e4" stop-opacity=".95"/><stop offset="1" stop-color="#f8f2e4" stop-opacity="0"/></radialGradient>'
        '<linearGradient id="stone" x2="0" y2="1"><stop stop-color="#dfc79c"/><stop offset="1" stop-color="#ecdcb8"/></linearGradient>'
        '<linearGradient id="earth" x2="0" y2="1"><stop stop-color="#cdbf8e"/><stop offset="1" stop-color="#dccfa6"/></linearGradient>'
        '<filter id="rough" x="0" y="0" width="1" height="1"><feTurbulence baseFrequency=".02" numOctaves="3" seed="4"/>'
        '<feDisplacementMap in="SourceGraphic" scale="16" xChannelSelector="R" yChannelSelector="G"/></filter>'
        '<filter id="noise" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency=".8" numOctaves="2" stitchTiles="stitch"/>'
        '<feColorMatrix values="0 0 0 0 .35 0 0 0 0 .25 0 0 0 0 .1 0 0 0 -1.1 .62"/></filter>'
        '<pattern id="grain" width="200" height="200" patternUnits="userSpaceOnUse"><path filter="url(#noise)" d="M0 0h200v200H0z"/></pattern>'
        "</defs>"
    )


def _washes() -> Iterator[str]:
    yield '<g filter="url(#rough)">'
    for place, colour in WASHES.items():
        yield f'<path fill="{colour}" stroke="{INK}" stroke-opacity=".18" stroke-width="5" d="{layout.outline(place)}"/>'
    yield "</g>"
    for corner in CORNER.values():
        middle = corner.moved(PROVINCE_WIDTH / 2, PROVINCE_HEIGHT / 2)
        yield f'<ellipse fill="url(#mist)" opacity=".75" cx="{number(middle.x)}" cy="{number(middle.y)}" rx="230" ry="104"/>'


def _rivers() -> Iterator[str]:
    """Two rivers: one runs through the gorges of Yunnan to the west, the other below Qinghai to the east."""
    for upper, lower in ((BORDERS["YK"][::-1], BORDERS["YT"]), (BORDERS["KQ"], BORDERS["SQ"])):
        course = [upper[0].moved(0, -14), *upper[1:], *lower[1:]]
        line = curve(course)
        for colour, width, more in (
            ("#4f7483", 15, ' stroke-opacity=".55"'),
            ("#8fb3bd", 12, ""),
            ("#d5e6e4", 2, ' stroke-dasharray="16 22"'),
        ):
            yield f'<path fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"{more} d="{line}"/>'


def _is_clear(at: Point, size: float) -> bool:
    """Whether a group of peaks at a foot point leaves alone what is shown of every province."""
    left, right, top, bottom = at.x - 45 * size, at.x + 45 * size, at.y - 58 * size, at.y
    for corner in CORNER.values():
        if right > corner.x - CLEAR and left < corner.x + PROVINCE_WIDTH + CLEAR:
            if bottom > corner.y + 14 and top < corner.y + PROVINCE_HEIGHT + CLEAR:
                return False
    for gorge in layout.GORGES.values():
        reach = layout.BRIDGE_STEP * 3
        if abs(at.x - gorge.middle.x) < reach + 30 * size and -20 < at.y - gorge.middle.y < 24 + 58 * size:
            return False
    return True


REGIONS = {  # where mountains may stand: left, top, right, bottom
    "Q": (40, 60, 1160, 190),
    "T": (40, 190, 440, 470),
    "K": (396, 225, 800, 415),
    "S": (760, 190, 1165, 520),
    "Y": (40, 430, 1165, 612),
}


def _mountains(luck: Random) -> Iterator[str]:
    feet: list[tuple[Point, str, float]] = []
    for place, (left, top, right, bottom) in REGIONS.items():
        for _ in range(420):
            at = Point(luck.uniform(left, right), luck.uniform(top, bottom))
            size = luck.uniform(0.5, 1.1)
            if _is_clear(at, size) and all(abs(at.x - o.x) > 26 or abs(at.y - o.y) > 13 for o, _, _ in feet):
                feet.append((at, place, size))
    for at, place, size in sorted(feet, key=lambda foot: foot[0].y):
        shape = luck.randrange(SHAPES // 2) + (SHAPES // 2 if place in "TQ" else 0)
        flip = luck.choice(("", "-"))
        yield (
            f'<use class="m" href="#m{shape}" fill="url(#{place})" '
            f'transform="translate({at.x:.0f} {at.y:.0f})scale({flip}{size:.2f} {size:.2f})"/>'
        )


def _roads() -> Iterator[str]:
    for colour, width, opacity in (("#6e4b28", 8, ".4"), ("#f0dcae", 5.4, ".9")):
        way = "".join(curve(points) for points in ROADS.values())
        yield f'<path fill="none" stroke="{colour}" stroke-width="{width}" stroke-opacity="{opacity}" stroke-linecap="round" d="{way}"/>'


def _cartouche() -> str:
    return f'<path fill="#f8f0dc" stroke="{INK}" stroke-width="1.4" d="M52 48h196q0 10 10 10v44q-10 0-10 10H52q0-10-10-10V58q10 0 10-10z"/>'


def _frame() -> Iterator[str]:
    """The victory-point track: a scale around the map, with a number every five points."""
    yield f'<path fill="#efe3c6" fill-rule="evenodd" stroke="{INK}" d="M0 0h{WIDTH}v{HEIGHT}H0zM{FRAME} {FRAME}V{HEIGHT - FRAME}H{WIDTH - FRAME}V{FRAME}z"/>'
    wide, high = WIDTH / layout.CELLS_ACROSS, (HEIGHT - 2 * FRAME) / layout.CELLS_DOWN
    dark = []
    for points in range(1, CELLS, 2):
        at = layout.cell(points)
        width, height = (FRAME, high) if layout.along(points).y else (wide, FRAME)
        dark.append(
            f"M{number(at.x - width / 2)} {number(at.y - height / 2)}h{number(width)}v{number(height)}h-{number(width)}z"
        )
    yield f'<path fill="#dfcda2" d="{"".join(dark)}"/>'
    yield f'<g font-family="system-ui,sans-serif" font-size="15" text-anchor="middle" fill="{INK}">'
    for points in range(0, CELLS, 5):
        at = layout.cell(points)
        yield f'<text x="{number(at.x)}" y="{number(at.y + 5.4)}">{points}</text>'
    yield "</g>"
    yield f'<path fill="none" stroke="{INK}" stroke-width="1.5" d="M.8.8h{WIDTH - 1.6}v{HEIGHT - 1.6}H.8zM{FRAME} {FRAME}h{WIDTH - 2 * FRAME}v{HEIGHT - 2 * FRAME}h-{WIDTH - 2 * FRAME}z"/>'


if __name__ == "__main__":
    MAP.write_text(paint(), encoding="utf-8")
