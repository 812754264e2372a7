"""The seats of a table: invitations, joining, leaving, replacing, voting, and what the host decides."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup

from ...bots.levels import levels_at
from ...server.accounts.ratings import seats_that_leave_as_last
from ...server.http.rate_limits import count_link
from ...server.storage.database import StorageError
from ...server.tables.browsers import Browser
from ...server.tables.errors import NoSuchTable, TableError
from ...server.tables.events.seating import SEATING
from ...server.tables.hosting import Hosting
from ...server.tables.keys import browser_id
from ...server.tables.links import device_key, host_links, watch
from ...server.tables.people import People
from ...server.tables.service import TableService
from ...server.tables.session_cookies import session_token
from ...server.tables.table import Table
from ...server.visits import keys_of, open_table
from ..new_game.form import LONGEST_NAME, clean_name
from ..presenters.seats_page import SeatsPage, seats_page
from ..qr_code import qr_code
from ..rendering import page, say_of

router = APIRouter(include_in_schema=False)
SEE_OTHER, UNPROCESSABLE = 303, 422
DEFAULT_BOT = "merchant"
LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")
BOT = "bot"

Seat = Annotated[int, Form()]
Link = Annotated[str, Form()]


@dataclass(frozen=True)
class Addresses:
    """The addresses of links."""

    table: str
    seats: Mapping[int, str] = field(default_factory=dict)
    invitation: str | None = None
    code: Markup | None = None  # the invitation as a QR code
    spectators: str | None = None
    is_local: bool = False  # whether only this machine can open them


def _service(request: Request) -> TableService:
    service: TableService = request.app.state.table_service
    return service


def _people(request: Request) -> People:
    return People(_service(request))


def _to(table_id: str, page_name: str = "/seats") -> RedirectResponse:
    return RedirectResponse(f"/t/{table_id}{page_name}", SEE_OTHER)


# --- The page -----------------------------------------------------------------------------------------


@router.get("/t/{table_id}/seats")
def show(
    request: Request, table_id: str, part: bool = False, invited: bool = False, saved: bool = False
) -> HTMLResponse:
    """Who sits where; before the start this is the page on which everyone waits.

    With `invited` the reader, who has a seat, opened a link for others; with `saved` they chose who may see the table.
    """
    return _show(request, open_table(request, table_id), "", part, invited=invited, saved=saved)


def _show(
    request: Request,
    table: Table,
    problem: str,
    part: bool = False,
    status: int = 200,
    invited: bool = False,
    saved: bool = False,
) -> HTMLResponse:
    rights = _people(request).rights(table.id, keys_of(request, table.id))
    shown = seats_page(table, rights, say_of(request))
    template = "parts/seats.html" if part else "seats.html"
    return page(
        request,
        template,
        status,
        shown=shown,
        problem=problem,
        sits_already=invited and bool(rights.seats),
        saved=saved,
        links=_links(request, table, shown),
        levels=levels_at(table.rules).values(),
        default_bot=DEFAULT_BOT,
        leave_as_last=seats_that_leave_as_last(_service(request).storage, table) if rights.seats else (),
    )


def _links(request: Request, table: Table, shown: SeatsPage) -> Addresses:
    """The links that the reader may hand out."""
    site = f"{str(request.base_url).rstrip('/')}/t/{table.id}"
    say, secret = say_of(request), _secret(request)
    if not shown.is_host or secret is None or not shown.goes_on:
        return Addresses(site)
    links = host_links(_service(request), table, secret)
    invitation = f"{site}/join/{links.invitation}" if links.seats else None
    return Addresses(
        site,
        {seat: f"{site}/join/{key}" for seat, key in links.seats.items()},
        invitation,
        None if invitation is None else qr_code(invitation, say("The invitation as a QR code")),
        None if links.spectators is None else f"{site}/watch/{links.spectators}",
        is_local=request.url.hostname in LOCAL_NAMES,
    )


def _secret(request: Request) -> str | None:
    """What the reader's links are derived from."""
    return browser_id(request) or session_token(request)


@router.get("/t/{table_id}/device")
def device(request: Request, table_id: str) -> HTMLResponse:
    """The reader's own link, to play on with another device."""
    table = open_table(request, table_id)
    secret = _secret(request)
    key = None if secret is None else device_key(_service(request), table, secret, keys_of(request, table_id))
    if key is None:
        raise NoSuchTable
    link = f"{str(request.base_url).rstrip('/')}/t/{table_id}/sit/{key}"
    say = say_of(request)
    code = qr_code(link, say("Your link as a QR code"))
    return page(request, "device.html", id=table_id, link=link, code=code)


# --- Joining ------------------------------------------------------------------------------------------


@router.get("/t/{table_id}/join/{link}")
def invited(request: Request, table_id: str, link: str) -> Response:
    """Choose a seat and a name, by invitation."""
    return _choose_seat(request, table_id, link)


@router.get("/t/{table_id}/join")
def choose_seat(request: Request, table_id: str) -> Response:
    """Choose a seat and a name, at a table in the lobby."""
    return _choose_seat(request, table_id, "")


@router.post("/t/{table_id}/join")
def join(
    request: Request, table_id: str, name: Annotated[str, Form()] = "", seat: Seat = -1, link: Link = ""
) -> Response:
    """Take a seat."""
    count_link(request)
    browser = Browser(request, _service(request).storage)
    try:
        _people(request).join(table_id, link or None, seat, clean_name(name), browser.get_id())
    except (NoSuchTable, StorageError):
        raise
    except TableError as error:
        return _choose_seat(request, table_id, link, error, name, seat)
    response = _to(table_id, "")
    browser.remember_in(response)
    return response


def _choose_seat(
    request: Request, table_id: str, link: str, error: TableError | None = None, name: str = "", seat: int = -1
) -> Response:
    count_link(request)
    table, say, people = _service(request).open(table_id), say_of(request), _people(request)
    if people.rights(table_id, keys_of(request, table_id)).seats:
        return _to(table_id, "/seats?invited=1" if table.state[SEATING].free else "")  # this browser sits here already
    seats = people.seats_for(table, link or None)
    shown = seats_page(table, people.rights(table_id, ()), say)
    account = Browser(request, _service(request).storage).account
    return page(
        request,
        "join.html",
        UNPROCESSABLE if error else 200,
        shown=shown,
        seats=[line for line in shown.seats if line.number in seats],
        chosen=seat if seat in seats else next(iter(seats), -1),
        link=link,
        name=clean_name(name or (account.name if account else ""))[:LONGEST_NAME],
        longest_name=LONGEST_NAME,
        problem=error.translated(say) if error else "",
    )


@router.get("/t/{table_id}/watch/{link}")
def watch_by_link(request: Request, table_id: str, link: str) -> Response:
    """Watch a private table by the spectators' link."""
    count_link(request)
    browser = Browser(request, _service(request).storage)
    watch(_service(request), table_id, link, browser.get_id())
    response = _to(table_id, "")
    browser.remember_in(response)
    return response


# --- Changing -----------------------------------------------------------------------------------------


def _do(request: Request, table_id: str, action: Callable[[frozenset[str]], Table]) -> Response:
    """Do something about the seats, and show them again."""
    table = open_table(request, table_id)
    try:
        action(keys_of(request, table_id))
    except (NoSuchTable, StorageError):
        raise
    except TableError as error:
        return _show(request, table, error.translated(say_of(request)), status=UNPROCESSABLE)
    return _to(table_id)


@router.post("/t/{table_id}/leave")
def leave(
    request: Request, table_id: str, seat: Seat, then: Annotated[str, Form()] = BOT, bot: Annotated[str, Form()] = ""
) -> Response:
    """Leave a seat: a bot plays on, or the seat is free for someone else."""
    left_to = (bot or DEFAULT_BOT) if then == BOT else None
    done = _do(request, table_id, lambda keys: _people(request).leave(table_id, keys, seat, left_to))
    may_look = _people(request).rights(table_id, keys_of(request, table_id)).may_watch
    is_private = _service(request).open(table_id).is_private
    return RedirectResponse("/", SEE_OTHER) if is_private and not may_look else done


@router.post("/t/{table_id}/offer")
def offer(request: Request, table_id: str, seat: Seat) -> Response:
    """Free a seat for a person."""
    return _do(request, table_id, lambda keys: _people(request).offer(table_id, keys, seat))


@router.post("/t/{table_id}/bot")
def give_to_bot(request: Request, table_id: str, seat: Seat, bot: Annotated[str, Form()] = DEFAULT_BOT) -> Response:
    """Let a bot play on a free seat."""
    return _do(request, table_id, lambda keys: _people(request).give_to_bot(table_id, keys, seat, bot))


@router.post("/t/{table_id}/start")
def start_with_bots(request: Request, table_id: str, bot: Annotated[str, Form()] = DEFAULT_BOT) -> Response:
    """Start with bots on the free seats."""
    done = _do(request, table_id, lambda keys: _people(request).start_with_bots(table_id, keys, bot))
    return _to(table_id, "") if done.status_code == SEE_OTHER else done


@router.post("/t/{table_id}/vote")
def vote(request: Request, table_id: str, seat: Seat, withdraw: Annotated[str, Form()] = "") -> Response:
    """Vote to remove someone, or take the vote back."""
    return _do(request, table_id, lambda keys: _people(request).vote(table_id, keys, seat, withdraw != ""))


@router.post("/t/{table_id}/host")
def hand_over(request: Request, table_id: str, seat: Seat) -> Response:
    """Make someone else the host."""
    return _do(request, table_id, lambda keys: _people(request).hand_over(table_id, keys, seat))


@router.post("/t/{table_id}/sharing")
def share(
    request: Request,
    table_id: str,
    watching: Annotated[str, Form(pattern="address|link|nobody")] = "address",
    listed: Annotated[str, Form()] = "",
) -> Response:
    """Who may watch, and whether the table is in the lobby."""
    hosting = Hosting(_service(request))

    def action(keys: frozenset[str]) -> Table:
        hosting.set_watching(table_id, keys, watching)
        return hosting.set_listed(table_id, keys, listed != "")

    done = _do(request, table_id, action)
    return _to(table_id, "/seats?saved=1#sharing-part") if done.status_code == SEE_OTHER else done


@router.post("/t/{table_id}/links")
def renew_links(request: Request, table_id: str) -> Response:
    """Replace the invitations."""
    return _do(request, table_id, lambda keys: Hosting(_service(request)).renew_links(table_id, keys))


@router.post("/t/{table_id}/close")
def close(request: Request, table_id: str) -> Response:
    """Close the table."""
    return _do(request, table_id, lambda keys: Hosting(_service(request)).close(table_id, keys))
