"""The review of a game, thought over in the background: how far that is, and then what was found."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from ..tables.mygames import title_of
from ..tables.tables import Tables
from ..thinking.review import DONE, Reviews
from ..thinking.reviewed import chart_of, costly_moves
from .rendering import page, say_of

router = APIRouter(include_in_schema=False)


@router.get("/t/{table_id}/review")
def show(request: Request, table_id: str) -> HTMLResponse:
    """The page; whoever opens it sets the review going."""
    return page(request, "review.html", **_context(request, table_id, anew=True))


@router.get("/t/{table_id}/review/state")
def state(request: Request, table_id: str) -> HTMLResponse:
    """The part of the page that changes: the progress, and in the end what was found."""
    return page(request, "parts/review_body.html", **_context(request, table_id, anew=False))


def _context(request: Request, table_id: str, *, anew: bool) -> dict[str, Any]:
    """What the page needs; one that failed is begun anew only where someone opens the page again."""
    tables: Tables = request.app.state.tables
    reviews: Reviews = request.app.state.reviews
    say = say_of(request)
    table = tables.open(table_id)
    context: dict[str, Any] = {"table": table, "title": title_of(table, say), "chart": None, "moves": []}
    if not table.played.steps:
        return context | {"review": None}
    review = (None if anew else reviews.look(table)) or reviews.ask(table)
    if review.state == DONE and review.points:
        context |= {"chart": chart_of(table, review.points), "moves": costly_moves(table, review.points, say)}
    return context | {"review": review}
