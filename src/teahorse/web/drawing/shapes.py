"""Points and paths, shared by the board and the painted map."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

MOST_PATHS = 4096  # that are kept written out: the same few are drawn again and again


class Point(NamedTuple):
    """A place on the board, in the units of its drawing."""

    x: float
    y: float

    def moved(self, right: float, down: float) -> "Point":
        """The point moved right and down."""
        return Point(self.x + right, self.y + down)


def number(value: float) -> str:
    """A coordinate as short as it can be written, to a tenth."""
    written = f"{value:.1f}".removesuffix(".0")
    if written == "-0":
        return "0"
    return written.replace("-0.", "-.") if value < 0 else written.removeprefix("0") or "0"


@lru_cache(maxsize=MOST_PATHS)
def box(left: float, top: float, width: float, height: float, corner: float = 0) -> str:
    """A rectangle as a path, its corners rounded."""
    straight, up, bend = number(width - 2 * corner), number(height - 2 * corner), number(corner)
    arc = f"a{bend} {bend} 0 0 1 "
    return (
        f"M{number(left + corner)} {number(top)}h{straight}{arc}{bend} {bend}v{up}{arc}-{bend} {bend}"
        f"h-{straight}{arc}-{bend} -{bend}v-{up}{arc}{bend} -{bend}z"
    )


@lru_cache(maxsize=MOST_PATHS)
def disc(centre: Point, radius: float) -> str:
    """A circle as a path."""
    arc = f"a{number(radius)} {number(radius)} 0 1 1 "
    return f"M{number(centre.x - radius)} {number(centre.y)}{arc}{number(2 * radius)} 0{arc}{number(-2 * radius)} 0z"


def polyline(points: Sequence[Point]) -> str:
    """An open path with straight edges."""
    return f"M{'L'.join(f'{number(x)} {number(y)}' for x, y in points)}"


def polygon(points: Sequence[Point]) -> str:
    """A closed path with straight edges."""
    return f"{polyline(points)}z"


def curve(points: Sequence[Point], before: Point | None = None, after: Point | None = None) -> str:
    """An open smooth path through all points; the points beyond its ends set its direction there."""
    start = points[0]
    return f"M{number(start.x)} {number(start.y)}{bends(points, before, after)}"


def bends(points: Sequence[Point], before: Point | None = None, after: Point | None = None) -> str:
    """The bends of a smooth path whose first point has been reached already."""
    return "".join(
        "C" + " ".join(f"{number(x)} {number(y)}" for x, y in bend[1:]) for bend in _bends(points, before, after)
    )


def points_along(points: Sequence[Point], paces: int) -> list[Point]:
    """Points on the smooth path through all points, with equal steps between two of them."""
    walked = [points[0]]
    for start, leave, arrive, end in _bends(points):
        for pace in range(1, paces + 1):
            on = pace / paces
            parts = ((1 - on) ** 3, 3 * (1 - on) ** 2 * on, 3 * (1 - on) * on**2, on**3)
            bend = tuple(zip(parts, (start, leave, arrive, end), strict=True))
            walked.append(Point(sum(part * at.x for part, at in bend), sum(part * at.y for part, at in bend)))
    return walked


def _bends(
    points: Sequence[Point], before: Point | None = None, after: Point | None = None
) -> Iterator[tuple[Point, Point, Point, Point]]:
    """The Bézier curves between the points: start, two control points, end."""
    around = [before or points[0], *points, after or points[-1]]
    for last, here, there, onward in zip(around, around[1:], around[2:], around[3:], strict=False):
        leave = Point(here.x + (there.x - last.x) / 6, here.y + (there.y - last.y) / 6)
        arrive = Point(there.x - (onward.x - here.x) / 6, there.y - (onward.y - here.y) / 6)
        yield here, leave, arrive, there
