"""Seats: the links of a table, joining and leaving, and what its host may do."""

from fastapi import APIRouter, Request

from ..http.rate_limits import count_link
from ..storage.receipts import Receipt
from ..tables.errors import NotHost, NotYourSeat, SeatNotFree
from ..tables.events.seating import SEAT_TAKEN
from ..tables.hosting import Hosting
from ..tables.keys import KEY_LENGTH
from ..tables.links import host_links, join_path, watch_path
from ..tables.people import People
from ..visits import open_table
from .access import Authorization, hidden_from_strangers, keys_of, service_of
from .answers import AT_A_TABLE, FORBIDDEN, NOT_FOUND
from .models import Joined, JoinRequest, LeaveRequest, Links, StartRequest, TableView
from .once import OnlyOnce
from .views import table_view

router = APIRouter(prefix="/tables/{table_id}", tags=["seats"])


@router.get("/links", responses=NOT_FOUND | FORBIDDEN)
def read_links(request: Request, table_id: str, authorization: Authorization = None) -> Links:
    """The links that the host of a table can hand out: one for any free seat, one for each, one for spectators."""
    service = service_of(request)
    table = open_table(request, table_id)
    people = People(service)
    host = next(
        (key for key in keys_of(request, table_id, authorization) if people.rights(table_id, [key]).is_host), ""
    )
    if not host:
        raise NotHost
    keys = host_links(service, table, host)
    return Links(
        invitation=join_path(table_id, keys.invitation),
        seats={str(seat): join_path(table_id, key) for seat, key in keys.seats.items()},
        spectators=None if keys.spectators is None else watch_path(table_id, keys.spectators),
    )


@router.post("/join", responses=AT_A_TABLE)
def join_table(request: Request, table_id: str, body: JoinRequest, once: OnlyOnce) -> Joined:
    """Take a free seat by an invitation. The answer has the token of the seat, which is shown only once."""
    count_link(request)
    service = service_of(request)
    people, token = People(service), once.secret("token", KEY_LENGTH)

    def join() -> Joined:
        free = people.seats_for(service.open(table_id), body.invitation)
        for seat in free if body.seat is None else [body.seat]:
            try:
                people.join(table_id, body.invitation, seat, body.name, token)
            except SeatNotFree:
                if body.seat is not None:
                    raise
            else:
                return Joined(seat=seat, token=token)
        raise SeatNotFree

    def joined(done: Receipt) -> Joined:
        events = service.open(table_id).events[: done.event]
        seat = next(event.seat for event in reversed(events) if event.kind == SEAT_TAKEN)
        assert seat is not None
        return Joined(seat=seat, token=token)

    return once(join, joined)


@router.post("/leave", responses=AT_A_TABLE)
def leave_table(
    request: Request, table_id: str, body: LeaveRequest, once: OnlyOnce, authorization: Authorization = None
) -> TableView:
    """Give up your seat: to a bot, or free for someone else."""
    service, keys = service_of(request), keys_of(request, table_id, authorization)
    people = People(service)

    def leave() -> TableView:
        own = sorted(people.rights(table_id, keys).seats)
        if not own:
            raise NotYourSeat
        for seat in own if body.seat is None else [body.seat]:
            people.leave(table_id, keys, seat, body.bot)
        return _view(request, table_id)

    with hidden_from_strangers(request, table_id):
        return once(leave, lambda _: _view(request, table_id))


@router.post("/start", responses=AT_A_TABLE)
def start_with_bots(
    request: Request, table_id: str, body: StartRequest, once: OnlyOnce, authorization: Authorization = None
) -> TableView:
    """Let bots take all free seats, so that the game starts. Only the host may do this."""
    service, keys = service_of(request), keys_of(request, table_id, authorization)

    def start() -> TableView:
        return table_view(request, People(service).start_with_bots(table_id, keys, body.bot), keys)

    with hidden_from_strangers(request, table_id):
        return once(start, lambda _: table_view(request, open_table(request, table_id), keys))


@router.post("/close", responses=AT_A_TABLE)
def close_table(request: Request, table_id: str, once: OnlyOnce, authorization: Authorization = None) -> TableView:
    """Close a table: nobody can move or join any more. Only the host may do this.

    While a game goes on with other people, this asks them, and the last one who agrees closes the table.
    """
    service, keys = service_of(request), keys_of(request, table_id, authorization)

    def close() -> TableView:
        return table_view(request, Hosting(service).close(table_id, keys), keys)

    with hidden_from_strangers(request, table_id):
        return once(close, lambda _: table_view(request, open_table(request, table_id), keys))


def _view(request: Request, table_id: str) -> TableView:
    """The table for someone who has no seat any more."""
    return table_view(request, service_of(request).open(table_id), frozenset())
