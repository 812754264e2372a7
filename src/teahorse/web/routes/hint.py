"""Hints: the moves that a master prefers now."""

from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, Response

from ...bots import Considered
from ...rules.names import PLAYER
from ...server.http.disconnects import ClientLeft, cancel_on_disconnect
from ...server.tables.errors import NotYourSeat
from ...server.tables.service import TableService
from ...server.tables.table import Table
from ...server.thinking.hints import Hints
from ...server.visits import players_here
from ..rendering import page, say_of
from ..table_page import View, view_of

router = APIRouter(include_in_schema=False)

HINTS = 3
CLIENT_LEFT = 499  # nginx's status for this; only a log may show it


@dataclass(frozen=True)
class Advice:
    """A move that a master would make: the share of its thought that went there, and the chance to win, in percent."""

    move: str
    label: str
    thought: int
    wins: int


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
    return page(request, "parts/hint.html", advice=_advice(view, ranked))


def _view(request: Request, table_id: str) -> View:
    service: TableService = request.app.state.table_service
    table: Table = service.open(table_id)
    view = view_of(table, players_here(request, table), say_of(request))
    if not view.may_move:
        raise NotYourSeat
    return view


def _advice(view: View, ranked: list[Considered]) -> list[Advice]:
    game = view.history.game
    person = int(game.rules.record.person[PLAYER.index(str(game.to_move))])
    visits = max(1, sum(considered.visits for considered in ranked))
    labels = {offer.move: offer.label for offer in view.legal}
    return [
        Advice(
            considered.move,
            labels.get(considered.move, considered.move),
            round(100 * considered.visits / visits),
            round(100 * considered.values[person]),
        )
        for considered in ranked[:HINTS]
    ]
