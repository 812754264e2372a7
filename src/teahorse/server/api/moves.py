"""Playing: moves, undo, and why a move is not legal."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from fastapi import APIRouter, Request, Response

from ..storage.receipts import Receipt
from ..tables.new_rows import Wanted
from ..visits import open_table
from .access import Authorization, hidden_from_strangers, keys_of, service_of
from .answers import AT_A_TABLE, NOT_FOUND
from .models import LONGEST_MOVE, LegalMoves, MoveRequest, TableView, UndoRequest, WhyNotAnswer
from .once import Once, OnlyOnce
from .views import table_view, view_for

router = APIRouter(prefix="/tables/{table_id}", tags=["moves"])


@router.post("/moves", responses=AT_A_TABLE, response_model=TableView)
def play_move(
    request: Request, table_id: str, body: MoveRequest, once: OnlyOnce, authorization: Authorization = None
) -> Response:
    """Make a move. A refused move changes nothing."""
    return answer_move(request, table_id, body, once)


def answer_move(request: Request, table_id: str, body: MoveRequest, once: Once) -> Response:
    """Make a move, and answer with the table after it. Runs in a thread."""
    keys, service = keys_of(request, table_id, None), service_of(request)
    with hidden_from_strangers(request, table_id):
        view = once(
            lambda: view_for(request, *service.play_as(table_id, keys, body.move, body.number)),
            lambda done: _view_after(request, done, keys),
        )
    # Written here, in the thread of the move: FastAPI would check it again, and use another thread for that.
    return _json(view)


class ProgramMove(NamedTuple):
    """A request of a program for a move."""

    request: Request
    table_id: str
    body: MoveRequest
    once: Once


def answer_moves(moves: Sequence[ProgramMove]) -> list[Response | None]:
    """Make moves at several tables, and answer each as `answer_move` would; None for those to be tried alone."""
    service = service_of(moves[0].request)
    wanted = [
        Wanted(table_id, keys_of(request, table_id, None), body.move, body.number, once.request)
        for request, table_id, body, once in moves
    ]
    return [
        None if played is None else _json(view_for(move.request, *played))
        for move, played in zip(moves, service.play_together(wanted), strict=True)
    ]


def _json(view: TableView) -> Response:
    return Response(view.model_dump_json(), media_type="application/json")


@router.post("/undo", responses=AT_A_TABLE)
def undo_move(
    request: Request, table_id: str, body: UndoRequest, once: OnlyOnce, authorization: Authorization = None
) -> TableView:
    """Take back your last move or your whole turn, until someone else has moved or a card was revealed.

    At a table with `take_back` = `bots`, the moves that bots made since are taken back, too.
    """
    keys, service = keys_of(request, table_id, authorization), service_of(request)
    with hidden_from_strangers(request, table_id):
        return once(
            lambda: table_view(request, service.undo(table_id, keys, body.number, body.whole == "turn"), keys),
            lambda done: _view_after(request, done, keys),
        )


def _view_after(request: Request, done: Receipt, keys: frozenset[str]) -> TableView:
    """The table as it was after a request that was carried out before."""
    table = open_table(request, done.table)
    return table_view(request, replace(table, history=table.history.as_of(done.row)), keys)


@router.get("/legal-moves", responses=NOT_FOUND)
def legal_moves(request: Request, table_id: str, authorization: Authorization = None) -> LegalMoves:
    """The legal moves of the player to move."""
    table = open_table(request, table_id)
    moves = [] if table.to_move is None else table.history.game.legal_moves()
    return LegalMoves(rows=len(table.history.rows), to_move=table.to_move, legal_moves=moves)


@router.get("/why-not", responses=NOT_FOUND)
def why_not(request: Request, table_id: str, move: str, authorization: Authorization = None) -> WhyNotAnswer:
    """Explain why a move is not legal now, with the rule."""
    table = open_table(request, table_id)
    why = table.history.game.why_not(move[:LONGEST_MOVE])
    if why is None:
        return WhyNotAnswer(allowed=True)
    return WhyNotAnswer(allowed=False, rule=why.rule, code=why.code, sentence=why.sentence)
