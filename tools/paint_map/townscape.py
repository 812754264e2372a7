"""The city of Pu'er, as painted: wall and gate, and a roof for every building that one would know again."""

from collections.abc import Iterable

from teahorse.web.drawing import narrow, wide
from teahorse.web.drawing.narrow import Narrow
from teahorse.web.drawing.parts import Area
from teahorse.web.drawing.shapes import Point, number
from teahorse.web.drawing.wide import Wide

INK, TIMBER, TILE, PLASTER, STONE, SHADOW = "#3a2d20", "#7c4a2a", "#64736f", "#f1e4c8", "#cdb78e", "#4a3a28"
VERMILION, GOLD, JADE, INDIGO, STRAW, BARK = "#a8402f", "#d9a93f", "#5e8a72", "#4a5f80", "#b18d52", "#94785a"
TOOTH = 18  # width of a battlement and the gap beside it


def wide_city() -> str:
    """Everything from the wall down to the frame."""
    frame, across = wide.FRAME, wide.WIDTH - 2 * wide.FRAME
    return (
        _ground("stone", Area(frame, wide.CITY_TOP, across, wide.CITY_BOTTOM - wide.CITY_TOP))
        + _ground("earth", Area(frame, wide.CITY_BOTTOM, across, wide.HEIGHT - frame - wide.CITY_BOTTOM))
        + _wall(Area(frame, wide.CITY_TOP + 4, across, 20))
        + _standing(_gate(), Point(Wide.in_market.x, wide.CITY_TOP + 28))
        + _houses(Wide.houses.items())
        + _square(Wide.market, ((21, 66), (21, 106), (194, 56), (194, 96), (194, 134)))
    )


def narrow_city() -> str:
    """The city in rows: bank and market, and one for each building."""
    rows = [Area(0, narrow.ROWS_TOP + row * narrow.ROW_HEIGHT, narrow.WIDTH, narrow.ROW_HEIGHT) for row in range(6)]
    return (
        _ground("stone", Area(0, narrow.CITY_TOP, narrow.WIDTH, narrow.TRACK_TOP - narrow.CITY_TOP))
        + _ground("earth", Area(0, narrow.TRACK_TOP, narrow.WIDTH, Narrow.height - narrow.TRACK_TOP))
        + _wall(Area(0, narrow.CITY_TOP + 4, narrow.WIDTH, 20))
        + _standing(_gate(), Point(Narrow.in_market.x, narrow.CITY_TOP + 28))
        + "".join(_lane(row) for row in rows)
        + _houses(Narrow.houses.items())
        + _square(Narrow.market, ((24, 92), (58, 92), (274, 36), (274, 88)))
    )


def _houses(houses: Iterable[tuple[str, Point]]) -> str:
    return "".join(_standing(BUILDINGS[name], foot) for name, foot in houses if name in BUILDINGS)


def yamen() -> str:
    """Where the inspector lives."""
    return _stroked(_hall(24, 15) + _raised(roof(33, 12, 18, JADE), 15))


def monastery() -> str:
    """White walls and a golden roof, in Tibet."""
    return _stroked(
        '<path fill="#f8f3e8" d="M-28 0-25-15H25L28 0zM-12-19-10-31H10L12-19z"/>'
        f'<path fill="{VERMILION}" d="M-25-15-24.4-19H24.4L25-15zM-10-31-9.5-34H9.5L10-31z"/>'
        f'<path fill="{SHADOW}" stroke="none" '
        'd="M-19-10h4v5h-4zM-9-10h4v5h-4zM5-10h4v5H5zM15-10h4v5h-4zM-2-27h4v5h-4z"/>'
        + _raised(roof(15, 6, 7, GOLD), 35)
    )


def _stroked(drawing: str) -> str:
    return f'<g stroke="{INK}">{drawing}</g>'


def _standing(drawing: str, at: Point) -> str:
    return f'<g stroke="{INK}" transform="translate({number(at.x)} {number(at.y)})">{drawing}</g>'


def _raised(drawing: str, up: float) -> str:
    return f'<g transform="translate(0 -{number(up)})">{drawing}</g>'


# --- Ground, wall and gate ----------------------------------------------------------------------------


def _ground(paint: str, area: Area) -> str:
    return f'<path fill="url(#{paint})" d="{_rectangle(area)}"/>'


def _rectangle(area: Area) -> str:
    return f"M{number(area.left)} {number(area.top)}h{number(area.width)}v{number(area.height)}h-{number(area.width)}z"


def _lane(row: Area) -> str:
    """A row of the city, parted from the next by a gutter."""
    return f'<path fill="none" stroke="{INK}" stroke-opacity=".22" d="M8 {number(row.top)}h{number(row.width - 16)}"/>'


def _wall(area: Area) -> str:
    teeth = round(area.width / TOOTH)
    tooth, foot = number(area.width / teeth / 2), number(area.top + area.height)
    return (
        f'<path fill="{STONE}" stroke="{INK}" '
        f'd="M{area.left} {foot}V{area.top}{f"h{tooth}v-6h{tooth}v6" * teeth}V{foot}z"/>'
        f'<path fill="none" stroke="{INK}" stroke-opacity=".28" stroke-dasharray="14 3" '
        f'd="M{area.left} {area.top + 6}h{area.width}M{area.left + 8} {area.top + 12}h{area.width - 8}"/>'
    )


def _gate() -> str:
    return (
        f'<path fill="{STONE}" d="M-46 0-42-34H42L46 0z"/>'
        f'<path fill="{SHADOW}" d="M-13 0v-12a13 13 0 0 1 26 0V0z"/>'
        f"{_raised(_hall(30, 12) + _raised(roof(46, 16, 28, TILE), 12), 34)}"
        f'<path fill="{VERMILION}" d="M-12-33h24v7h-24z"/>'
    )


def _square(market: Area, stalls: Iterable[tuple[float, float]]) -> str:
    """The market: its paving, and stalls."""
    inset = _rectangle(Area(market.left + 5, market.top + 5, market.width - 10, market.height - 10))
    cloths = (INDIGO, VERMILION, JADE, STRAW, INDIGO)
    drawn = "".join(
        _standing(_stall(cloth), Point(market.left + across, market.top + down))
        for (across, down), cloth in zip(stalls, cloths, strict=False)
    )
    return (
        f'<path fill="#f1e4c4" stroke="{INK}" stroke-opacity=".5" d="{_rectangle(market)}"/>'
        f'<path fill="none" stroke="{INK}" stroke-opacity=".14" d="{inset}"/>{drawn}'
    )


def _stall(cloth: str) -> str:
    """A table with tea under a striped awning."""
    return (
        f'<path fill="{TIMBER}" d="M-9-7H9V-3H-9z"/><path fill="none" d="M-10 0V-15M10 0V-15"/>'
        f'<path fill="{cloth}" d="M-9-22H9L13-14H-13z"/>'
        '<path fill="#fbf3df" stroke="none" d="M-5.5-21.5h3L-4-14.5h-4.5zM2-21.5H5L7-14.5H2.5z"/>'
    )


# --- Houses -------------------------------------------------------------------------------------------


def roof(reach: float, height: float, ridge: float, colour: str) -> str:
    """A tiled roof with turned-up eaves over y = 0."""
    eaves, mid, out = reach - 10, number(height * 0.45), number(reach - 7)
    shape = (
        f"M-{reach}-6C-{eaves}-3-{ridge + 4}-{mid}-{ridge}-{height}H{ridge}C{ridge + 4}-{mid} {eaves}-3 {reach}-6"
        f"L{out} 2H-{out}z"
    )
    rows = ""
    for part in range(-4, 5):
        top, foot = ridge * part / 5, (reach - 9) * part / 4.6
        bow = f"{number(top + (foot - top) * 0.4)} -{number(height * 0.4)}"
        rows += f"M{number(top)} -{height}Q{bow} {number(foot)} 1"
    return (
        f'<path fill="{colour}" d="{shape}"/>'
        f'<path fill="none" stroke-opacity=".35" stroke-width=".8" d="{rows}"/>'
        f'<path stroke-width="2.6" d="M-{ridge + 2}-{height}H{ridge + 2}"/>'
    )


def _hall(half: float, height: float, wall: str = PLASTER) -> str:
    """Walls with pillars, standing on y = 0."""
    pillars = "".join(f"M{number(-half + half * part / 2)} 0v-{height}" for part in range(5))
    return (
        f'<path fill="{wall}" d="M-{half} 0v-{height}h{2 * half}V0z"/>'
        f'<path fill="none" stroke="{VERMILION}" stroke-width="2.6" d="{pillars}"/>'
    )


def _sign(drawing: str, up: float = 14) -> str:
    """A round sign on the front, which tells the buildings apart."""
    return _raised(f'<circle r="14" fill="#fbf3df" stroke-width="1.4"/>{drawing}', up)


_BOOK = (
    '<path fill="#fff" d="M0-5C-3-7.5-7-7-9.5-6V5.5C-7 4.5-3 4.5 0 6.5 3 4.5 7 4.5 9.5 5.5V-6C7-7 3-7.5 0-5z"/>'
    '<path fill="none" d="M0-5V6.5M-7-3.5q3-.5 5 .8M-7-.5q3-.5 5 .8M7-3.5q-3-.5-5 .8M7-.5q-3-.5-5 .8"/>'
)
_BARRIER = (
    '<path fill="none" stroke-width="2.4" d="M-8 8V-4M8 8V-4"/>'
    f'<path fill="{VERMILION}" d="M-10-5H10V0H-10z"/><path fill="#fff" stroke="none" d="M-6-4.5h4v4h-4zM3-4.5h4v4H3z"/>'
)
_HORSE = '<path fill="#6b4527" d="M-6 9C-6 4-3 2-2-1-4 0-6 1-8 1.5L-9.5-1-4-7-3-10-.5-7.5C5-7 8-2 7.5 9z"/>'
_BALANCE = (
    '<path fill="none" stroke-width="1.7" d="M0-9V8M-4.5 8h9M-8.5-6H8.5"/>'
    f'<path fill="{GOLD}" d="M-11.5 2-8.5-6-5.5 2a3.2 3 0 0 1-6 0zM5.5 2 8.5-6 11.5 2a3.2 3 0 0 1-6 0z"/>'
)
_BEAMS = (
    f'<path fill="{TIMBER}" d="M-9.5 3H9.5V7H-9.5zM-7-1H8V3H-7zM-5-5H5V-1H-5z"/>'
    '<path fill="none" stroke-width="1.7" d="M-8-5 0-10 8-5"/>'
)
_COIN = (
    f'<circle r="10" fill="{GOLD}"/><circle r="7.5" fill="none" stroke-width=".8"/>'
    '<path fill="#fbf3df" d="M-3-3h6v6h-6z"/>'
)
_STALLS = (
    '<path fill="#d8bd85" d="M-48 0v-18h96V0z"/>'
    f'<path fill="{TIMBER}" fill-opacity=".55" d="M-42 0v-13h18V0zM24 0v-13h18V0z"/>'
)
_ARCHES = (
    f'<path fill="{STONE}" d="M-46 0-42-27H42L46 0z"/>'
    f'<path fill="{SHADOW}" d="M-38 0v-9a7 7 0 0 1 14 0V0zM24 0v-9a7 7 0 0 1 14 0V0z"/>'
)
_FRAMES = (
    f'<path fill="none" stroke="{TIMBER}" stroke-width="3.4" '
    'd="M-46 0v-32M46 0v-32M-50-32H50M-46-20-34-32M46-20 34-32"/>'
    f'<path fill="{TIMBER}" d="M-40-5h24v5h-24zM-37-10h18v5h-18zM18-5h24v5H18zM21-10h18v5H21z"/>'
)
_TWO_ROOFS = _raised(roof(56, 13, 42, VERMILION), 20) + _raised(roof(42, 17, 24, VERMILION), 34)

BUILDINGS = {
    "bank": _hall(42, 25, "#dcc9a0") + _raised(roof(56, 19, 34, INDIGO), 25) + _sign(_COIN, 18),
    "school": _hall(38, 20) + _raised(roof(50, 12, 36, JADE), 20) + _raised(roof(34, 16, 18, JADE), 34) + _sign(_BOOK),
    "customs": _ARCHES + _raised(roof(50, 18, 28, TILE), 27) + _sign(_BARRIER),
    "horse": _STALLS + _raised(roof(58, 18, 44, STRAW), 18) + _sign(_HORSE),
    "guild": _hall(44, 20, "#e6c9a8") + _TWO_ROOFS + _sign(_BALANCE),
    "yard": _FRAMES + _raised(roof(56, 14, 40, BARK), 33) + _sign(_BEAMS),
}
