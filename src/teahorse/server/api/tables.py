"""Tables: create one, read one, fetch its record."""

import secrets

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response

from ...rules.ruleset import Ruleset
from ..http.rate_limits import address_of
from ..tables.default_board import default_board
from ..tables.game_config import MOST_SEED, GameConfig
from ..tables.keys import ID_LENGTH, KEY_LENGTH, hash_of
from ..tables.loading import record_of
from ..tables.seats import COLOURS, Seat
from ..visits import open_table
from .access import Authorization, keys_of, service_of
from .answers import A_TEXT, NOT_FOUND, TAKES_A_BODY
from .models import NewTable, NewTableRequest, SeatRequest, TableView
from .once import OnlyOnce
from .views import table_view

router = APIRouter(prefix="/tables", tags=["tables"])


@router.post("", status_code=201, responses=TAKES_A_BODY)
def create_table(request: Request, body: NewTableRequest, once: OnlyOnce) -> NewTable:
    """Create a table."""
    rules = Ruleset.of(body.edition, len(body.seats), body.options, body.board)
    if body.board is None:
        default = default_board(service_of(request).storage, rules.edition)
        rules = Ruleset.of(body.edition, len(body.seats), body.options, default)
    seed = secrets.randbelow(MOST_SEED) if body.seed is None else body.seed
    time = None if body.time is None else body.time.control()
    seats = _seats(body.seats, rules)
    config = GameConfig(rules, seats, seed, title=body.title, take_back=body.take_back, time=time)
    table_id, key = once.secret("table", ID_LENGTH), once.secret("key", KEY_LENGTH)
    people = [number for number, seat in enumerate(config.seats) if seat.bot is None and not seat.is_free]
    made = NewTable(id=table_id, key=key)

    def create() -> NewTable:
        request.app.state.new_table_limit.count(address_of(request))
        service_of(request).create_as(table_id, {hash_of(key): people}, config, [hash_of(key)])
        return made

    return once(create, lambda _: made)


@router.get("/{table_id}", responses=NOT_FOUND)
def read_table(request: Request, table_id: str, authorization: Authorization = None) -> TableView:
    """The current state of a table, with its legal moves."""
    return table_view(request, open_table(request, table_id), keys_of(request, table_id, authorization))


@router.get("/{table_id}/record", response_class=Response, responses=A_TEXT | NOT_FOUND)
def read_record(request: Request, table_id: str, authorization: Authorization = None) -> PlainTextResponse:
    """The game as a `.yunnan` text; a running game leaves out Dúli's coming cards."""
    return PlainTextResponse(record_of(open_table(request, table_id)))


def _seats(requested: list[SeatRequest], rules: Ruleset) -> tuple[Seat, ...]:
    """The seats; those without colours get the remaining ones in order."""
    taken = {colour for seat in requested for colour in seat.colours or ()}
    left = [colour for colour in COLOURS if colour not in taken]
    each = rules.players // rules.people
    seats = []
    for seat in requested:
        colours = left[:each] if seat.colours is None else seat.colours
        left = left[each:] if seat.colours is None else left
        seats.append(Seat(seat.name, tuple(colours), seat.bot, seat.is_free))
    return tuple(seats)
