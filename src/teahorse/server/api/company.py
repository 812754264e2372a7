"""Between the players: coming back after one's time was used up, and requests that others must agree to."""

from collections.abc import Callable

from fastapi import APIRouter, Request

from ..tables import asking
from ..tables.events.requests import PAUSE, RESUME, UNDO
from ..tables.table import Table
from ..visits import open_table
from .access import Authorization, hidden_from_strangers, keys_of, service_of
from .answers import AT_A_TABLE
from .models import AnswerRequest, AskRequest, TableView
from .once import Once, OnlyOnce
from .views import table_view

router = APIRouter(prefix="/tables/{table_id}", tags=["between players"])


@router.post("/return", responses=AT_A_TABLE)
def come_back(request: Request, table_id: str, once: OnlyOnce, authorization: Authorization = None) -> TableView:
    """Take your seat back from the bot that has moved for you since your time was used up."""
    keys = keys_of(request, table_id, authorization)
    return _do(request, table_id, once, keys, lambda: asking.come_back(service_of(request), table_id, keys))


@router.post("/ask", responses=AT_A_TABLE)
def ask_others(
    request: Request, table_id: str, body: AskRequest, once: OnlyOnce, authorization: Authorization = None
) -> TableView:
    """Ask the others for an undo past their moves, for a pause, or to go on. Bots of the server always agree."""
    service, keys = service_of(request), keys_of(request, table_id, authorization)
    asks: dict[str, Callable[[], Table]] = {
        UNDO: lambda: asking.ask_undo(service, table_id, keys, body.number),
        PAUSE: lambda: asking.ask_pause(service, table_id, keys),
        RESUME: lambda: asking.ask_resume(service, table_id, keys),
    }
    return _do(request, table_id, once, keys, asks[body.what])


@router.post("/agree", responses=AT_A_TABLE)
def agree(
    request: Request, table_id: str, body: AnswerRequest, once: OnlyOnce, authorization: Authorization = None
) -> TableView:
    """Agree to a request. The last agreement that it needs makes it happen."""
    keys = keys_of(request, table_id, authorization)
    return _do(request, table_id, once, keys, lambda: asking.agree(service_of(request), table_id, keys, body.request))


@router.post("/refuse", responses=AT_A_TABLE)
def refuse(
    request: Request, table_id: str, body: AnswerRequest, once: OnlyOnce, authorization: Authorization = None
) -> TableView:
    """Refuse a request, or withdraw your own."""
    keys = keys_of(request, table_id, authorization)
    return _do(request, table_id, once, keys, lambda: asking.refuse(service_of(request), table_id, keys, body.request))


def _do(request: Request, table_id: str, once: Once, keys: frozenset[str], action: Callable[[], Table]) -> TableView:
    with hidden_from_strangers(request, table_id):
        return once(
            lambda: table_view(request, action(), keys),
            lambda _: table_view(request, open_table(request, table_id), keys),
        )
