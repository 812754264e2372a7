"""The table: show, play, undo, replay. Each answer is a page, or the part of it that changes."""

from collections.abc import Callable, Collection, Iterable
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from ...errors import IllegalMove, TeahorseError
from ...record import EXTENSION
from ...server.http.rate_limits import count_link
from ...server.storage.database import StorageError
from ...server.tables.browsers import Browser
from ...server.tables.errors import TooLate
from ...server.tables.keys import KeysOfRequest, keys_at
from ...server.tables.loading import record_of
from ...server.tables.service import TableService
from ...server.tables.table import Table
from ...server.thinking.review import DONE
from ...server.visits import note_visit, open_table, players_here
from ...text.events import tell_refusal
from ...text.translation import Say
from ..page_parts import TEMPLATES, parts_changed
from ..page_versions import PageVersions, changes, new_key
from ..presenters.player_names import names_for_reader
from ..presenters.review_page import CostlyMove, costly_moves
from ..rendering import page, render, say_of
from ..story import Told, story_again, story_of
from ..table_page import View, view_of
from ..waiting_page import is_ready, percent_of

router = APIRouter(include_in_schema=False)

LONGEST_MOVE = 200  # characters; a `deck` has fewer


def _service(request: Request) -> TableService:
    service: TableService = request.app.state.table_service
    return service


def _versions(request: Request) -> PageVersions:
    versions: PageVersions = request.app.state.page_versions
    return versions


def _answer(request: Request, table: Table, part: bool, **what: Any) -> HTMLResponse:
    say = say_of(request)
    view = view_of(table, players_here(request, table), say, costly=_costly_moves(request, table, say), **what)
    if part:
        return page(request, "parts/table.html", view=view)
    bots_percent = None if is_ready(request, "bots") else percent_of(request, "bots")
    return page(request, "table.html", view=view, bots_percent=bots_percent, with_talk=True)


def _costly_moves(request: Request, table: Table, say: Say) -> tuple[CostlyMove, ...]:
    """What the review of a finished game found, if there is one: the moves that cost most."""
    review = request.app.state.reviews.find(table) if table.history.game.is_over else None
    if review is None or review.state != DONE:
        return ()
    return tuple(costly_moves(table, review.points, players_here(request, table), say))


@router.get("/t/{table_id}")
def show(request: Request, table_id: str, part: bool = False) -> Response:
    """The current position; before the start, the page on which everyone waits."""
    table = open_table(request, table_id)
    if table.is_waiting and not part:
        return RedirectResponse(f"/t/{table_id}/seats", 303)
    note_visit(request, table, players_here(request, table))
    return _answer(request, table, part)


@router.get("/t/{table_id}/at/{row}")
def show_position(request: Request, table_id: str, row: int, part: bool = False) -> HTMLResponse:
    """The position after a row."""
    return _answer(request, open_table(request, table_id), part, row=row, replay=True)


@router.get("/t/{table_id}/sit/{key}")
def sit(request: Request, table_id: str, key: str) -> Response:
    """Take the seats that a key opens; the browser keeps them."""
    count_link(request)
    table = _service(request).open(table_id)
    response = RedirectResponse(f"/t/{table.id}", 303)
    browser = Browser(request, _service(request).storage)
    browser.sit(table.id, key)
    browser.remember_in(response)
    return response


@router.get("/t/{table_id}/story")
def story(request: Request, table_id: str, after: int, version: str = "") -> JSONResponse:
    """What happened after a row: for each row since what to show, and the position after it."""
    return JSONResponse(_story(request, open_table(request, table_id), after, version))


@router.get("/t/{table_id}/changes")
def changed_parts(request: Request, table_id: str, after: int) -> JSONResponse:
    """The parts of the page that events after this number have changed, as HTML by the id of their element."""
    table = open_table(request, table_id)
    view = view_of(table, players_here(request, table), say_of(request))
    parts = parts_changed(event.kind for event in table.events if event.number > after)
    return JSONResponse({part: render(request, TEMPLATES[part], view=view) for part in parts})


@router.get("/t/{table_id}/again")
def again(request: Request, table_id: str, row: int, version: str = "") -> JSONResponse:
    """What happened after a row once more, beginning with the position after that row."""
    table = open_table(request, table_id)
    told = story_again(table, players_here(request, table), say_of(request), row)
    return JSONResponse(_in_lines(request, told, version))


@router.get("/t/{table_id}/log/{number}")
def log(request: Request, table_id: str, number: int) -> HTMLResponse:
    """One round of the log; the page loads earlier rounds on request."""
    table = open_table(request, table_id)
    view = view_of(table, players_here(request, table), say_of(request))
    if number not in view.round_numbers:
        return HTMLResponse("", 404)
    return page(request, "parts/round.html", view=view, round=view.round(number))


@router.get("/t/{table_id}/record")
def record(request: Request, table_id: str) -> Response:
    """The game as a file."""
    text = record_of(open_table(request, table_id))
    name = f"yunnan-{table_id}{EXTENSION}"
    return Response(
        text, media_type="text/plain; charset=utf-8", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


@router.post("/t/{table_id}/moves")
def play(
    request: Request,
    table_id: str,
    number: Annotated[int, Form()],
    move: Annotated[str, Form()] = "",
    convert: Annotated[str, Form()] = "",
    after: Annotated[int | None, Form()] = None,
    version: Annotated[str, Form()] = "",
) -> Response:
    """Make a move."""
    return answer_page_move(request, table_id, move or f"convert {convert}", number, after, version)


def answer_page_move(
    request: Request, table_id: str, move: str, number: int, after: int | None, version: str
) -> Response:
    """Make a move as the row with this number. Runs in a thread."""
    text = move[:LONGEST_MOVE].strip()
    keys, service = KeysOfRequest(keys_at(request, table_id)), _service(request)
    return _do(request, table_id, keys, after, version, lambda: _play_once(service, table_id, keys, text, number))


@router.post("/t/{table_id}/undo")
def undo(
    request: Request,
    table_id: str,
    number: Annotated[int, Form()],
    whole: Annotated[str, Form()] = "step",
    after: Annotated[int | None, Form()] = None,
    version: Annotated[str, Form()] = "",
) -> Response:
    """Undo the last move or the whole turn."""
    keys = KeysOfRequest(keys_at(request, table_id))
    service, is_turn = _service(request), whole == "turn"
    return _do(request, table_id, keys, after, version, lambda: _undo_once(service, table_id, keys, number, is_turn))


def _play_once(service: TableService, table_id: str, keys: Collection[str], move: str, number: int) -> Table:
    """Make a move. A page whose answer was lost sends it again; if its row is there, all is well."""
    try:
        return service.play(table_id, keys, move, number)
    except TooLate:
        table = service.open(table_id)
        if not table.has_move(number, move, table.players_of(keys)):
            raise
        return table


def _undo_once(service: TableService, table_id: str, keys: Collection[str], number: int, whole: bool) -> Table:
    """Undo; the same goes for an undo that is sent again."""
    try:
        return service.undo(table_id, keys, number, whole)
    except TooLate:
        table = service.open(table_id)
        if not (table.has_undo(number) and table.players_of(keys)):
            raise
        return table


def _do(
    request: Request,
    table_id: str,
    keys: KeysOfRequest,
    after: int | None,
    version: str,
    action: Callable[[], Table],
) -> Response:
    """Run an action at a table. A script gets the story of new rows, a plain form is redirected to the table."""
    scripted = "x-table" in request.headers
    try:
        table = action()
    except StorageError:
        raise
    except TeahorseError as error:
        sentence, rule = _error_text(request, table_id, error)
        if not scripted:
            if isinstance(error, IllegalMove):
                error = IllegalMove(error.move, error.rule, error.code, sentence, error.parameters)  # with names
            raise error from None
        story = [] if after is None else _story(request, open_table(request, table_id), after, version)
        status = 409 if isinstance(error, TooLate) else 422
        return JSONResponse({"sentence": sentence, "rule": rule, "story": story}, status)
    note_visit(request, table, players_here(request, table, keys))
    if not scripted:
        return RedirectResponse(f"/t/{table_id}", 303)
    first = table.next_number - 2 if after is None else after
    return JSONResponse({"story": _story(request, table, first, version)})


def _error_text(request: Request, table_id: str, error: TeahorseError) -> tuple[str, str | None]:
    """An error in the reader's language, and its rule if it has one."""
    say = say_of(request)
    if isinstance(error, IllegalMove):
        table = open_table(request, table_id)
        names = names_for_reader(table.rules, table.seats, table.players_of(keys_at(request, table_id)), say)
        return tell_refusal(error.why, table.rules, names, say), error.rule
    return error.translated(say), None


def _story(request: Request, table: Table, after: int, version: str) -> list[dict[str, Any]]:
    """What happened after a row."""
    return _in_lines(request, story_of(table, players_here(request, table), say_of(request), after), version)


def _in_lines(request: Request, told: Iterable[tuple[View, Told]], version: str) -> list[dict[str, Any]]:
    """For each row its beats, and the lines in which the table differs from the row before.

    The first row is told from the version of the page that the reader has.
    """
    versions = _versions(request)
    lines = versions.lines_of(version)
    story: list[dict[str, Any]] = []
    for view, beats in told:
        text = render(request, "parts/table.html", view=view)
        changed, lines = changes(lines, text.split("\n"))
        story.append({"row": view.row, "beats": beats, "version": new_key(), "changes": changed})
    if story:
        versions.keep(story[-1]["version"], lines)
    return story
