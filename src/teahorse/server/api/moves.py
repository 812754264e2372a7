"""Playing: moves, undo, and why a move is not legal."""

from fastapi import APIRouter, Request

from .access import Authorization, keys_of, service_of
from .answers import AT_A_TABLE, NOT_FOUND
from .models import LONGEST_MOVE, MoveRequest, TableView, UndoRequest, WhyNotAnswer
from .views import table_view

router = APIRouter(prefix="/tables/{table_id}", tags=["moves"])


@router.post("/moves", responses=AT_A_TABLE)
def play_move(request: Request, table_id: str, body: MoveRequest, authorization: Authorization = None) -> TableView:
    """Make a move. A refused move changes nothing."""
    keys = keys_of(request, table_id, authorization)
    return table_view(request, service_of(request).play(table_id, keys, body.move, body.number), keys)


@router.post("/undo", responses=AT_A_TABLE)
def undo_move(request: Request, table_id: str, body: UndoRequest, authorization: Authorization = None) -> TableView:
    """Take back your last move or your whole turn, until someone else has moved or a card was revealed.

    At a table with `take_back` = `bots`, the moves that bots made since are taken back, too.
    """
    keys = keys_of(request, table_id, authorization)
    return table_view(request, service_of(request).undo(table_id, keys, body.number, body.whole == "turn"), keys)


@router.get("/why-not", responses=NOT_FOUND)
def why_not(request: Request, table_id: str, move: str) -> WhyNotAnswer:
    """Explain why a move is not legal now, with the rule."""
    table = service_of(request).open(table_id)
    why = table.history.game.why_not(move[:LONGEST_MOVE])
    if why is None:
        return WhyNotAnswer(allowed=True)
    return WhyNotAnswer(allowed=False, rule=why.rule, code=why.code, sentence=why.sentence)
