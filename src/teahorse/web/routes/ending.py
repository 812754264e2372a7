"""After the end of a game: a rematch, and a picture of the final board to share."""

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from ...errors import TeahorseError
from ...server.http.addresses import client_network
from ...server.tables.errors import NotYourSeat
from ...server.tables.game_config import KIND_LESSON
from ...server.tables.rematch import has_begun, rematch_event, start_rematch
from ...server.tables.rematch import rematch_id as id_of_rematch
from ...server.tables.service import TableService
from ...server.tables.table import Table
from ...server.visits import open_table, players_here
from ..drawing import embedded_files
from ..rendering import language_of, render
from ..table_page import view_of

router = APIRouter(include_in_schema=False)
SEE_OTHER = 303
ITS_OWN_PARTS = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:"  # of a picture


class NotOver(TeahorseError):
    """Something that a table has only after the end."""


def _finished(request: Request, table_id: str) -> Table:
    table = open_table(request, table_id)
    if not table.history.game.is_over or table.kind == KIND_LESSON:
        raise NotOver("This game isn't over yet.")
    return table


@router.post("/t/{table_id}/rematch")
def rematch(request: Request, table_id: str) -> Response:
    """Start a game with the same seats and rules, or go to the one that another player has started."""
    service: TableService = request.app.state.table_service
    table = _finished(request, table_id)
    players = players_here(request, table)
    if not players:
        raise NotYourSeat
    if not has_begun(service, table_id):
        request.app.state.new_table_limit.count(client_network(request.client.host if request.client else ""))
    if rematch_event(table) is None:
        start_rematch(service, table, min(table.seats_of(players)))
    return RedirectResponse(f"/t/{id_of_rematch(service, table_id)}", SEE_OTHER)


@router.get("/t/{table_id}/picture.svg")
def picture(request: Request, table_id: str) -> Response:
    """The final board and the result as one SVG file that needs no other file."""
    table, language = _finished(request, table_id), language_of(request)
    view = view_of(table, frozenset(), language.say)
    text = render(
        request,
        "result_picture.svg",
        view=view,
        standings=view.position.standings,
        told=(view.subtitle, language.moment(table.touched_at.astimezone())),
        styles=embedded_files.styles(),
        map=embedded_files.map_url(),
        seal=embedded_files.data_url("seal.svg"),
    )
    headers = {
        "Content-Disposition": f'inline; filename="yunnan-{table_id}.svg"',
        "Content-Security-Policy": ITS_OWN_PARTS,
    }
    return Response(text, media_type="image/svg+xml", headers=headers)
