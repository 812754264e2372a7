"""The land of the painted maps: washes, rivers, gorges, mountains, fields and the road."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from teahorse.web.drawing.layout import Layout
from teahorse.web.drawing.shapes import Point, number

from . import brush, townscape
from .brush import INK

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


NEEDLES = {"Q": "#5d7a80", "T": "#6f7355", "K": "#3f6a5c", "S": "#3a7050", "Y": "#6d8443"}


@dataclass(frozen=True)
class Scenery:
    """What stands on the land of a map."""

    ranges: tuple[Range, ...]
    mists: tuple[tuple[Point, float, float], ...]  # centre, half width, half height
    terraces: tuple[tuple[Point, float, int], ...]  # the middle of the highest field, the width of the lowest, how many
    pines: Mapping[str, tuple[tuple[float, float], ...]]
    monastery: Point
    yaks: tuple[Point, ...]


def paint(places: Layout, scenery: Scenery, above: Iterable[str]) -> str:
    """A whole map: the land of a layout, and above it the city, the track and ornaments."""
    luck = Random(SEED)
    whole = f"M0 0h{places.width}v{places.height}H0z"
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {places.width} {places.height}">',
            f"<style>{STYLE}</style><defs>{''.join(_definitions(luck))}</defs>",
            f'<path fill="{PAPER}" d="{whole}"/>',
            *_washes(places),
            *_landscape(luck, places, scenery),
            *_roads(places),
            *above,
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


def _washes(places: Layout) -> Iterator[str]:
    yield '<g filter="url(#rough)">'
    for place, colour in WASHES.items():
        yield f'<path fill="{colour}" stroke="{INK}" stroke-opacity=".2" stroke-width="4" d="{places.outline(place)}"/>'
    yield "</g>"
    width, height = places.province_width, places.province_height
    for corner in places.corner.values():
        yield mist(corner.moved(width / 2, height / 2), width * 0.68, height * 0.776, 0.7)


def mist(at: Point, half_width: float, half_height: float, opacity: float) -> str:
    """A bank of mist."""
    return (
        f'<ellipse fill="url(#mist)" opacity="{number(opacity)}" cx="{number(at.x)}" cy="{number(at.y)}" '
        f'rx="{number(half_width)}" ry="{number(half_height)}"/>'
    )


def _landscape(luck: Random, places: Layout, scenery: Scenery) -> Iterator[str]:
    """Everything that stands on the land, from the far to the near."""
    yield from _rivers(places)
    standing = [*_gorges(luck, places), *_mountains(luck, scenery), *_fields(luck, scenery), *_pines(scenery)]
    standing += [(at.y, f'<use href="#yak" x="{at.x}" y="{at.y}"/>') for at in scenery.yaks]
    at = scenery.monastery
    standing.append((at.y, f'<g transform="translate({at.x} {at.y})">{townscape.monastery()}</g>'))
    standing += [(at.y + half_height, mist(at, across, half_height, 0.8)) for at, across, half_height in scenery.mists]
    for _, drawing in sorted(standing, key=lambda drawn: drawn[0]):
        yield drawing


def _rivers(places: Layout) -> Iterator[str]:
    """Two rivers: one runs through the gorges of Yunnan to the west, the other below Qinghai to the east."""
    luck, borders = Random(SEED), places.borders
    for upper, lower in ((borders["YK"][::-1], borders["YT"]), (borders["KQ"], borders["SQ"])):
        spring = upper[0].moved(12 if upper[0].x > upper[1].x else -12, -22)
        yield from brush.water(luck, [spring, *upper[1:], *lower[1:]], (9, 16))


def _gorges(luck: Random, places: Layout) -> Iterator[tuple[float, str]]:
    """The cliffs of the four gorges that a board usually has."""
    for name in ("YK", "YT", "SQ", "KQ"):
        gorge = places.gorges[name]
        rocks = brush.cliffs(luck, gorge.slot(-3.2), gorge.slot(3.2), 9, 23)
        yield gorge.middle.y, "".join(rocks)


def _mountains(luck: Random, scenery: Scenery) -> Iterator[tuple[float, str]]:
    for place, first, last, groups, size, ragged in scenery.ranges:
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


def _fields(luck: Random, scenery: Scenery) -> Iterator[tuple[float, str]]:
    for middle, width, steps in scenery.terraces:
        yield middle.y, "".join(brush.terraces(luck, middle, width, steps))
        bushes = "".join(
            f'<use href="#bush" x="{middle.x + luck.uniform(-0.42, 0.42) * width:.0f}" '
            f'y="{middle.y + luck.uniform(1, steps) * 9:.0f}"/>'
            for _ in range(steps)
        )
        yield middle.y + 1, f'<g fill="#6f8a45">{bushes}</g>'


def _pines(scenery: Scenery) -> Iterator[tuple[float, str]]:
    for place, feet in scenery.pines.items():
        for across, down in feet:
            yield down, f'<use href="#pine" x="{across}" y="{down}" fill="{NEEDLES[place]}"/>'


def _roads(places: Layout) -> Iterator[str]:
    """The road as a track: pale and worn, with footprints."""
    way = "".join(places.road(name) for name in places.roads)
    for colour, width, opacity, dashes in (
        ("#6e4b28", 8.5, ".32", ""),
        ("#f3e2b8", 6, ".95", ""),
        ("#8a5a30", 1.3, ".7", ' stroke-dasharray="5 6"'),
    ):
        yield (
            f'<path class="w" stroke="{colour}" stroke-width="{width}" stroke-opacity="{opacity}"{dashes} d="{way}"/>'
        )
