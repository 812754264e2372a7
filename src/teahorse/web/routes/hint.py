"""Hints: the move that a master prefers now, with a coach's reason, and alternatives."""

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, Response

from ...bots import Considered
from ...server.http.disconnects import ClientLeft, cancel_on_disconnect
from ...server.http.rate_limits import client_of
from ...server.tables.errors import NotYourSeat
from ...server.thinking.hints import Hints
from ...server.visits import open_table, players_here
from ..presenters.coach.advice import advice
from ..rendering import page, say_of
from ..table_page import View, view_of

router = APIRouter(include_in_schema=False)

CLIENT_LEFT = 499  # nginx's status for this; only a log may show it


@router.post("/t/{table_id}/hint")
async def hint(request: Request, table_id: str) -> Response:
    """Ask a master. Only the player to move may ask; the search stops when the reader leaves."""
    hints: Hints = request.app.state.hints
    view = await run_in_threadpool(_view, request, table_id)
    try:
        ranked = await cancel_on_disconnect(request, hints.ask(view.table))
    except ClientLeft:
        return Response(status_code=CLIENT_LEFT)
    return await run_in_threadpool(_answer, request, view, ranked)


def _answer(request: Request, view: View, ranked: list[Considered]) -> HTMLResponse:
    labels = {offer.move: offer.label for offer in view.legal}
    return page(request, "parts/hint.html", advice=advice(view.position, ranked, labels), view=view)


def _view(request: Request, table_id: str) -> View:
    table = open_table(request, table_id)
    view = view_of(table, players_here(request, table), say_of(request))
    if not view.may_move:
        raise NotYourSeat
    request.app.state.rate_limits.count("hints_per_client", client_of(request))
    return view
