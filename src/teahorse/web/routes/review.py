"""The review of a game, thought over in the background: how far that is, and then what was found."""

from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from ..tables.mygames import title_of
from ..tables.tables import Table, Tables
from ..thinking.review import DONE, FAILED, Review, Reviews
from ..thinking.reviewed import chart_of, costly_moves
from .rendering import page, say_of

router = APIRouter(include_in_schema=False)
GONE = Review(FAILED, 0, 0)  # one that nobody asked for since the server was started


@router.get("/t/{table_id}/review")
def show(request: Request, table_id: str) -> HTMLResponse:
    """The page; whoever opens it sets the review of the game as it stands going."""
    table = _tables(request).open(table_id)
    review = _reviews(request).ask(table) if table.played.steps else None
    return page(request, "review.html", **_context(request, table, review))


@router.get("/t/{table_id}/review/state")
def state(request: Request, table_id: str, rows: int) -> HTMLResponse:
    """The part of the page that changes, about so many rows of a game that may go on; watching begins nothing."""
    table = _tables(request).open(table_id)
    then = replace(table, played=table.played.as_of(rows))
    review = _reviews(request).look(then) or GONE
    return page(request, "parts/review_body.html", **_context(request, then, review))


def _tables(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


def _reviews(request: Request) -> Reviews:
    reviews: Reviews = request.app.state.reviews
    return reviews


def _context(request: Request, table: Table, review: Review | None) -> dict[str, Any]:
    say = say_of(request)
    context: dict[str, Any] = {"table": table, "title": title_of(table, say), "chart": None, "moves": []}
    if review is not None and review.state == DONE and review.points:
        context |= {"chart": chart_of(table, review.points), "moves": costly_moves(table, review.points, say)}
    return context | {"review": review}
