"""Draws the board of a position on top of the painted map."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from ...rules.names import BUILDING
from ...server.history.history import GameHistory
from ..presenters.position_view import PositionView
from . import layout, pieces, signs
from .labels import Words
from .layout import Layout
from .parts import Board
from .piece_ids import cast_of, seats_of
from .shapes import Point
from .sign_spots import sign_spots
from .spots import all_spots, spaces_of

__all__ = ["Board", "draw", "spaces_by_spot"]


def draw(
    history: GameHistory, view: PositionView, colours: Mapping[str, str], marked: Collection[str] = frozenset()
) -> Board:
    """Draw the latest position of a game; `colours` are by player, with Dúli's where she plays.

    The pieces `marked` moved since the reader's last move.
    """
    rules, g = view.rules, view.record
    places = Layout(len(seats_of(rules)))
    words = Words(view, colours)
    cast, colour_of = cast_of(history), dict(colours)
    standing = pieces.Standing(rules, places, spaces_by_spot(words))
    placed = [
        *pieces.cast_pieces(cast, standing, colour_of),
        *pieces.horses(g, rules, places, colour_of),
        *pieces.order_markers(g, rules, places, colour_of),
        *pieces.point_markers(g, rules, view.points, colour_of),
        pieces.inspector(g, history.steps),
        *([pieces.blocker(g, places)] if rules.switches["temple"] else []),
    ]
    return Board(
        words=view.say("The board: five provinces, the city of Pu'er, and the camps of the players."),
        walks=signs.walks(words),
        lines=signs.lines(words, places),
        icons=signs.icons(words, places),
        spots=[*all_spots(words, places, cast), *sign_spots(words, places, placed)],
        labels=signs.labels(words, places),
        pieces=[replace(p, states=(*p.states, "since")) if p.id in marked else p for p in placed],
    )


def spaces_by_spot(words: Words) -> dict[str, Point]:
    """The place of a trader on each space, slightly raised so that the price stays readable."""
    found = {f"bank-{space}": layout.bank_space(space).moved(0, -8) for space in range(len(words.g.bank))}
    for building, prices in zip(BUILDING, words.rules.prices, strict=True):
        for space, at in enumerate(spaces_of(words, building)):
            found[f"{building}-{prices[space]}"] = at.moved(0, -6)
    return found
