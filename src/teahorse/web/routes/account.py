"""The account: sign up, sign in and out, change the password, save or delete one's data.

Requests of other sites are refused before they come here (`security.py`), and the session's cookie is strict, so forms
need no token.
"""

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse

from ...server.accounts.errors import AccountError, NotSignedIn, TooBusy, TooManyAttempts
from ...server.accounts.export import export_of
from ...server.accounts.leaving import leave_all_tables
from ...server.accounts.passwords import LEAST_LENGTH, MOST_LENGTH
from ...server.accounts.service import AccountService, NewPassword, SignedIn
from ...server.http.rate_limits import address_of
from ...server.storage.accounts import StoredAccount
from ...server.storage.database import Database
from ...server.tables.browsers import Browser
from ...server.tables.keys import BROWSER_COOKIE, LIST_COOKIE, browser_id, hash_of
from ...server.tables.session_cookies import (
    LONGEST_NAME,
    delete_session_cookies,
    session_token,
    set_session_cookies,
)
from ..presenters.account_page import account_page
from ..rendering import language_of, page, say_of
from .preferences import own_path

router = APIRouter(include_in_schema=False)
SEE_OTHER, UNPROCESSABLE, TOO_MANY, UNAVAILABLE = 303, 422, 429, 503
NO_STORE = {"Cache-Control": "no-store"}


def _storage(request: Request) -> Database:
    storage: Database = request.app.state.table_service.storage
    return storage


def _accounts(request: Request) -> AccountService:
    accounts: AccountService = request.app.state.accounts
    return accounts


async def _fields(request: Request) -> dict[str, str]:
    async with request.form() as form:
        return {name: value for name, value in form.items() if isinstance(value, str)}


def _signed_in(request: Request) -> tuple[StoredAccount, str]:
    """The account, and the token of its session. Raises `NotSignedIn`."""
    token = session_token(request)
    account = None if token is None else _storage(request).accounts.of_session(hash_of(token))
    if account is None or token is None:
        raise NotSignedIn
    return account, token


# --- Signing in ---------------------------------------------------------------------------------------


@router.get("/account")
def show(request: Request, back: str = "", done: str = "") -> Response:
    """One's account, or the form to sign in."""
    browser = Browser(request, _storage(request))
    if browser.account is None:
        response = _form(request, "sign_in.html", back=back)
    else:
        response = _account(request, browser.account, done=done)
    browser.remember_in(response)
    return response


@router.get("/account/new")
def show_sign_up(request: Request, back: str = "") -> Response:
    """The form to sign up."""
    if Browser(request, _storage(request)).account is not None:
        return RedirectResponse("/account", SEE_OTHER)
    return _form(request, "sign_up.html", back=back)


@router.post("/account")
async def sign_in(request: Request) -> Response:
    """Sign in. The seats of this browser go to the account."""
    fields = await _fields(request)
    name, password = fields.get("name", ""), fields.get("password", "")
    try:
        signed_in = await _accounts(request).sign_in(name, password, address_of(request))
    except AccountError as error:
        return _form(request, "sign_in.html", error, name=name, back=fields.get("back", ""))
    return await run_in_threadpool(_enter, request, signed_in, fields, "signed-in")


@router.post("/account/new")
async def sign_up(request: Request) -> Response:
    """Create an account and sign in."""
    fields = await _fields(request)
    name, is_public = fields.get("name", ""), "public" in fields
    new = NewPassword(fields.get("password", ""), fields.get("again", ""))
    try:
        signed_in = await _accounts(request).sign_up(name, new, is_public, address_of(request))
    except AccountError as error:
        return _form(request, "sign_up.html", error, name=name, is_public=is_public, back=fields.get("back", ""))
    return await run_in_threadpool(_enter, request, signed_in, fields, "signed-up")


def _enter(request: Request, signed_in: SignedIn, fields: dict[str, str], done: str) -> Response:
    browser = browser_id(request)
    if browser is not None:
        _storage(request).accounts.take_over(hash_of(browser), signed_in.account.id, hash_of(signed_in.token))
    response = RedirectResponse(own_path(fields.get("back"), f"/?done={done}"), SEE_OTHER)
    set_session_cookies(request, response, signed_in.token, signed_in.account.name)
    return response


def _form(request: Request, template: str, error: AccountError | None = None, **context: Any) -> HTMLResponse:
    """A form, with an error if the last attempt failed."""
    context = {"name": "", "is_public": True, "account_name": None} | context
    response = page(
        request,
        template,
        200 if error is None else _status(error),
        problem="" if error is None else error.translated(say_of(request)),
        code="" if error is None else error.code,
        longest_name=LONGEST_NAME,
        least_password=LEAST_LENGTH,
        longest_password=MOST_LENGTH,
        **{**context, "back": own_path(context["back"], "")},
    )
    response.headers.update(NO_STORE)
    if isinstance(error, TooManyAttempts | TooBusy):
        response.headers["Retry-After"] = str(error.retry_after)
    return response


def _status(error: AccountError) -> int:
    if isinstance(error, TooManyAttempts):
        return TOO_MANY
    return UNAVAILABLE if isinstance(error, TooBusy) else UNPROCESSABLE


# --- Signing out --------------------------------------------------------------------------------------


@router.post("/account/sign-out")
def sign_out(request: Request) -> Response:
    """Sign out of this browser, which then has no seats."""
    token = session_token(request)
    if token is not None:
        _storage(request).accounts.end_session(hash_of(token))
    return _left(request, "signed-out")


@router.post("/account/sign-out-everywhere")
def sign_out_everywhere(request: Request) -> Response:
    """End all sessions of the account, this one too."""
    account, _ = _signed_in(request)
    _storage(request).accounts.end_all_sessions(account.id)
    return _left(request, "signed-out")


def _left(request: Request, done: str) -> Response:
    """To the home page, which says what was done, in a browser without id and session."""
    response = RedirectResponse(f"/?done={done}", SEE_OTHER)
    delete_session_cookies(request, response)
    for cookie in (BROWSER_COOKIE, LIST_COOKIE):
        response.delete_cookie(cookie, secure=request.url.scheme == "https", httponly=True)
    return response


# --- One's account ------------------------------------------------------------------------------------


@router.post("/account/password")
async def change_password(request: Request) -> Response:
    """Change the password. All other sessions end."""
    fields = await _fields(request)
    account, token = await run_in_threadpool(_signed_in, request)
    new = NewPassword(fields.get("new", ""), fields.get("again", ""))
    try:
        password = fields.get("password", "")
        await _accounts(request).change_password(account, token, password, new, address_of(request))
    except AccountError as error:
        return await run_in_threadpool(_account, request, account, error=error, part="password")
    return RedirectResponse("/account?done=password", SEE_OTHER)


@router.post("/account/visibility")
async def change_visibility(request: Request) -> Response:
    """Show one's page to others, or to nobody else."""
    fields = await _fields(request)
    account, _ = await run_in_threadpool(_signed_in, request)
    await run_in_threadpool(_storage(request).accounts.set_public, account.id, fields.get("visibility") == "public")
    return RedirectResponse("/account?done=visibility", SEE_OTHER)


@router.get("/account/data.json")
def save_data(request: Request) -> JSONResponse:
    """Everything that is stored about the person."""
    account, _ = _signed_in(request)
    headers = {"Content-Disposition": 'attachment; filename="yunnan-account.json"', **NO_STORE}
    return JSONResponse(export_of(_storage(request), account), headers=headers)


@router.post("/account/delete")
async def delete(request: Request) -> Response:
    """Delete the account. Games stay with the names that were written at the tables."""
    fields = await _fields(request)
    account, token = await run_in_threadpool(_signed_in, request)
    try:
        await _accounts(request).check_password(account, fields.get("password", ""), address_of(request))
    except AccountError as error:
        return await run_in_threadpool(_account, request, account, error=error, part="delete")
    return await run_in_threadpool(_delete, request, account, token)


def _delete(request: Request, account: StoredAccount, token: str) -> Response:
    leave_all_tables(request.app.state.table_service, account.id, token)
    _storage(request).accounts.remove(account.id)
    return _left(request, "deleted")


def _account(
    request: Request, account: StoredAccount, error: AccountError | None = None, part: str = "", done: str = ""
) -> HTMLResponse:
    """The page of one's account; an error stands at the form of its part."""
    response = page(
        request,
        "account.html",
        200 if error is None else _status(error),
        shown=account_page(_storage(request), account, language_of(request)),
        problem="" if error is None else error.translated(say_of(request)),
        code="" if error is None else error.code,
        part=part,
        done=done,
        least_password=LEAST_LENGTH,
        longest_password=MOST_LENGTH,
    )
    response.headers.update(NO_STORE)
    return response
