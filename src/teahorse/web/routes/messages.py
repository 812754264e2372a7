"""How a person is told of their turn: the page with the switches, and the links in messages."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse

from ...errors import N_, NN_, Plural, TeahorseError
from ...server.http.hosts import public_origin
from ...server.storage.accounts import SESSION
from ...server.storage.turn_messages import MAIL, PUSH, WEBHOOK, Subscription, TurnMessageStore
from ...server.tables.browsers import Browser
from ...server.tables.keys import is_key, new_key
from ...server.turn_messages.channels import Channels, Outcome
from ...server.turn_messages.links import CONFIRM, OFF, found_by_link
from ...server.turn_messages.mail import is_mail_address
from ..message_texts import confirmation, test_message
from ..rendering import language_of, page, say_of

router = APIRouter(include_in_schema=False)
SEE_OTHER, NOT_FOUND, UNPROCESSABLE = 303, 404, 422
PAGE = "/settings/messages"
MOST_OF_A_BROWSER = 10  # subscriptions
MOST_MAILS_A_DAY = 3  # that ask one address to confirm
A_DAY = 24 * 3600
DONE = {  # what the page says after a change
    "mail": N_("We sent an e-mail to this address. Use the link in it, and you will be told of your turns."),
    "webhook": N_("You will be told of your turns there. Send a test to see that it arrives."),
    "sent": N_("The test was sent."),
    "failed": N_("The test could not be sent. Check the address."),
    "changed": N_("Your choice is saved."),
}
PROBLEMS: dict[str, str | Plural] = {
    "address": N_("This is no e-mail address. Write it like name@example.org."),
    "often": N_("This address was asked to confirm several times today. Look into its inbox, or try again tomorrow."),
    "many": NN_(
        "This browser has {n} address, and no more can be added. Remove it first.",
        "This browser has {n} addresses, and no more can be added. Remove one first.",
    ),
    "channel": N_("This server doesn't send messages of this kind."),
    "browser": N_("This browser's subscription can't be read. Switch notifications off and on again."),
}


class MessageSettingError(TeahorseError):
    """A choice that can't be made."""


def _problem(name: str, **mentioned: object) -> MessageSettingError:
    return MessageSettingError(PROBLEMS[name], **mentioned)


@dataclass(frozen=True)
class Address:
    """One way to reach the reader, as the page shows it."""

    id: str
    kind: str
    address: str
    is_confirmed: bool
    is_on: bool
    is_failing: bool


def _channels(request: Request) -> Channels:
    channels: Channels = request.app.state.channels
    return channels


def _store(request: Request) -> TurnMessageStore:
    return _channels(request).store


@router.get(PAGE)
def show(request: Request, done: str = "") -> HTMLResponse:
    """The page with the switches."""
    return _page(request, done=done)


def _page(
    request: Request, status: int = 200, done: str = "", problem: str = "", problem_kind: str = "", entered: str = ""
) -> HTMLResponse:
    browser = Browser(request, request.app.state.storage)
    channels = _channels(request)
    found = channels.store.of(browser.get_hash())
    say = say_of(request)
    response = page(
        request,
        "messages.html",
        status,
        kinds=channels.kinds,
        push_key=channels.push_public_key,
        pushes={each.address: each.id for each in found if each.kind == PUSH and each.is_on},
        addresses=[_address(each) for each in found if each.kind != PUSH],
        problem=problem,
        problem_kind=problem_kind,
        entered=entered,
        done=say(DONE[done]) if done in DONE else "",
        has_failed=done == "failed",
    )
    browser.remember_in(response)
    return response


def _address(each: Subscription) -> Address:
    return Address(each.id, each.kind, each.address, each.is_confirmed, each.is_on, each.failures > 0)


# --- Adding -------------------------------------------------------------------------------------------


@router.post(f"{PAGE}/add")
async def add(request: Request) -> Response:
    """Add an e-mail address or a webhook."""
    async with request.form() as form:
        kind, address = str(form.get("kind", "")), str(form.get("address", "")).strip()
    return await run_in_threadpool(_add, request, kind, address)


def _add(request: Request, kind: str, address: str) -> Response:
    try:
        if kind not in (MAIL, WEBHOOK):
            raise _problem("channel")
        subscription = _subscribe(request, kind, address)
    except TeahorseError as error:
        sentence = error.translated(say_of(request))
        return _page(request, UNPROCESSABLE, problem=sentence, problem_kind=kind, entered=address)
    if kind == MAIL and not subscription.is_confirmed:
        channels = _channels(request)
        request.app.state.messenger.send_once(subscription, confirmation(channels.store, subscription))
    return RedirectResponse(f"{PAGE}?done={kind}", SEE_OTHER)


@router.post(f"{PAGE}/push")
async def add_push(request: Request) -> Response:
    """Add this browser; a script sends the subscription that the browser made."""
    try:
        given = await request.json()
    except ValueError:
        given = None
    return await run_in_threadpool(_add_push, request, given)


def _add_push(request: Request, given: Any) -> Response:
    try:
        address, keys = _read_push(given)
        subscription = _subscribe(request, PUSH, address, keys)
    except TeahorseError as error:
        return JSONResponse({"sentence": error.translated(say_of(request))}, UNPROCESSABLE)
    return JSONResponse({"id": subscription.id})


def _read_push(given: Any) -> tuple[str, dict[str, str]]:
    """The address and the keys of a browser's subscription."""
    from ...server.turn_messages.web_push import PushKeys

    try:
        keys = {name: str(given["keys"][name]) for name in ("p256dh", "auth")}
        PushKeys.from_text(**keys)
        return str(given["endpoint"]), keys
    except (KeyError, TypeError, ValueError):
        raise _problem("browser") from None


def _subscribe(request: Request, kind: str, address: str, keys: Mapping[str, str] | None = None) -> Subscription:
    channels, store = _channels(request), _store(request)
    if kind not in channels.kinds:
        raise _problem("channel")
    browser = Browser(request, request.app.state.storage)
    if browser.hash is None:
        raise _problem("browser")
    mine = store.of(browser.get_hash())
    if kind == MAIL:
        _check_mail(store, address)
    else:
        channels.http.check(address)
    if len(mine) >= MOST_OF_A_BROWSER and not any(each.address == address for each in mine):
        raise _problem("many", n=MOST_OF_A_BROWSER)
    request.app.state.messenger.wanted()
    return store.add(
        Subscription(
            id=new_key(),
            holder=browser.get_hash(),
            kind=kind,
            address=address,
            keys=dict(keys or {}) | ({SESSION: browser.session} if kind == PUSH and browser.session else {}),
            language=language_of(request).code,
            origin=public_origin(request.url.scheme, request.url.netloc, request.app.state.settings.names),
            is_confirmed=kind != MAIL,
        )
    )


def _check_mail(store: TurnMessageStore, address: str) -> None:
    if not is_mail_address(address):
        raise _problem("address")
    if store.count_recent(MAIL, address, A_DAY) >= MOST_MAILS_A_DAY:
        raise _problem("often")


# --- Changing -----------------------------------------------------------------------------------------


@router.post(f"{PAGE}/change")
async def change(request: Request) -> Response:
    """Switch one of the reader's own addresses on or off, remove it, or send a test there."""
    async with request.form() as form:
        subscription_id, action = str(form.get("id", "")), str(form.get("do", ""))
    return await run_in_threadpool(_change, request, subscription_id, action)


def _change(request: Request, subscription_id: str, action: str) -> Response:
    store = _store(request)
    browser = Browser(request, request.app.state.storage)
    found = store.get(subscription_id) if is_key(subscription_id) else None
    if found is None or found.holder != browser.hash:
        return RedirectResponse(PAGE, SEE_OTHER)
    done = "changed"
    if action in ("on", "off"):
        store.change(found.id, is_on=action == "on", failures=0)
    elif action == "remove":
        store.remove(found.id)
    elif action == "test" and found.is_confirmed:
        outcome = _channels(request).send(found, test_message(store, found))
        done = "sent" if outcome is Outcome.SENT else "failed"
    return RedirectResponse(f"{PAGE}?done={done}", SEE_OTHER)


# --- Links in messages --------------------------------------------------------------------------------


@router.get("/messages/{purpose}/{subscription_id}/{token}")
def show_link(request: Request, purpose: str, subscription_id: str, token: str) -> HTMLResponse:
    """Ask before a link takes effect: programs that check e-mails open every link in them."""
    found = _by_link(request, purpose, subscription_id, token)
    return page(
        request, "message_link.html", 200 if found else NOT_FOUND, purpose=purpose, subscription=found, is_done=False
    )


@router.post("/messages/{purpose}/{subscription_id}/{token}")
def use_link(request: Request, purpose: str, subscription_id: str, token: str) -> HTMLResponse:
    """Confirm an address, or switch its messages off. Mail programs post here for a person (RFC 8058)."""
    found = _by_link(request, purpose, subscription_id, token)
    if found is not None and purpose == CONFIRM:
        _store(request).change(found.id, is_confirmed=True)
    elif found is not None:
        _store(request).change(found.id, is_on=False)
    return page(
        request, "message_link.html", 200 if found else NOT_FOUND, purpose=purpose, subscription=found, is_done=True
    )


def _by_link(request: Request, purpose: str, subscription_id: str, token: str) -> Subscription | None:
    is_link = purpose in (CONFIRM, OFF) and is_key(subscription_id)
    return found_by_link(purpose, subscription_id, token, _store(request)) if is_link else None
