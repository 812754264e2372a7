"""The lobby: tables that everyone may join."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from ..presenters.lobby import open_tables
from ..rendering import page, say_of

router = APIRouter(include_in_schema=False)


@router.get("/lobby")
def show(request: Request, part: bool = False) -> HTMLResponse:
    """The tables in the lobby; a script asks for the list alone."""
    found = open_tables(request.app.state.table_service.storage, say_of(request))
    return page(request, "parts/lobby.html" if part else "lobby.html", tables=found)
