"""Spots of what is never clicked to move, to point at: inspector, blocker, orders, points, the goal, income."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from ..presenters import spot_names as where
from ..presenters.card_text import About
from .layout import Layout
from .parts import MOST_GROUPS, Group, Piece, Spot
from .pieces import Placed
from .shapes import Point, box, disc

PIECES = {"the-inspector": (where.INSPECTOR, 15), "the-blocker": (where.BLOCKER, 15)}
MARKER = 10  # its radius
ORDER_NAME, ORDER_HEIGHT = 6, 30  # what lies left of an order's name, and the height of its row


def sign_spots(about: tuple[tuple[str, str], ...], limit: int, placed: Placed, places: Layout) -> Group[Spot]:
    """A spot for each of these pieces, where it stands, and for both orders; `about` are their texts by name."""
    return _sign_spots(about, limit, placed.points, placed.inspector, placed.blocker, places)


def sign_texts(about: Mapping[str, About]) -> tuple[tuple[str, str], ...]:
    """What screen readers say of each sign, by the name of its spot."""
    return tuple((name, f"{told.title}. {told.text}") for name, told in about.items())


@lru_cache(maxsize=MOST_GROUPS)
def _sign_spots(
    about: tuple[tuple[str, str], ...],
    limit: int,
    markers: Group[Piece],
    inspector: Group[Piece],
    blocker: Group[Piece],
    places: Layout,
) -> Group[Spot]:
    told = dict(about)
    outlines = (*_orders(places), *_goal(limit, places), *_of_pieces((*markers, *inspector, *blocker), places))
    # After the end nothing is left to reach.
    return Group(Spot(name, outline, told[name], "sign") for name, outline in outlines if name in told)


def _orders(places: Layout) -> Iterator[tuple[str, str]]:
    for track in places.orders_at:
        left, last = places.order_name_at[track].x - ORDER_NAME, places.order(track, places.seats - 1)
        width = last.x - left + places.order_step / 2
        yield where.order(track), box(left, last.y - ORDER_HEIGHT / 2, width, ORDER_HEIGHT, 6)


def _goal(limit: int, places: Layout) -> Iterator[tuple[str, str]]:
    if limit:
        at, (width, height) = places.cell(limit), places.cell_size(limit)
        yield where.GOAL, box(at.x - width / 2, at.y - height / 2, width, height, 2)


def _of_pieces(pieces: tuple[Piece, ...], places: Layout) -> Iterator[tuple[str, str]]:
    for piece in pieces:
        name, radius = PIECES.get(piece.id, (piece.id, MARKER))
        # On a gorge the blocker is part of it: the gorge's own card says that it is blocked.
        if name != where.BLOCKER or piece.at == places.blocker_at_home:
            yield name, disc(Point(*piece.at), radius)
