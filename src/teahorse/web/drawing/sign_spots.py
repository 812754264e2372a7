"""Spots of what is never clicked to move, to point at: inspector, blocker, orders, points, the goal, income."""

from collections.abc import Iterable, Iterator, Mapping

from ...rules.state import NOBODY
from ..presenters import spot_names as where
from ..presenters.card_text import About
from .labels import Words
from .layout import Layout
from .parts import Piece, Spot
from .shapes import Point, box, disc

PIECES = {"the-inspector": (where.INSPECTOR, 15), "the-blocker": (where.BLOCKER, 15)}
MARKER = 10  # its radius
ORDER_NAME, ORDER_HEIGHT = 6, 30  # what lies left of an order's name, and the height of its row


def sign_spots(words: Words, about: Mapping[str, About], places: Layout, pieces: Iterable[Piece]) -> Iterator[Spot]:
    """A spot for each of these pieces, where it stands, and for both orders, with their cards."""
    for name, outline in (*_orders(places), *_goal(words, places), *_of_pieces(words, pieces)):
        if name not in about:
            continue  # after the end nothing is left to reach
        told = about[name]
        yield Spot(name, outline, f"{told.title}. {told.text}", "sign")


def _orders(places: Layout) -> Iterator[tuple[str, str]]:
    for track in places.orders_at:
        left, last = places.order_name_at[track].x - ORDER_NAME, places.order(track, places.seats - 1)
        width = last.x - left + places.order_step / 2
        yield where.order(track), box(left, last.y - ORDER_HEIGHT / 2, width, ORDER_HEIGHT, 6)


def _goal(words: Words, places: Layout) -> Iterator[tuple[str, str]]:
    limit = int(words.rules.fields.vp_end)
    if limit:
        at, (width, height) = places.cell(limit), places.cell_size(limit)
        yield where.GOAL, box(at.x - width / 2, at.y - height / 2, width, height, 2)


def _of_pieces(words: Words, pieces: Iterable[Piece]) -> Iterator[tuple[str, str]]:
    for piece in pieces:
        if piece.id in PIECES:
            name, radius = PIECES[piece.id]
            # On a gorge the blocker is part of it: the gorge's own card says that it is blocked.
            if name != where.BLOCKER or words.g.blocked == NOBODY:
                yield name, disc(Point(*piece.at), radius)
        elif piece.id.startswith(("points-", "income-")):
            yield piece.id, disc(Point(*piece.at), MARKER)
