"""Brush strokes: mountains, trees, mist and grass, always the same ones for the same seed."""

from math import cos, pi, sin
from random import Random

from .shapes import Point, bends, number

INK = "#2f3a36"


def massif(luck: Random, width: float, height: float, humps: int, sharp: bool) -> str:
    """A group of peaks on the ground line y = 0; the colour is that of whoever uses it."""
    order = sorted(range(humps), key=lambda hump: -abs(hump - (humps - 1) / 2) + luck.random())
    drawn = []
    for hump in order[:-1] + order[-1:]:
        middle = (hump - (humps - 1) / 2) * width / (humps + 1) + luck.uniform(-4, 4)
        nearness = 1 - abs(hump - (humps - 1) / 2) / humps
        tall = height * (0.35 + 0.65 * nearness) * luck.uniform(0.85, 1)
        drawn.append(_peak(luck, middle, width / (humps * 0.5 + 0.9), tall, sharp))
    return "".join(drawn)


def _peak(luck: Random, middle: float, width: float, height: float, sharp: bool) -> str:
    top = Point(middle + luck.uniform(-0.08, 0.08) * width, -height)
    steps = 5 if sharp else 4
    left = [_flank(luck, top, middle - width / 2, step / steps, sharp) for step in range(steps)]
    right = [_flank(luck, top, middle + width / 2, step / steps, sharp) for step in range(steps - 1, -1, -1)]
    points = [*left, top, *right]
    start = f"M{number(points[0].x)} {number(points[0].y)}"
    if sharp:
        body = start + "L" + " ".join(f"{number(x)} {number(y)}" for x, y in points[1:])
    else:
        body = start + bends(points)
    folds = "".join(_fold(luck, top, middle, width, height, part) for part in (-0.5, -0.15, 0.2, 0.4, 0.62))
    return f'<path d="{body}"/><path class="f" d="{folds}"/>'


def _flank(luck: Random, top: Point, foot: float, part: float, sharp: bool) -> Point:
    """A point of the slope between the foot (0) and the top (1)."""
    rise = part**1.25 if sharp else sin(part * pi / 2) ** 0.8
    along = part if sharp else part**1.6
    wobble = luck.uniform(-0.05, 0.05) * abs(top.x - foot) if 0 < part < 1 else 0
    return Point(foot + (top.x - foot) * along + wobble, top.y * rise)


def _fold(luck: Random, top: Point, middle: float, width: float, height: float, part: float) -> str:
    """A texture stroke that runs down from the ridge."""
    start = Point(top.x + part * width * 0.16, top.y + height * (0.08 + 0.34 * abs(part)))
    down, out = height * luck.uniform(0.22, 0.42), part * width * luck.uniform(0.18, 0.3)
    bow = luck.uniform(-2, 2)
    return (
        f"M{number(start.x)} {number(start.y)}q{number(out * 0.3 + bow)} {number(down * 0.5)} "
        f"{number(out)} {number(down)}"
    )


def pine() -> str:
    """A pine of the mountains: a stem and flat clouds of needles."""
    return (
        (
            f'<path d="M0 0q1-6-.6-13" fill="none" stroke="{INK}" stroke-width="1.3"/>'
            '<path d="M-6-5q2-4 5-2.600 3-3 6 .6-5 3-11 2zM-5-9.500q3-4 5-1.600 3-2 4 .6-4 2.400-9 1zM-3.500-13.500q3-4 6.500 0-3 2-6.500 0z"/>'
        )
        .replace(".600", ".6")
        .replace(".500", ".5")
        .replace(".400", ".4")
    )


def tea_bush() -> str:
    """A clipped tea bush."""
    return '<path d="M-5 0q-2-5 2-6.5 3-2.5 6 0 4 1.500 2 6.500z"/>'.replace("500", "5")


def grass(luck: Random) -> str:
    """A tuft."""
    blades = (
        f"M{number(at)} 0q{number(at / 2)} -4 {number(at * 1.2)} {number(-luck.uniform(5, 8))}" for at in (-2, 0, 2)
    )
    return "".join(blades)


def compass(middle: Point, radius: float) -> str:
    """A compass rose with its needle to the north."""
    rays = []
    for ray in range(16):
        angle, length = ray * pi / 8, radius * (1 if ray % 4 == 0 else 0.66 if ray % 2 == 0 else 0.42)
        tip = Point(length * sin(angle), -length * cos(angle))
        for side, colour in ((-1, "#f7efdd"), (1, INK)):
            hip = Point(radius * 0.15 * sin(angle + side * pi / 8), -radius * 0.15 * cos(angle + side * pi / 8))
            rays.append(
                f'<path fill="{"#b23a2e" if ray == 0 and side == 1 else colour}" d="M0 0L{number(hip.x)} {number(hip.y)} '
                f'{number(tip.x)} {number(tip.y)}z"/>'
            )
    rings = "".join(f'<circle r="{number(radius * size)}" fill="none"/>' for size in (0.5, 0.56, 0.8))
    return (
        f'<g transform="translate({number(middle.x)} {number(middle.y)})" stroke="{INK}" stroke-width=".7" opacity=".8">'
        f"{rings}{''.join(rays)}</g>"
    )
