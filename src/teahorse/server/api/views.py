"""A table as programs see it."""

from fastapi import Request

from ...snapshot import Snapshot
from ..storage.stored import now
from ..tables.events.requests import WHAT
from ..tables.table import Table
from ..visits import note_visit
from .models import RequestView, SeatView, TableView, TimeView


def table_view(request: Request, table: Table, keys: frozenset[str]) -> TableView:
    """The current state of a table, for someone with these keys."""
    return view_for(request, table, table.players_of(keys))


def view_for(request: Request, table: Table, players: frozenset[str]) -> TableView:
    """The current state of a table, for someone who may move for these players."""
    note_visit(request, table, players)
    undo_turn = table.undoable(players)
    return TableView(
        id=table.id,
        kind=table.kind,
        title=table.title,
        seats=[
            SeatView(name=seat.name, bot=seat.bot, colours=list(seat.colours), is_free=seat.is_free)
            for seat in table.seats
        ],
        rows=len(table.history.rows),
        changes=table.state.number,
        is_over=table.history.game.is_over,
        is_closed=table.is_closed,
        to_move=table.to_move,
        stopped=None if table.stopped is None else str(table.stopped),
        yours=sorted(players),
        legal_moves=[] if table.to_move is None else table.history.game.legal_moves(),
        undo_step=table.first_step(undo_turn),
        undo_turn=undo_turn,
        time=_time(table),
        requests=_requests(table),
        snapshot=_without_secrets(table.history.game.snapshot()),
    )


def _without_secrets(snapshot: Snapshot) -> Snapshot:
    """14: everyone knows which of Dúli's cards are left, but nobody knows their order."""
    if snapshot["duli"] is not None:
        snapshot["duli"]["pile"].sort()
    return snapshot


def _time(table: Table) -> TimeView | None:
    clock = table.clock
    if clock is None:
        return None
    moment = now()
    return TimeView(
        kind="budget" if clock.control.is_budget else "days",
        increment=clock.control.increment,
        bot=clock.control.bot,
        left=[int(clock.left_at(seat, moment)) for seat in range(len(clock.left))],
        running=None if table.to_move is None else clock.running,
        away=sorted(clock.away),
        is_paused=clock.is_paused,
    )


def _requests(table: Table) -> list[RequestView]:
    found = [request for what in WHAT if (request := table.open_request(what)) is not None]
    return [
        RequestView(
            number=request.number,
            what=request.what,
            seats=sorted(request.seats),
            needed=sorted(table.still_needed(request)),
            moves=request.steps,
        )
        for request in found
    ]
