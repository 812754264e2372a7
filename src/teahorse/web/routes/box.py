"""Your box: the numbers of a printed board, checked as they are typed, saved as a file or as the server's default."""

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from starlette.datastructures import FormData, UploadFile

from ...board_files import read_board, write_board
from ...errors import TeahorseError
from ...rules.edition_files import DEFAULT_EDITION, EDITIONS
from ...rules.ruleset import Ruleset
from ...server.storage.database import Database
from ...server.tables.default_board import default_board
from ...text.translation import Say
from ..new_game.box_form import PROVINCES, Box, bank_area, box_of_board, buildings, label, read_box
from ..new_game.box_tables import box_tables, list_tables
from ..new_game.play_modes import edition_title
from ..rendering import page, say_of

router = APIRouter(include_in_schema=False)
SEE_OTHER, FORBIDDEN, UNPROCESSABLE = 303, 403, 422
FILE_NAME = "board.toml"
MOST_BYTES = 100_000  # of a board file


@router.get("/box")
def show(request: Request, edition: str = DEFAULT_EDITION, kept: str = "") -> HTMLResponse:
    """The form, filled with the server's default board or with our tables."""
    edition = _edition(edition)
    box = box_of_board(edition, default_board(_storage(request), edition), say_of(request))
    return _show(request, edition, box, kept=kept)


@router.post("/box/check")
async def check(request: Request) -> JSONResponse:
    """Check the form while it is typed; answers with errors and warnings."""
    async with request.form() as form:
        edition, sent = _edition(str(form.get("edition"))), _texts(form)
    return await run_in_threadpool(_checked, edition, sent, say_of(request))


def _checked(edition: str, sent: dict[str, str], say: Say) -> JSONResponse:
    box = read_box(edition, sent, say)
    found = {
        name: {"sentence": finding.sentence, "fields": finding.fields, "mistake": finding.is_mistake}
        for name, finding in box.findings.items()
    }
    return JSONResponse({"found": found, "changed": box.changed, "summary": summary(box, say)})


@router.post("/box")
async def act(request: Request) -> Response:
    """Do what the button says: save a file, set or remove the default board, load a file, or check."""
    say = say_of(request)
    async with request.form() as form:
        edition, sent, wanted = _edition(str(form.get("edition"))), _texts(form), str(form.get("do", ""))
        file = form.get("file")
        loaded = await _read(file) if wanted == "load" and isinstance(file, UploadFile) else None
        name = file.filename if isinstance(file, UploadFile) and file.filename else ""
    if wanted == "load":
        return await run_in_threadpool(_load, request, edition, sent, loaded, name)
    if wanted == "ours":
        return await run_in_threadpool(_keep_default, request, edition, None)
    box = await run_in_threadpool(read_box, edition, sent, say)
    if wanted not in ("file", "default"):
        return _show(request, edition, box)
    if box.mistakes:
        return _show(request, edition, box, UNPROCESSABLE)
    if not box.board:
        problem = say("Nothing differs from our tables yet. Type the numbers of your board first.")
        return _show(request, edition, box, UNPROCESSABLE, problem=problem)
    if wanted == "default":
        return await run_in_threadpool(_keep_default, request, edition, box.board)
    return _file(edition, box.board)


def _file(edition: str, board: dict[str, Any]) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{FILE_NAME}"'}
    return Response(write_board(board, edition), media_type="application/toml", headers=headers)


def _keep_default(request: Request, edition: str, board: dict[str, Any] | None) -> Response:
    """Set or remove the default board, if this server allows it."""
    say = say_of(request)
    if not _may_set_default(request):
        box = box_of_board(edition, board or default_board(_storage(request), edition), say)
        problem = say("This server doesn't let people change the tables of new games.")
        return _show(request, edition, box, FORBIDDEN, problem=problem)
    _storage(request).save_default_board(edition, board)
    return RedirectResponse(f"/box?edition={edition}&kept={'box' if board else 'ours'}", SEE_OTHER)


# --- Files --------------------------------------------------------------------------------------------


async def _read(file: UploadFile) -> bytes:
    return await file.read(MOST_BYTES + 1)


def _load(request: Request, edition: str, sent: dict[str, str], data: bytes | None, name: str) -> Response:
    """The form filled from a file; unchanged if the file can't be used."""
    say = say_of(request)
    try:
        box, problem = box_of_board(edition, _board_in(data, name, say), say), ""
    except TeahorseError as error:
        box, problem = read_box(edition, sent, say), error.translated(say)
    status = UNPROCESSABLE if problem else 200
    return _show(request, edition, box, status, file_problem=problem, loaded="" if problem else name)


def _board_in(data: bytes | None, name: str, say: Say) -> dict[str, Any]:
    if not data or not name:
        raise TeahorseError("Choose a file first: a board, with the ending .toml or .json.")
    if len(data) > MOST_BYTES:
        raise TeahorseError("{file} is too large for a board: more than 100 KB.", file=name)
    try:
        return read_board(data.decode("utf-8"), name)
    except UnicodeDecodeError:
        raise TeahorseError("{file} isn't UTF-8 text.", file=name) from None


# --- The page -----------------------------------------------------------------------------------------


def summary(box: Box, say: Say) -> str:
    """The state of the form in a sentence."""
    if box.mistakes:
        tables = list_tables([finding.table for finding in box.mistakes], say)
        return say("Needs another look: {tables}.").format(tables=tables)
    if not box.board:
        return say("Nothing differs from our tables yet.")
    return say("Differs from our tables: {tables}.").format(tables=list_tables(box.board, say))


def _show(
    request: Request,
    edition: str,
    box: Box,
    status: int = 200,
    *,
    kept: str = "",
    problem: str = "",
    file_problem: str = "",
    loaded: str = "",
) -> HTMLResponse:
    say, rules = say_of(request), Ruleset.of(edition)
    default = default_board(_storage(request), edition)
    return page(
        request,
        "box.html",
        status,
        edition=edition,
        editions={each: edition_title(each, say) for each in EDITIONS},
        box=box,
        tables=box_tables(edition, say),
        labels={field: label(field, rules, say) for field in box.fields},
        areas=[bank_area(area) for area in range(sum(field.startswith("bank_high-") for field in box.fields))],
        provinces={place: label(f"trader_values-{place}", rules, say) for place in PROVINCES},
        buildings=buildings(rules, say),
        summary=summary(box, say),
        default=list_tables(default, say) if default else "",
        may_set_default=_may_set_default(request),
        kept=kept,
        problem=problem,
        file_problem=file_problem,
        loaded=loaded,
    )


def _texts(form: FormData) -> dict[str, str]:
    return {name: value for name, value in form.items() if isinstance(value, str)}


def _edition(edition: str) -> str:
    return edition if edition in EDITIONS else DEFAULT_EDITION


def _may_set_default(request: Request) -> bool:
    return bool(request.app.state.settings.allow_box_default)


def _storage(request: Request) -> Database:
    storage: Database = request.app.state.table_service.storage
    return storage
