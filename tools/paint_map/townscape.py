"""The city of Pu'er, as painted: wall and gate, and a roof for every building that one would know again."""

from teahorse.web.drawing import layout
from teahorse.web.drawing.layout import CAMPS_TOP, CITY_BOTTOM, CITY_TOP, COLUMNS, FRAME, HEIGHT, ROOF_FOOT, WIDTH
from teahorse.web.drawing.shapes import number

INK, TIMBER, TILE, PLASTER, STONE, SHADOW = "#3a2d20", "#7c4a2a", "#64736f", "#f1e4c8", "#cdb78e", "#4a3a28"
VERMILION, GOLD, JADE, INDIGO, STRAW, BARK = "#a8402f", "#d9a93f", "#5e8a72", "#4a5f80", "#b18d52", "#94785a"
GATE = 536  # where the Tea Horse Road leaves the city
TEETH = 64  # battlements of the wall


def city() -> str:
    """Everything from the wall down to the frame."""
    houses = "".join(_standing(drawing, COLUMNS[name], ROOF_FOOT) for name, drawing in BUILDINGS.items())
    return _ground() + _wall() + _standing(_gate(), GATE, CITY_TOP + 28) + houses + _square()


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


def _standing(drawing: str, across: float, down: float) -> str:
    return f'<g stroke="{INK}" transform="translate({number(across)} {number(down)})">{drawing}</g>'


def _raised(drawing: str, up: float) -> str:
    return f'<g transform="translate(0 -{number(up)})">{drawing}</g>'


# --- Ground, wall and gate ----------------------------------------------------------------------------


def _ground() -> str:
    across = WIDTH - 2 * FRAME
    return (
        f'<path fill="url(#stone)" d="M{FRAME} {CITY_TOP}h{across}v{CITY_BOTTOM - CITY_TOP}h-{across}z"/>'
        f'<path fill="url(#earth)" d="M{FRAME} {CITY_BOTTOM}h{across}V{HEIGHT - FRAME}h-{across}z"/>'
        f'<path fill="none" stroke="{INK}" stroke-opacity=".35" d="M{FRAME} {CAMPS_TOP - 3}h{across}"/>'
    )


def _wall() -> str:
    across = WIDTH - 2 * FRAME
    tooth = number(across / TEETH / 2)
    top, foot = CITY_TOP + 4, CITY_TOP + 24
    return (
        f'<path fill="{STONE}" stroke="{INK}" d="M{FRAME} {foot}V{top}{f"h{tooth}v-6h{tooth}v6" * TEETH}V{foot}z"/>'
        f'<path fill="none" stroke="{INK}" stroke-opacity=".28" stroke-dasharray="14 3" '
        f'd="M{FRAME} {top + 6}h{across}M{FRAME + 8} {top + 12}h{across}"/>'
    )


def _gate() -> str:
    return (
        f'<path fill="{STONE}" d="M-46 0-42-34H42L46 0z"/>'
        f'<path fill="{SHADOW}" d="M-13 0v-12a13 13 0 0 1 26 0V0z"/>'
        f"{_raised(_hall(30, 12) + _raised(roof(46, 16, 28, TILE), 12), 34)}"
        f'<path fill="{VERMILION}" d="M-12-33h24v7h-24z"/>'
    )


def _square() -> str:
    """The market: its paving, and stalls on both sides."""
    left, top = layout.MARKET_LEFT, layout.MARKET_TOP - 26
    width, height = layout.MARKET_WIDTH, layout.MARKET_HEIGHT + 28
    inset = f"M{left + 5} {top + 5}h{width - 10}v{height - 10}h-{width - 10}z"
    stalls = "".join(
        _standing(_stall(cloth), left + across, top + down)
        for across, down, cloth in (
            (21, 66, INDIGO),
            (21, 106, VERMILION),
            (width - 18, 56, JADE),
            (width - 18, 96, STRAW),
            (width - 18, 134, INDIGO),
        )
    )
    return (
        f'<path fill="#f1e4c4" stroke="{INK}" stroke-opacity=".5" d="M{left} {top}h{width}v{height}h-{width}z"/>'
        f'<path fill="none" stroke="{INK}" stroke-opacity=".14" d="{inset}"/>{stalls}'
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
