"""The city of Pu'er, as painted: wall and gate, and a roof for every building that one would know again."""

from . import layout
from .layout import CAMPS_TOP, CITY_BOTTOM, CITY_TOP, COLUMNS, FRAME, HEIGHT, ROOF_FOOT, WIDTH
from .shapes import number

INK, TIMBER, TILE, DARK_TILE, PLASTER, STONE = "#3a2d20", "#7c4a2a", "#5f6f6b", "#46534f", "#f1e4c8", "#cdb78e"
VERMILION, GOLD, JADE, INDIGO = "#a8402f", "#d9a93f", "#5e8a72", "#4a5f80"


def city() -> str:
    """Everything from the wall down to the frame."""
    return _ground() + _wall() + _gate() + "".join(_placed(name) for name in BUILDINGS) + _square()


def _placed(name: str) -> str:
    return f'<g transform="translate({COLUMNS[name]} {ROOF_FOOT})">{BUILDINGS[name]}</g>'


def _ground() -> str:
    right = WIDTH - 2 * FRAME
    return (
        f'<path fill="url(#stone)" d="M{FRAME} {CITY_TOP}h{right}v{CITY_BOTTOM - CITY_TOP}h-{right}z"/>'
        f'<path fill="url(#earth)" d="M{FRAME} {CITY_BOTTOM}h{right}V{HEIGHT - FRAME}h-{right}z"/>'
        f'<path fill="none" stroke="{INK}" stroke-opacity=".35" d="M{FRAME} {CAMPS_TOP - 3}h{right}"/>'
    )


def _wall() -> str:
    """The wall behind the roofs, with its battlements."""
    teeth = "h9v-6h9v6" * 64
    width = WIDTH - 2 * FRAME
    return (
        f'<path fill="{STONE}" stroke="{INK}" stroke-width="1" d="M{FRAME} {CITY_TOP + 22}v-16{teeth[: 64 * 12]}V{CITY_TOP + 22}z"/>'
        f'<path fill="none" stroke="{INK}" stroke-opacity=".3" stroke-dasharray="14 3" d="M{FRAME} {CITY_TOP + 12}h{width}M{FRAME + 8} {CITY_TOP + 17}h{width}"/>'
    )


def _gate() -> str:
    """The gate to the Tea Horse Road."""
    return (
        f'<g transform="translate(536 {CITY_TOP + 26})" stroke="{INK}">'
        f'<path fill="{STONE}" d="M-44 0-40-34H40L44 0z"/><path fill="#4a3a28" d="M-13 0v-14a13 13 0 0 1 26 0V0z"/>'
        + roof(46, 20, 30, TILE).replace("<path", '<path transform="translate(0 -34)"')
        + f'<path fill="{VERMILION}" d="M-11-34h22v7h-22z"/></g>'
    )


def roof(reach: float, height: float, ridge: float, colour: str) -> str:
    """A tiled roof with turned-up eaves over y = 0."""
    eaves = (
        f"M-{number(reach)}-5C-{number(reach - 10)}-3-{number(ridge + 4)}-{number(height * 0.45)}-{number(ridge)}-{number(height)}"
        f"H{number(ridge)}C{number(ridge + 4)}-{number(height * 0.45)} {number(reach - 10)}-3 {number(reach)}-5L{number(reach - 7)} 2H-{number(reach - 7)}z"
    )
    rows = []
    for part in range(-4, 5):
        top, foot = ridge * part / 5, (reach - 9) * part / 4.6
        rows.append(
            f"M{number(top)}-{number(height)}Q{number(top + (foot - top) * 0.4)}-{number(height * 0.4)} {number(foot)} 1"
        )
    return (
        f'<path fill="{colour}" d="{eaves}"/><path fill="none" stroke-opacity=".35" stroke-width=".8" d="{"".join(rows)}"/>'
        f'<path stroke-width="2.6" d="M-{number(ridge + 2)}-{number(height)}H{number(ridge + 2)}"/>'
    )


def _raised(drawing: str, up: float) -> str:
    return f'<g transform="translate(0 -{number(up)})">{drawing}</g>'


def _hall(width: float, height: float, wall: str = PLASTER) -> str:
    """Walls with pillars, standing on y = 0."""
    pillars = "".join(f"M{number(-width + 2 * width * part / 4)} 0v-{number(height)}" for part in range(5))
    return (
        f'<path fill="{wall}" d="M-{number(width)} 0v-{number(height)}h{number(2 * width)}V0z"/>'
        f'<path fill="none" stroke="{VERMILION}" stroke-width="2.6" d="{pillars}"/>'
    )


def _sign(drawing: str, up: float) -> str:
    """A round sign on the front, which tells the buildings apart."""
    return _raised(f'<circle r="13.5" fill="#fbf3df" stroke-width="1.4"/>{drawing}', up)


BOOK = (
    f'<path fill="#fff" d="M0-5C-3-7.500-7-7-9.500-6V5.500C-7 4.500-3 4.500 0 6.500 3 4.500 7 4.500 9.500 5.500V-6C7-7 3-7.500 0-5z"/>'
    f'<path fill="none" d="M0-5V6.500M-7-3.500q3-.5 5 .8M-7-.5q3-.5 5 .8M7-3.500q-3-.5-5 .8M7-.5q-3-.5-5 .8"/>'
).replace(".500", ".5")
BARRIER = f'<path fill="none" stroke-width="2.4" d="M-8 8V-4M8 8V-4"/><path fill="{VERMILION}" d="M-10-5H10V0H-10z"/><path fill="#fff" stroke="none" d="M-6-4.500h4v4h-4zM3-4.500h4v4H3z"/>'.replace(
    ".500", ".5"
)
HORSE = (
    '<path fill="#6b4527" d="M-6 9C-6 4-3 2-2-1-4 0-6 1-8 1.500L-9.500-1-4-7-3-10-.5-7.500C5-7 8-2 7.500 9z"/>'.replace(
        ".500", ".5"
    )
)
BALANCE = f'<path fill="none" stroke-width="1.7" d="M0-9V8M-4.500 8h9M-8.500-6 8.500-6"/><path fill="{GOLD}" d="M-11.500 2-8.500-6-5.500 2a3.200 3 0 0 1-6 0zM5.500 2 8.500-6 11.500 2a3.200 3 0 0 1-6 0z"/>'.replace(
    ".500", ".5"
).replace(".200", ".2")
BEAMS = f'<path fill="{TIMBER}" d="M-9.500 3H9.500V7H-9.500zM-7-1H8V3H-7zM-5-5H5V-1H-5z"/><path fill="none" stroke-width="1.700" d="M-8-5 0-10 8-5"/>'.replace(
    ".500", ".5"
).replace(".700", ".7")
COIN = f'<circle r="10" fill="{GOLD}"/><circle r="7.500" fill="none" stroke-width=".8"/><path fill="#fbf3df" d="M-3-3h6v6h-6z"/>'.replace(
    ".500", ".5"
)

BUILDINGS = {
    "bank": f'<g stroke="{INK}">{_hall(40, 24, "#dcc9a0")}{_raised(roof(54, 18, 34, INDIGO), 24)}{_sign(COIN, 18)}</g>',
    "school": f'<g stroke="{INK}">{_hall(38, 20)}{_raised(roof(50, 12, 36, JADE), 20)}{_raised(roof(36, 14, 20, JADE), 34)}{_sign(BOOK, 14)}</g>',
    "customs": (
        f'<g stroke="{INK}"><path fill="{STONE}" d="M-44 0-40-26H40L44 0z"/>'
        f'<path fill="#4a3a28" d="M-38 0v-9a7 7 0 0 1 14 0V0zM24 0v-9a7 7 0 0 1 14 0V0z"/>'
        f"{_raised(roof(48, 17, 28, TILE), 26)}{_sign(BARRIER, 14)}</g>"
    ),
    "horse": (
        f'<g stroke="{INK}"><path fill="#d8bd85" d="M-48 0v-18h96V0z"/>'
        f'<path fill="{TIMBER}" fill-opacity=".55" d="M-42 0v-13h18V0zM24 0v-13h18V0z"/>'
        f"{_raised(roof(58, 16, 44, '#a8834a'), 18)}{_sign(HORSE, 14)}</g>"
    ),
    "guild": f'<g stroke="{INK}">{_hall(44, 20, "#e6c9a8")}{_raised(roof(56, 13, 42, VERMILION), 20)}{_raised(roof(42, 16, 24, VERMILION), 34)}{_sign(BALANCE, 14)}</g>',
    "yard": (
        f'<g stroke="{INK}"><path fill="none" stroke="{TIMBER}" stroke-width="3.400" d="M-46 0v-32M46 0v-32M-50-32H50M-46-20-34-32M46-20 34-32"/>'
        f'<path fill="{TIMBER}" d="M-40-5h24v5h-24zM-37-10h18v5h-18zM18-5h24v5H18zM21-10h18v5H21z"/>'
        f"{_raised(roof(56, 13, 40, '#94785a'), 33)}{_sign(BEAMS, 14)}</g>"
    ).replace(".400", ".4"),
}


def _square() -> str:
    """The paving of the market."""
    left, top, width, height = (
        layout.MARKET_LEFT,
        layout.MARKET_TOP - 26,
        layout.MARKET_WIDTH,
        layout.MARKET_HEIGHT + 28,
    )
    return (
        f'<path fill="#efe0bd" stroke="{INK}" stroke-opacity=".45" d="M{left} {top}h{width}v{height}h-{width}z"/>'
        f'<path fill="none" stroke="{INK}" stroke-opacity=".12" d="M{left + 5} {top + 5}h{width - 10}v{height - 10}h-{width - 10}z"/>'
    )
