"""The lobby: tables that everyone may join."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from ...server.tables.browsers import Browser
from ..presenters.lobby import open_tables
from ..rendering import page, say_of

MOST_OF_YOURS = 100  # of the reader's tables, the latest ones, are known as such in the lobby

router = APIRouter(include_in_schema=False)


@router.get("/lobby")
def show(request: Request, part: bool = False) -> HTMLResponse:
    """The tables in the lobby; a script asks for the list alone."""
    storage = request.app.state.table_service.storage
    yours = Browser(request, storage).tables(MOST_OF_YOURS)
    found = open_tables(storage, say_of(request), yours)
    return page(request, "parts/lobby.html" if part else "lobby.html", tables=found)
