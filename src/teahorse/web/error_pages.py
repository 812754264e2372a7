"""Error responses: a sentence in the reader's language, as a page for people or JSON for programs."""

import logging
from collections.abc import Mapping

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from ..errors import N_, IllegalMove, TeahorseError
from ..rules.code_cache import StillCompiling
from ..server.accounts.errors import NoSuchPlayer, NotSignedIn, TooBusy, TooManyAttempts
from ..server.http.rate_limits import TooManyRequests
from ..server.storage.database import StorageError
from ..server.storage.receipts import AlreadyDone
from ..server.tables.errors import (
    LinkInvalid,
    NoSuchMessage,
    NoSuchRequest,
    NoSuchTable,
    NotAtTable,
    NotHost,
    NotYourSeat,
    SeatNotFree,
    SilencedByHost,
    TooLate,
    TooManyMessages,
)
from ..server.tables.new_table_limit import TooManyTables
from ..server.thinking.pool import WorkerDied
from ..server.thinking.work_queue import Busy
from .rendering import error_page, say_of
from .waiting_page import SECONDS_TO_RETRY, waiting_page

STATUS: dict[type[TeahorseError], int] = {
    NoSuchTable: 404,
    NotYourSeat: 403,
    NotAtTable: 403,
    NotHost: 403,
    SilencedByHost: 403,
    LinkInvalid: 403,
    SeatNotFree: 409,
    TooLate: 409,
    NoSuchRequest: 409,
    NoSuchMessage: 409,
    TooManyMessages: 429,
    AlreadyDone: 409,
    TooManyTables: 429,
    TooManyRequests: 429,
    NotSignedIn: 403,
    NoSuchPlayer: 404,
    TooManyAttempts: 429,
    StorageError: 503,
    TooBusy: 503,
    Busy: 503,
    WorkerDied: 503,
    StillCompiling: 503,
}
BAD_REQUEST, NOT_FOUND, NOT_ALLOWED, UNPROCESSABLE, INTERNAL = 400, 404, 405, 422, 500
SENTENCES = {
    400: N_("The server can't read this request. Reload the page and try again."),
    404: N_("There is nothing at this address."),
    413: N_("This is too large: the server reads at most 2 MB at once."),
    422: N_("The server can't read this request. Reload the page and try again."),
    503: N_("The server has too much to do right now. Try again in a few seconds."),
    500: N_("Something went wrong here. The game is kept as it was."),
}

log = logging.getLogger(__name__)


def add_error_handlers(app: FastAPI) -> None:
    """Add handlers that answer every error with a sentence."""
    app.add_exception_handler(TeahorseError, _known_error)
    app.add_exception_handler(StillCompiling, _still_compiling)
    app.add_exception_handler(RequestValidationError, _invalid_request)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(ClientDisconnect, _client_left)
    app.add_exception_handler(Exception, _internal_error)


def problem(
    request: Request, status: int, sentence: str, rule: str | None = None, headers: Mapping[str, str] | None = None
) -> Response:
    """An error response, as JSON or as a page."""
    response: Response
    if is_for_programs(request):
        response = JSONResponse({"sentence": sentence, "rule": rule}, status)
    else:
        response = error_page(request, status, sentence)
    response.headers.update(headers or {})
    return response


def is_for_programs(request: Request) -> bool:
    """Whether a program or a page's script reads the answer, not a person."""
    headers = request.headers
    return request.url.path.startswith("/api/") or "x-table" in headers or headers.get("accept") == "application/json"


def status_of(error: TeahorseError) -> int:
    """The HTTP status for an error."""
    return next((status for kind, status in STATUS.items() if isinstance(error, kind)), UNPROCESSABLE)


async def _known_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, TeahorseError)
    status = status_of(error)
    if status >= INTERNAL and not isinstance(error, Busy | TooBusy):
        log.error("%s", error)
    rule = error.rule if isinstance(error, IllegalMove) else None
    waits = TooManyTables | TooManyRequests | TooManyAttempts | TooBusy | Busy
    headers = {"Retry-After": str(error.retry_after)} if isinstance(error, waits) else None
    return problem(request, status, error.translated(say_of(request)), rule, headers)


async def _still_compiling(request: Request, error: Exception) -> Response:
    """For a page, show the progress of the compilation and then the page; for anything else, ask to retry."""
    assert isinstance(error, StillCompiling)
    if request.method == "GET" and not is_for_programs(request):
        return waiting_page(request)
    retry = {"Retry-After": SECONDS_TO_RETRY}
    return problem(request, status_of(error), error.translated(say_of(request)), headers=retry)


async def _invalid_request(request: Request, error: Exception) -> Response:
    """Say that a request is invalid, and to programs which field."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if is_for_programs(request):
        field = ".".join(str(part) for part in first["loc"][1:])
        return problem(request, UNPROCESSABLE, f"{field}: {first['msg']}." if field else f"{first['msg']}.")
    status = NOT_FOUND if first["loc"][0] == "path" else UNPROCESSABLE
    return problem(request, status, say_of(request)(SENTENCES[status]))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    say, headers = say_of(request), error.headers or {}
    if error.status_code == NOT_ALLOWED:
        sentence = say("This address doesn't accept {method}, only {allowed}.")
        sentence = sentence.format(method=request.method, allowed=headers.get("Allow", "GET"))
    else:
        sentence = say(SENTENCES[error.status_code]) if error.status_code in SENTENCES else error.detail
    return problem(request, error.status_code, sentence, headers=headers)


async def _internal_error(request: Request, error: Exception) -> Response:
    """Apologise for an error of ours; the server's log has the details."""
    return problem(request, INTERNAL, say_of(request)(SENTENCES[INTERNAL]))


async def _client_left(request: Request, error: Exception) -> Response:
    """Answer nobody: the client has left before its request was complete."""
    return Response(status_code=BAD_REQUEST)
