"""Between the players of a table: chat, reactions, requests, and coming back. Forms, with or without a script."""

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from ...server.tables import asking, chatting
from ...server.tables.events.requests import PAUSE, RESUME
from ...server.tables.keys import keys_at
from ...server.tables.service import TableService
from ...server.tables.table import Table
from ...server.visits import open_table, players_here
from ..rendering import page, say_of
from ..table_page import view_of


def _may_see(request: Request, table_id: str) -> None:
    """A private table does not exist for strangers."""
    open_table(request, table_id)


router = APIRouter(include_in_schema=False, dependencies=[Depends(_may_see)])

LONGEST_TEXT = 4000  # characters that are read; a message has fewer


def _service(request: Request) -> TableService:
    service: TableService = request.app.state.table_service
    return service


def _done(request: Request, table: Table) -> Response:
    """A script learns what changed by the event stream; a plain form goes back to the table."""
    if "x-table" in request.headers:
        return JSONResponse({"event": table.state.number, "row": len(table.history.rows)})
    return RedirectResponse(f"/t/{table.id}", 303)


@router.get("/t/{table_id}/talk")
def show_talk(request: Request, table_id: str) -> HTMLResponse:
    """The chat alone, for a page that was opened when there was nobody to talk to."""
    table = _service(request).open(table_id)
    view = view_of(table, players_here(request, table), say_of(request))
    return page(request, "parts/talk.html", view=view, with_talk=True) if view.between.talk else HTMLResponse("", 404)


# --- The chat -----------------------------------------------------------------------------------------


@router.post("/t/{table_id}/chat")
def write(request: Request, table_id: str, text: Annotated[str, Form()] = "") -> Response:
    """Write a message."""
    keys = keys_at(request, table_id)
    return _done(request, chatting.write(_service(request), table_id, keys, text[:LONGEST_TEXT]))


@router.post("/t/{table_id}/react")
def react(request: Request, table_id: str, reaction: Annotated[str, Form()]) -> Response:
    """Send a reaction."""
    return _done(request, chatting.react(_service(request), table_id, keys_at(request, table_id), reaction))


@router.post("/t/{table_id}/mute")
def mute(request: Request, table_id: str, whom: Annotated[int, Form()], on: Annotated[bool, Form()]) -> Response:
    """Hide what someone writes from the reader, or show it again."""
    return _done(request, chatting.mute(_service(request), table_id, keys_at(request, table_id), whom, on))


@router.post("/t/{table_id}/report")
def report(request: Request, table_id: str, message: Annotated[int, Form()]) -> Response:
    """Report a message to the host."""
    return _done(request, chatting.report(_service(request), table_id, keys_at(request, table_id), message))


@router.post("/t/{table_id}/remove")
def remove(request: Request, table_id: str, message: Annotated[int, Form()]) -> Response:
    """The host removes a message."""
    return _done(request, chatting.remove(_service(request), table_id, keys_at(request, table_id), message))


@router.post("/t/{table_id}/silence")
def silence(request: Request, table_id: str, whom: Annotated[int, Form()], on: Annotated[bool, Form()]) -> Response:
    """The host forbids someone to write, or allows it again."""
    return _done(request, chatting.silence(_service(request), table_id, keys_at(request, table_id), whom, on))


@router.post("/t/{table_id}/readers")
def readers(request: Request, table_id: str, on: Annotated[bool, Form()]) -> Response:
    """The host shows the chat to spectators, or hides it."""
    return _done(request, chatting.let_spectators_read(_service(request), table_id, keys_at(request, table_id), on))


# --- Requests -----------------------------------------------------------------------------------------


@router.post("/t/{table_id}/ask")
def ask(request: Request, table_id: str, what: Annotated[str, Form()], number: Annotated[int, Form()] = 0) -> Response:
    """Ask the others for an undo, a pause, or to go on."""
    service, keys = _service(request), keys_at(request, table_id)
    asks: dict[str, Callable[[], Table]] = {
        PAUSE: lambda: asking.ask_pause(service, table_id, keys),
        RESUME: lambda: asking.ask_resume(service, table_id, keys),
    }
    return _done(request, asks.get(what, lambda: asking.ask_undo(service, table_id, keys, number))())


@router.post("/t/{table_id}/agree")
def agree(request: Request, table_id: str, number: Annotated[int, Form(alias="request")]) -> Response:
    """Agree to a request."""
    return _done(request, asking.agree(_service(request), table_id, keys_at(request, table_id), number))


@router.post("/t/{table_id}/refuse")
def refuse(request: Request, table_id: str, number: Annotated[int, Form(alias="request")]) -> Response:
    """Refuse a request, or withdraw one's own."""
    return _done(request, asking.refuse(_service(request), table_id, keys_at(request, table_id), number))


@router.post("/t/{table_id}/return")
def come_back(request: Request, table_id: str) -> Response:
    """Take one's seat back from the bot."""
    return _done(request, asking.come_back(_service(request), table_id, keys_at(request, table_id)))
