"""The parts of a drawing as SVG elements, one per line."""

from collections.abc import Iterable

from markupsafe import Markup, escape

from . import layout
from .parts import Icon, Label, Line, Piece, Spot
from .spots import gorge_outline

MARK = '<circle class="since-mark" cx="7" cy="-11" r="4.6"/>'  # of a piece that moved since the reader's last move


def walks(lines: Iterable[Line]) -> Markup:
    """The paths on which scripts animate traders."""
    return _lines(f'<path id="{line.id}" d="{line.outline}"/>' for line in lines)


def lines(drawn: Iterable[Line]) -> Markup:
    """Lines to look at."""
    return _lines(f'<path class="{line.kind}" d="{line.outline}"{_width(line)}/>' for line in drawn)


def _width(line: Line) -> str:
    return f' stroke-width="{line.width}"' if line.width else ""


def spots(found: Iterable[Spot]) -> Markup:
    """Spots."""
    return _lines(
        f'<path id="spot-{spot.name}" data-spot="{spot.name}" class="spot {spot.kind}" role="button" tabindex="-1"'
        f' aria-label="{escape(spot.words)}"{_sight(spot)} d="{spot.outline}"/>'
        for spot in found
    )


def _sight(spot: Spot) -> str:
    return f' data-sight="{" ".join(map(str, spot.sight))}"' if spot.sight else ""


def places_of_small_map() -> Markup:
    """The outlines of provinces and gorges, to which the small maps on buttons refer."""
    provinces = {place: layout.outline(place) for place in layout.PROVINCES}
    gorges = {gorge: gorge_outline(gorge) for gorge in layout.GORGES}
    return _lines(f'<path id="outline-{name}" d="{outline}"/>' for name, outline in (provinces | gorges).items())


def outlines(found: Iterable[Spot]) -> Markup:
    """The outlines of spots, to look at."""
    return _lines(f'<path class="spot {spot.kind}" d="{spot.outline}"/>' for spot in found)


def icons(found: Iterable[Icon]) -> Markup:
    """Small pictures."""
    return _lines(
        f'<use href="#{icon.symbol}" class="icon {icon.symbol}{_colour(icon.colour)}"'
        f' transform="translate({round(icon.at.x, 1)} {round(icon.at.y, 1)}){_turned(icon)}"/>'
        for icon in found
    )


def _turned(icon: Icon) -> str:
    return f" rotate({icon.turned})" if icon.turned else ""


def labels(found: Iterable[Label]) -> Markup:
    """Words and numbers."""
    return _lines(
        f'<text class="label {label.kind}" x="{round(label.at.x, 1)}" y="{round(label.at.y, 1)}"{_number(label)}>'
        f"{escape(label.text)}</text>"
        for label in found
    )


def _number(label: Label) -> str:
    return f' data-number="{label.number}"' if label.number else ""


def pieces(found: Iterable[Piece]) -> Markup:
    """Pieces with ids, so that the page can animate them."""
    return _lines(f'<g id="{piece.id}" {_piece(piece)}</g>' for piece in found)


def still_pieces(found: Iterable[Piece]) -> Markup:
    """Pieces to look at, without ids: a page may show several boards."""
    return _lines(f"<g {_piece(piece)}</g>" for piece in found)


def _piece(piece: Piece) -> str:
    states = "".join(f" {state}" for state in piece.states)
    return (
        f'class="piece {piece.symbol}{_colour(piece.colour)}{states}"'
        f' style="transform:translate({round(piece.at.x, 1)}px,{round(piece.at.y, 1)}px)">'
        f'<use href="#{piece.symbol}"/>{MARK if "since" in piece.states else ""}'
    )


def _colour(colour: str) -> str:
    return f" colour-{colour}" if colour else ""


def _lines(elements: Iterable[str]) -> Markup:
    return Markup("\n".join(elements))
