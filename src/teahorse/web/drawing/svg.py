"""The parts of a drawing as SVG elements, one per line.

The board of a table has every element at two places: `--w` is where it stands on a wide screen, `--n` where it stands
on a phone, and `--r` turns it on a wide screen. Outlines and lines are there twice, the wide one first, and the style
sheets show one of them. So a page fits its screen without a script, and turning a phone shows the other layout at once.
"""

from collections.abc import Iterable
from functools import lru_cache

from markupsafe import Markup, escape

from ...rules.state import MAX_PLAYERS
from .layout import PROVINCES
from .parts import MOST_GROUPS, Area, Boards, Group, Icon, Label, Line, Piece, Spot
from .shapes import Point
from .wide import Wide

MOST_ELEMENTS = 8192  # of each kind that are kept written out; most of a board stays as it is from move to move

MARK = '<circle class="since-mark" cx="7" cy="-11" r="4.6"/>'  # of a piece that moved since the reader's last move


def walks(boards: Boards) -> Markup:
    """The paths on which scripts animate traders."""
    groups = boards.groups("walks")
    return _joined([*(_walks(wide, "") for wide, _ in groups), *(_walks(narrow, "narrow-") for _, narrow in groups)])


@lru_cache(maxsize=MOST_GROUPS)
def _walks(group: Group[Line], prefix: str) -> str:
    return "\n".join(f'<path id="{prefix}{line.id}" d="{line.outline}"/>' for line in group)


def lines(boards: Boards) -> Markup:
    """Lines to look at."""
    groups = boards.groups("lines")
    return _joined([*(_lines(wide, "wide") for wide, _ in groups), *(_lines(narrow, "narrow") for _, narrow in groups)])


@lru_cache(maxsize=MOST_GROUPS)
def _lines(group: Group[Line], screen: str) -> str:
    return "\n".join(_line(line, screen) for line in group)


def _line(line: Line, screen: str = "") -> str:
    return f'<path class="{screen} {line.kind}" d="{line.outline}"{_width(line)}/>'


def _width(line: Line) -> str:
    return f' stroke-width="{line.width}"' if line.width else ""


def spots(boards: Boards) -> Markup:
    """Spots."""
    return _joined(_spots(*both) for both in boards.groups("spots"))


@lru_cache(maxsize=MOST_GROUPS)
def _spots(wide: Group[Spot], narrow: Group[Spot]) -> str:
    return "\n".join(_spot(spot, other.outline) for spot, other in zip(wide, narrow, strict=True))


@lru_cache(maxsize=MOST_ELEMENTS)
def _spot(spot: Spot, narrow: str) -> str:
    return (
        f'<g id="spot-{spot.name}" data-spot="{spot.name}" class="spot {spot.kind}" role="button" tabindex="-1"'
        f' aria-label="{escape(spot.words)}"{_sight(spot.sight)}>'
        f'<path d="{spot.outline}"/><path d="{narrow}"/></g>'
    )


def _sight(sight: Area | None) -> str:
    return f' data-sight="{" ".join(map(_number, sight))}"' if sight else ""


def places_of_small_map() -> Markup:
    """The outlines of provinces and gorges, to which the small maps on buttons refer."""
    places = Wide(MAX_PLAYERS)
    provinces = {place: places.outline(place) for place in PROVINCES}
    gorges = {name: gorge.outline() for name, gorge in places.gorges.items()}
    return _joined(f'<path id="outline-{name}" d="{outline}"/>' for name, outline in (provinces | gorges).items())


def icons(boards: Boards) -> Markup:
    """Small pictures."""
    return _joined(_icons(*both) for both in boards.groups("icons"))


@lru_cache(maxsize=MOST_GROUPS)
def _icons(wide: Group[Icon], narrow: Group[Icon]) -> str:
    return "\n".join(_icon_on_both(icon, other) for icon, other in zip(wide, narrow, strict=True))


def _icon_on_both(icon: Icon, narrow: Icon) -> str:
    turned = f";--r:{icon.turned}deg" if icon.turned else ""  # on phones all gorges run across
    return f'{_icon(icon)} style="{_places(icon.at, narrow.at)}{turned}"/>'


def _icon(icon: Icon) -> str:
    return f'<use href="#{icon.symbol}" class="icon {icon.symbol}{_colour(icon.colour)}"'


def labels(boards: Boards) -> Markup:
    """Words and numbers."""
    return _joined(_labels(*both) for both in boards.groups("labels"))


@lru_cache(maxsize=MOST_GROUPS)
def _labels(wide: Group[Label], narrow: Group[Label]) -> str:
    return "\n".join(_label_on_both(label, other.at) for label, other in zip(wide, narrow, strict=True))


@lru_cache(maxsize=MOST_ELEMENTS)
def _label_on_both(label: Label, narrow: Point) -> str:
    return f'{_label(label)} style="{_places(label.at, narrow)}">{escape(label.text)}</text>'


def _label(label: Label) -> str:
    return f'<text class="label {label.kind}"{_counted(label)}'


def _counted(label: Label) -> str:
    return f' data-number="{label.number}"' if label.number else ""


def pieces(boards: Boards) -> Markup:
    """Pieces with ids, so that the page can animate them."""
    return _joined(_pieces(*both) for both in boards.groups("pieces"))


@lru_cache(maxsize=MOST_GROUPS)
def _pieces(wide: Group[Piece], narrow: Group[Piece]) -> str:
    return "\n".join(_piece(piece, other.at) for piece, other in zip(wide, narrow, strict=True))


@lru_cache(maxsize=MOST_ELEMENTS)
def _piece(piece: Piece, narrow: Point) -> str:
    return f'<g id="{piece.id}" class="{_look(piece)}" style="{_places(piece.at, narrow)}">{_picture(piece)}</g>'


def _picture(piece: Piece) -> str:
    return f'<use href="#{piece.symbol}"/>{MARK if "since" in piece.states else ""}'


def _look(piece: Piece) -> str:
    states = "".join(f" {state}" for state in piece.states)
    return f"piece {piece.symbol}{_colour(piece.colour)}{states}"


def _places(wide: Point, narrow: Point) -> str:
    """Both places of an element, as the style sheets move it there."""
    return f"--w:{_number(wide.x)}px,{_number(wide.y)}px;--n:{_number(narrow.x)}px,{_number(narrow.y)}px"


# --- Pictures, which show the wide layout on every screen -----------------------------------------------


def still_lines(drawn: Iterable[Line]) -> Markup:
    """Lines of a picture."""
    return _joined(map(_line, drawn))


def still_spots(found: Iterable[Spot]) -> Markup:
    """The outlines of spots, to look at."""
    return _joined(f'<path class="spot {spot.kind}" d="{spot.outline}"/>' for spot in found)


def still_icons(found: Iterable[Icon]) -> Markup:
    """Small pictures in a picture."""
    return _joined(f'{_icon(icon)} transform="{_moved_to(icon.at)}{_turned(icon)}"/>' for icon in found)


def still_labels(found: Iterable[Label]) -> Markup:
    """Words and numbers of a picture."""
    return _joined(f'{_label(label)} transform="{_moved_to(label.at)}">{escape(label.text)}</text>' for label in found)


def still_pieces(found: Iterable[Piece]) -> Markup:
    """Pieces to look at, without ids: a page may show several boards."""
    return _joined(
        f'<g class="{_look(piece)}" transform="{_moved_to(piece.at)}">{_picture(piece)}</g>' for piece in found
    )


def _moved_to(at: Point) -> str:
    return f"translate({_number(at.x)} {_number(at.y)})"


def _turned(icon: Icon) -> str:
    return f" rotate({icon.turned})" if icon.turned else ""


def _number(value: float) -> str:
    """A coordinate to a tenth, the same for 5 and 5.0."""
    return f"{round(value, 1):g}"


def _colour(colour: str) -> str:
    return f" colour-{colour}" if colour else ""


def _joined(elements: Iterable[str]) -> Markup:
    return Markup("\n".join(elements))
