"""The review page: its progress, and then the result.

Opening the page starts no work, because crawlers open it, too. A player's page requests the review with a POST; other
readers press a button. While a game runs, only its players can start a review.
"""

from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from ...server.tables.keys import keys_at
from ...server.tables.table import Table
from ...server.thinking.review import DONE, Review, Reviews
from ...server.thinking.work_queue import Busy
from ...server.visits import open_table
from ..presenters.my_games import title_of
from ..presenters.review_page import chart_of, costly_moves
from ..rendering import language_of, page, say_of

router = APIRouter(include_in_schema=False)
BODY = "parts/review_body.html"


@router.get("/t/{table_id}/review")
def show(request: Request, table_id: str) -> HTMLResponse:
    """The page with the review of the current position, or a button that starts it."""
    table = open_table(request, table_id)
    review = _reviews(request).find(table)
    context = _context(request, table, review) | {"starts_itself": _is_player(request, table)}
    return page(request, "review.html", **context)


@router.post("/t/{table_id}/review")
def start(request: Request, table_id: str) -> Response:
    """Start the review of the current position; a script gets only the part of the page that changes."""
    table = open_table(request, table_id)
    if not _may_start(request, table):
        return _body(request, table, None, 403)
    try:
        review = _reviews(request).find_or_start(table) if table.history.steps else None
    except Busy as busy:
        refused = _body(request, table, None, 503, busy.translated(say_of(request)))
        refused.headers["Retry-After"] = str(busy.retry_after)
        return refused
    return _body(request, table, review) if _is_scripted(request) else RedirectResponse(f"/t/{table_id}/review", 303)


@router.get("/t/{table_id}/review/state")
def state(request: Request, table_id: str, rows: int) -> HTMLResponse:
    """The part of the page that changes, for a review of this many rows. Starts nothing."""
    table = open_table(request, table_id)
    then = replace(table, history=table.history.as_of(rows))
    return page(request, BODY, **_context(request, then, _reviews(request).find(then)))


def _reviews(request: Request) -> Reviews:
    reviews: Reviews = request.app.state.reviews
    return reviews


def _is_player(request: Request, table: Table) -> bool:
    return bool(table.players_of(keys_at(request, table.id)))


def _may_start(request: Request, table: Table) -> bool:
    """Whether this reader may start a review: players always, others when the game is over."""
    return table.history.game.is_over or table.stopped is not None or _is_player(request, table)


def _is_scripted(request: Request) -> bool:
    return "hx-request" in request.headers


def _body(
    request: Request, table: Table, review: Review | None, status: int = 200, problem: str | None = None
) -> HTMLResponse:
    """The answer to a review request: the part that changes for a script, otherwise the page."""
    context = _context(request, table, review) | {"problem": problem}
    return page(request, BODY if _is_scripted(request) else "review.html", status, **context)


def _context(request: Request, table: Table, review: Review | None) -> dict[str, Any]:
    say = say_of(request)
    context: dict[str, Any] = {
        "table": table,
        "title": f"{title_of(table, say)} · {language_of(request).moment(table.touched_at.astimezone())}",
        "chart": None,
        "moves": [],
        "problem": None,
        "starts_itself": False,
        "may_start": _may_start(request, table),
    }
    if review is not None and review.state == DONE and review.points:
        mine = table.players_of(keys_at(request, table.id))
        context["chart"] = chart_of(table, review.points, mine, say)
        context["moves"] = costly_moves(table, review.points, mine, say)
    return context | {"review": review}
