"""What people at a table ask of one another: an undo past others' moves, a pause, going on; and coming back.

The host asks to close it: see hosting.py.
"""

from collections.abc import Collection, Sequence

from ..storage.stored import now
from .consent import needed_for_pause
from .errors import NoSuchRequest, NotAtTable, NothingToUndo, TooLate
from .events.requests import (
    AGREED,
    CLOSE,
    PAUSE,
    PAUSED,
    REFUSED,
    REQUESTS,
    RESUME,
    RESUMED,
    UNDO,
    WITHDRAWN,
    Request,
    ask,
)
from .events.subject import NewEvent
from .events.timing import RETURNED, TIMING
from .hosting import TABLE_CLOSED
from .service import TableService
from .table import Table

A_DAY = 24 * 3600  # seconds; after a pause of this length one player is enough to go on


def ask_undo(service: TableService, table_id: str, keys: Collection[str], number: int) -> Table:
    """Ask to take back one's last move and all moves since; if only bots moved since, it is taken back at once.

    `number` is that of the next row.
    """
    is_agreed = False

    def decide(table: Table) -> Sequence[NewEvent]:
        nonlocal is_agreed
        own = _own(table, keys)
        if not table.is_next_number(number):
            raise TooLate
        terms = table.undo_terms(own)
        if not terms.steps:
            raise NothingToUndo
        is_agreed = not terms.needed
        if is_agreed or _is_open(table, UNDO):
            return []
        return [ask(UNDO, own, terms.needed, steps=terms.steps)]

    table = service.append(table_id, decide)
    if not is_agreed:
        return table
    return service.take_back(table_id, keys, number, lambda table: table.undo_terms(table.own_seats(keys)).steps)


def ask_pause(service: TableService, table_id: str, keys: Collection[str]) -> Table:
    """Ask everyone for a pause; someone who plays alone pauses at once."""

    def decide(table: Table) -> Sequence[NewEvent]:
        own = _own(table, keys)
        if not table.may_pause(own):
            return []
        needed = needed_for_pause(own, table.people_here)
        return [ask(PAUSE, own, needed)] if needed else [NewEvent(PAUSED, min(own))]

    return service.append(table_id, decide)


def ask_resume(service: TableService, table_id: str, keys: Collection[str]) -> Table:
    """Ask everyone to go on after a pause; after a day, one is enough."""

    def decide(table: Table) -> Sequence[NewEvent]:
        own = _own(table, keys)
        requests = table.state[REQUESTS]
        if requests.paused_at is None:
            return []
        needed = needed_for_pause(own, table.people_here)
        if not needed or now() - requests.paused_at >= A_DAY:
            return [NewEvent(RESUMED, min(own))]
        return [] if _is_open(table, RESUME) else [ask(RESUME, own, needed)]

    return service.append(table_id, decide)


def agree(service: TableService, table_id: str, keys: Collection[str], number: int) -> Table:
    """Agree to a request, by the number of its event. The last agreement that it needs makes it happen."""
    undo: Request | None = None

    def decide(table: Table) -> Sequence[NewEvent]:
        nonlocal undo
        own = _own(table, keys)
        request = _request(table, number)
        if not own & request.needed:
            return []
        agreed = NewEvent(AGREED, min(own & request.needed), {"what": request.what, "seats": sorted(own)})
        if table.still_needed(request.answered_by(sorted(own))):
            return [agreed]
        if request.what == UNDO:
            undo = request  # the new rows end the request
            return []
        return [agreed, _effect(request.what, min(own))]

    table = service.append(table_id, decide)
    if undo is None:
        return table
    steps = undo.steps
    return service.take_back(table_id, keys, undo.row + 1, lambda table: steps)


def refuse(service: TableService, table_id: str, keys: Collection[str], number: int) -> Table:
    """Refuse a request; the asker withdraws it in the same way."""

    def decide(table: Table) -> Sequence[NewEvent]:
        own = _own(table, keys)
        request = _request(table, number)
        if own & request.seats:
            return [NewEvent(WITHDRAWN, min(own & request.seats), {"what": request.what})]
        if own & request.needed:
            return [NewEvent(REFUSED, min(own & request.needed), {"what": request.what})]
        return []

    return service.append(table_id, decide)


def come_back(service: TableService, table_id: str, keys: Collection[str]) -> Table:
    """Take back one's seats from the bot that has moved for them since their time was used up."""

    def decide(table: Table) -> Sequence[NewEvent]:
        away = sorted(_own(table, keys) & table.state[TIMING].away)
        return [NewEvent(RETURNED, seat, {"name": table.seats[seat].name}) for seat in away]

    return service.append(table_id, decide)


def _effect(what: str, seat: int) -> NewEvent:
    return TABLE_CLOSED if what == CLOSE else NewEvent(PAUSED if what == PAUSE else RESUMED, seat)


def _is_open(table: Table, what: str) -> bool:
    return table.open_request(what) is not None


def _request(table: Table, number: int) -> Request:
    for what in table.state[REQUESTS].open:
        request = table.open_request(what)
        if request is not None and request.number == number:
            return request
    raise NoSuchRequest


def _own(table: Table, keys: Collection[str]) -> frozenset[int]:
    own = table.own_seats(keys)
    if not own:
        raise NotAtTable
    return own
