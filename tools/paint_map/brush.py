"""Brush strokes: mountains, cliffs, terraces and trees, always the same ones for the same luck."""

from collections.abc import Iterator, Sequence
from math import cos, hypot, pi, sin
from random import Random

from teahorse.web.drawing.shapes import Point, bends, number, points_along, polygon

INK = "#2f3a36"
PINE = (
    f'<path d="M0 0q1-6-.6-13" fill="none" stroke="{INK}" stroke-width="1.3"/>'
    '<path d="M-6-5q2-4 5-2.6 3-3 6 .6-5 3-11 2zM-5-9.5q3-4 5-1.6 3-2 4 .6-4 2.4-9 1zM-3.5-13.5q3-4 6.5 0-3 2-6.5 0z"/>'
)
TEA_BUSH = '<path d="M-5 0q-2-5 2-6.5 3-2.5 6 0 4 1.5 2 6.5z"/>'
PACK_HORSE = (
    '<path d="M-20-25l6-7 .6-4 3 2.4C-6-33-3-28-.6-24 5-26.4 11-26 15-23 19-20 19.6-13 18.6-6L16.6-11 15.6 0H10.4'
    'L10-9C5.4-7.4 0-7.4-4-9L-4.6 0H-10l.4-14C-11-17-12.4-19-12.6-22l-6 1.6z"/>'
    '<path fill="#a8683c" d="M-5-27h8v13h-8zM6-28h9v13H6z"/><path fill="none" d="M-6-21H16M-1-27v13M10.5-28v13"/>'
)
YAK = (
    '<path d="M-11-6C-10-11-4-12 0-11 5-12 10-10 11-5L12-1H10L9 0H7L6.5-3C2-1.5-3-1.5-6-3L-6.5 0H-8.5L-9-4C-11-3-13-4'
    '-13-6L-12.5-8z"/><path fill="none" stroke-width="1.2" d="M-11.5-8q-3-1-2.5-4M-10-8.5q-1-2 1-3.5"/>'
)


# --- Mountains ----------------------------------------------------------------------------------------


def massif(luck: Random, width: float, height: float, humps: int, sharp: bool) -> str:
    """A group of peaks on the ground line y = 0; the caller sets the colour."""
    spread = (humps - 1) / 2
    drawn = []
    for hump in sorted(range(humps), key=lambda hump: -abs(hump - spread) + luck.random() * 0.8):
        middle = (hump - spread) * width / (humps + 0.6) + luck.uniform(-4, 4)
        tall = height * (1 - 0.5 * abs(hump - spread) / (spread + 0.5)) * luck.uniform(0.82, 1)
        drawn.append(_peak(luck, middle, width * (0.62 if sharp else 0.5), tall, sharp))
    return "".join(drawn)


def _peak(luck: Random, middle: float, width: float, height: float, sharp: bool) -> str:
    top = Point(middle + luck.uniform(-0.1, 0.1) * width, -height)
    steps = 5 if sharp else 4
    left = [_slope(luck, top, middle - width / 2, step / steps, sharp) for step in range(steps)]
    right = [_slope(luck, top, middle + width / 2, step / steps, sharp) for step in range(steps - 1, -1, -1)]
    points = [*left, top, *right]
    start = f"M{number(points[0].x)} {number(points[0].y)}"
    way = "L" + " ".join(f"{number(x)} {number(y)}" for x, y in points[1:]) if sharp else bends(points)
    shade = _shade(top, right, sharp)
    folds = "".join(_fold(luck, top, width, height, part) for part in (-0.6, -0.25, 0.15, 0.5))
    return f'<path d="{start}{way}"/><path class="s" d="{shade}"/><path class="f" d="{folds}"/>'


def _slope(luck: Random, top: Point, foot: float, part: float, sharp: bool) -> Point:
    """A point of the slope between the foot (0) and the top (1)."""
    rise = part**1.15 if sharp else sin(part * pi / 2) ** 0.85
    along = part if sharp else part**1.7
    wobble = luck.uniform(-0.06, 0.06) * (top.x - foot) if 0 < part < 1 else 0
    return Point(foot + (top.x - foot) * along + wobble, top.y * rise)


def _shade(top: Point, right: Sequence[Point], sharp: bool) -> str:
    """The side away from the light: from the top down a wandering spine, and back along the right slope."""
    foot = right[-1]
    spine = [
        Point(top.x + (foot.x - top.x) * lean, top.y * (1 - part))
        for part, lean in ((0.3, 0.06 if sharp else 0.3), (0.6, 0.22 if sharp else 0.5), (1, 0.3 if sharp else 0.62))
    ]
    return polygon([top, *right, *spine[::-1]])


def _fold(luck: Random, top: Point, width: float, height: float, part: float) -> str:
    """A texture stroke that runs down from the ridge."""
    start = Point(top.x + part * width * 0.18, top.y + height * (0.1 + 0.4 * abs(part)))
    down, out = height * luck.uniform(0.2, 0.36), part * width * luck.uniform(0.14, 0.24)
    return (
        f"M{number(start.x)} {number(start.y)}q{number(out * 0.2 + luck.uniform(-2, 2))} {number(down * 0.5)} "
        f"{number(out)} {number(down)}"
    )


# --- Gorges, terraces ---------------------------------------------------------------------------------


def cliffs(luck: Random, first: Point, last: Point, near: float, far: float) -> Iterator[str]:
    """Rocks along both banks of a river that runs from one point to another."""
    run = Point(last.x - first.x, last.y - first.y)
    length = hypot(*run)
    along, across = Point(run.x / length, run.y / length), Point(-run.y / length, run.x / length)

    def at(way: float, off: float) -> Point:
        return first.moved(along.x * way + across.x * off, along.y * way + across.y * off)

    for side in (-1, 1):
        ways = [length * step / 16 for step in range(17)]
        inner = [at(way + luck.uniform(-3, 3), side * (near + luck.uniform(-1.5, 1.5))) for way in ways]
        outer = [
            at(way + luck.uniform(-3, 3), side * (far + luck.uniform(-5, 5)) * (0.6 + 0.4 * sin(pi * way / length)))
            for way in ways
        ]
        yield f'<path class="c" d="{polygon([*inner, *outer[::-1]])}"/>'
        cracks = "".join(
            f"M{number(a.x)} {number(a.y)}L{number((a.x + b.x * 2) / 3)} {number((a.y + b.y * 2) / 3)}"
            for a, b in zip(inner, outer, strict=True)
        )
        yield f'<path class="f" d="{cracks}"/>'


def terraces(luck: Random, middle: Point, width: float, steps: int) -> Iterator[str]:
    """Fields of tea that climb a slope, the highest first."""
    for step in range(steps):
        half = width / 2 * (0.45 + 0.55 * (step + 1) / steps)
        left = Point(middle.x - half + luck.uniform(-8, 8), middle.y + step * 9 + luck.uniform(-2, 2))
        bow, sag = luck.uniform(9, 14), luck.uniform(5, 9)
        yield (
            f'<path class="t{step % 3}" d="M{number(left.x)} {number(left.y)}'
            f"q{number(half * 0.5)} {number(-bow)} {number(half)} {number(-bow * 0.7)}"
            f"t{number(half)} {number(bow * 0.7)}"
            f'q{number(-half * 0.6)} {number(sag)} {number(-half)} {number(sag)}t{number(-half)} {number(-sag)}z"/>'
        )


# --- Ornaments ----------------------------------------------------------------------------------------


def compass(middle: Point, radius: float) -> str:
    """A compass rose with its needle to the north."""
    rays = []
    for ray in range(8):
        angle, length = ray * pi / 4, radius * (1 if ray % 2 == 0 else 0.6)
        tip = Point(length * sin(angle), -length * cos(angle))
        for side in (-1, 1):
            hip = angle + side * pi / 4
            fill = "#f7efdd" if side < 0 else "#b23a2e" if ray == 0 else INK
            rays.append(
                f'<path fill="{fill}" d="M0 0 {number(radius * 0.2 * sin(hip))} {number(-radius * 0.2 * cos(hip))} '
                f'{number(tip.x)} {number(tip.y)}z"/>'
            )
    rings = "".join(f'<circle r="{number(radius * size)}" fill="none"/>' for size in (0.52, 0.58, 0.84))
    place = f"translate({number(middle.x)} {number(middle.y)})"
    return f'<g transform="{place}" stroke="{INK}" stroke-width=".8" opacity=".75">{rings}{"".join(rays)}</g>'


def water(luck: Random, course: Sequence[Point], widths: tuple[float, float]) -> Iterator[str]:
    """A river that widens on its way, with ripples on it."""
    middle = points_along(course, 8)
    flow = [_direction(a, b) for a, b in zip([middle[0], *middle], [*middle[1:], middle[-1]], strict=False)]
    halves = [(widths[0] + (widths[1] - widths[0]) * at / len(middle)) / 2 for at in range(len(middle))]
    banks = [
        [
            at.moved(-way.y * half * side, way.x * half * side)
            for at, way, half in zip(middle, flow, halves, strict=True)
        ]
        for side in (-1, 1)
    ]
    shore = polygon([*banks[0], *banks[1][::-1]])
    yield f'<path fill="#8db4bf" stroke="#55798a" stroke-width="1.5" stroke-linejoin="round" d="{shore}"/>'
    ripples: dict[str, str] = {"#dcecec": "", "#6b95a4": ""}
    for at, way, half in zip(middle, flow, halves, strict=True):
        for colour in luck.sample(("#dcecec", "#dcecec", "#6b95a4", ""), 2):
            if colour:
                ripples[colour] += _ripple(luck, at, way, half)
    for colour, strokes in ripples.items():
        yield f'<path class="w" stroke="{colour}" stroke-width=".9" d="{strokes}"/>'


def _direction(a: Point, b: Point) -> Point:
    length = hypot(b.x - a.x, b.y - a.y)
    return Point((b.x - a.x) / length, (b.y - a.y) / length)


def _ripple(luck: Random, at: Point, flow: Point, half: float) -> str:
    """A short stroke with the current, somewhere between the banks."""
    off, along, length, bow = luck.uniform(-0.7, 0.7) * half, luck.uniform(-7, 7), luck.uniform(5, 15), luck.gauss(0, 1)
    start = at.moved(flow.x * along - flow.y * off, flow.y * along + flow.x * off)
    pull = Point(flow.x * length / 2 - flow.y * bow, flow.y * length / 2 + flow.x * bow)
    return (
        f"M{number(start.x)} {number(start.y)}q{number(pull.x)} {number(pull.y)} "
        f"{number(flow.x * length)} {number(flow.y * length)}"
    )


def seal(left: float, top: float) -> str:
    """The painter's seal: three peaks and the road, cut into red stone."""
    return (
        f'<g transform="translate({number(left)} {number(top)})"><path fill="#b23a2e" d="M1 2 33 0 34 33 0 34z"/>'
        '<path fill="none" stroke="#fbf0dc" stroke-width="2" stroke-linejoin="round" d="M5 16 11 6l5 7 4-8 8 12M6 29'
        'c8 1 5-8 12-7s3 7 10 6M4.5 4.5l25-1 .8 26-26 .8z"/></g>'
    )


def cartouche(left: float, top: float, width: float, height: float) -> str:
    """A label with hollow corners."""
    across, down = number(width - 20), number(height - 20)
    return (
        f'<path fill="#f9f2e0" fill-opacity=".94" stroke="{INK}" stroke-width="1.3" '
        f'd="M{number(left + 10)} {number(top)}h{across}q0 10 10 10v{down}q-10 0-10 10h-{across}q0-10-10-10'
        f'v-{down}q10 0 10-10z"/>'
    )
