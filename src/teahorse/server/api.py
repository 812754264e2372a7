"""The JSON API: create and read tables, play, undo, ask why a move is illegal, fetch the record.

A key is sent as `Authorization: Bearer KEY`, or in the browser's cookie.
"""

import secrets
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Request
from fastapi.responses import PlainTextResponse, Response
from pydantic import BaseModel, Field

from ..rules.edition_files import DEFAULT_EDITION, EDITIONS
from ..rules.ruleset import Ruleset
from ..snapshot import Snapshot
from .tables.default_board import default_board
from .tables.game_config import MOST_SEED, GameConfig
from .tables.keys import keys_at
from .tables.seats import COLOURS, Seat
from .tables.service import TableService
from .tables.table import Table
from .visits import note_visit

LONGEST_MOVE = 200  # characters; a `deck` has fewer


class SeatRequest(BaseModel):
    """A seat of a new table."""

    name: str = Field(description="The player's name.", examples=["Ann"])
    bot: str | None = Field(None, description="A bot by its name, such as merchant/racer; null for a person.")
    colours: list[str] | None = Field(None, description="One colour, or two where two people play four.")


class NewTableRequest(BaseModel):
    """A table to create."""

    edition: str = Field(DEFAULT_EDITION, description=f"One of {', '.join(EDITIONS)}.")
    seats: list[SeatRequest] = Field(min_length=2, max_length=5, description="The people and bots, p1 first.")
    options: dict[str, Any] = Field({}, description="Switches of the rules, by their names (rule 16.6).")
    board: dict[str, Any] | None = Field(
        None,
        description="Tables that replace those of the edition (rule 18.7). Null stands for the server's default board, "
        "{} for the tables of the edition.",
    )
    seed: int | None = Field(
        None, ge=0, lt=MOST_SEED, description="Makes the bots repeatable; Dúli's cards are always shuffled in secret."
    )
    title: str = ""
    take_back: Literal["turn", "bots"] | None = Field(
        None,
        description="`turn`: undo stops at the last move of another player. `bots`: it also goes past moves of bots. "
        "Null stands for `bots` if one person plays against bots, otherwise for `turn`.",
    )


class NewTable(BaseModel):
    """A new table."""

    id: str
    key: str = Field(description="Opens all people's seats. It is shown only once, and not stored.")


class SeatView(BaseModel):
    """A seat."""

    name: str
    bot: str | None
    colours: list[str]


class TableView(BaseModel):
    """The current state of a table."""

    id: str
    kind: str
    title: str
    seats: list[SeatView]
    rows: int = Field(description="The number of rows; the next row gets the number after it.")
    to_move: str | None = Field(description="Who moves next; null if the game is over or stopped.")
    stopped: str | None = Field(
        None, description="Why the game can't continue though it is not over: a stored move is no longer legal."
    )
    yours: list[str] = Field(description="The players that your keys may move for.")
    legal_moves: list[str]
    undo_step: int = Field(description="How many moves an undo of your last move takes back.")
    undo_turn: int = Field(description="How many moves an undo of your whole turn takes back.")
    snapshot: dict[str, Any] = Field(description="The position (rule 18); Dúli's coming cards are sorted.")


class MoveRequest(BaseModel):
    """A move to make."""

    move: str = Field(max_length=LONGEST_MOVE, examples=["bid school 9"])
    number: int = Field(description="The number of the new row: `rows` + 1.")


class UndoRequest(BaseModel):
    """An undo of a move or a turn."""

    number: int = Field(description="The number of the new row: `rows` + 1.")
    whole: Literal["step", "turn"] = "step"


class WhyNotAnswer(BaseModel):
    """Whether a move is legal now, and if not, why."""

    allowed: bool
    rule: str | None = None
    code: str | None = None
    sentence: str | None = Field(default=None, description="In English.")


class Problem(BaseModel):
    """An error, in a sentence."""

    sentence: str
    rule: str | None = None


Answers = dict[int | str, dict[str, Any]]
"""Error responses of an operation, by status."""


def _problem(description: str, **headers: str) -> dict[str, Any]:
    described = {name.replace("_", "-"): {"description": word} for name, word in headers.items()}
    return {"model": Problem, "description": description, "headers": described}


ALWAYS: Answers = {
    400: _problem("The request can't be read, or names a host that this server doesn't answer to."),
    422: _problem(
        "Something in the request is missing or not allowed. For an illegal move, `rule` says which rule refuses it."
    ),
    500: _problem("Internal server error."),
    503: _problem("The server is busy, or its database can't be used.", Retry_After="Seconds to wait, where known."),
}
NOT_FOUND: Answers = {404: _problem("There is no such table.")}
TAKES_A_BODY: Answers = {
    403: _problem("It is not your turn, or a page of another site sent this."),
    413: _problem("The body is larger than 2 MB."),
}
AT_A_TABLE: Answers = NOT_FOUND | TAKES_A_BODY | {409: _problem("Another row has that number.")}
# Declared here and not by a response class, which would describe the errors as plain text, too.
A_TEXT: Answers = {200: {"description": "The record.", "content": {"text/plain": {"schema": {"type": "string"}}}}}
CREATES: Answers = TAKES_A_BODY | {
    429: _problem("Too many new tables from this address.", Retry_After="Seconds to wait.")
}

router = APIRouter(prefix="/api", tags=["tables"], responses=ALWAYS)

Authorization = Annotated[str | None, Header(description="Bearer KEY")]


@router.post("/tables", status_code=201, responses=CREATES)
def create_table(request: Request, body: NewTableRequest) -> NewTable:
    """Create a table."""
    rules = Ruleset.of(body.edition, len(body.seats), body.options, body.board)
    if body.board is None:
        default = default_board(_service(request).storage, rules.edition)
        rules = Ruleset.of(body.edition, len(body.seats), body.options, default)
    seed = secrets.randbelow(MOST_SEED) if body.seed is None else body.seed
    config = GameConfig(rules, _seats(body.seats, rules), seed, title=body.title, take_back=body.take_back)
    table_id, key = request.app.state.new_table_limit.create(request, config)
    return NewTable(id=table_id, key=key)


@router.get("/tables/{table_id}", responses=NOT_FOUND)
def read_table(request: Request, table_id: str, authorization: Authorization = None) -> TableView:
    """The current state of a table, with its legal moves."""
    return _table_view(request, _service(request).open(table_id), _keys(request, table_id, authorization))


@router.post("/tables/{table_id}/moves", responses=AT_A_TABLE)
def play_move(request: Request, table_id: str, body: MoveRequest, authorization: Authorization = None) -> TableView:
    """Make a move. A refused move changes nothing."""
    keys = _keys(request, table_id, authorization)
    return _table_view(request, _service(request).play(table_id, keys, body.move, body.number), keys)


@router.post("/tables/{table_id}/undo", responses=AT_A_TABLE)
def undo_move(request: Request, table_id: str, body: UndoRequest, authorization: Authorization = None) -> TableView:
    """Take back your last move or your whole turn, until someone else has moved or a card was revealed.

    At a table with `take_back` = `bots`, the moves that bots made since are taken back, too.
    """
    keys = _keys(request, table_id, authorization)
    return _table_view(request, _service(request).undo(table_id, keys, body.number, body.whole == "turn"), keys)


@router.get("/tables/{table_id}/why-not", responses=NOT_FOUND)
def why_not(request: Request, table_id: str, move: str) -> WhyNotAnswer:
    """Explain why a move is not legal now, with the rule."""
    table = _service(request).open(table_id)
    why = table.history.game.why_not(move[:LONGEST_MOVE])
    if why is None:
        return WhyNotAnswer(allowed=True)
    return WhyNotAnswer(allowed=False, rule=why.rule, code=why.code, sentence=why.sentence)


@router.get("/tables/{table_id}/record", response_class=Response, responses=A_TEXT | NOT_FOUND)
def read_record(request: Request, table_id: str) -> PlainTextResponse:
    """The game as a `.yunnan` text; a running game leaves out Dúli's coming cards."""
    return PlainTextResponse(_service(request).record(table_id))


def _service(request: Request) -> TableService:
    service: TableService = request.app.state.table_service
    return service


def _keys(request: Request, table_id: str, authorization: str | None) -> frozenset[str]:
    kind, _, key = (authorization or "").partition(" ")
    return keys_at(request, table_id) | ({key.strip()} if kind.lower() == "bearer" else frozenset())


def _seats(requested: list[SeatRequest], rules: Ruleset) -> tuple[Seat, ...]:
    """The seats; those without colours get the remaining ones in order."""
    taken = {colour for seat in requested for colour in seat.colours or ()}
    left = [colour for colour in COLOURS if colour not in taken]
    each = rules.players // rules.people
    seats = []
    for seat in requested:
        colours = left[:each] if seat.colours is None else seat.colours
        left = left[each:] if seat.colours is None else left
        seats.append(Seat(seat.name, tuple(colours), seat.bot))
    return tuple(seats)


def _table_view(request: Request, table: Table, keys: frozenset[str]) -> TableView:
    players = table.players_of(keys)
    note_visit(request, table, players)
    return TableView(
        id=table.id,
        kind=table.kind,
        title=table.title,
        seats=[SeatView(name=seat.name, bot=seat.bot, colours=list(seat.colours)) for seat in table.seats],
        rows=len(table.history.rows),
        to_move=table.to_move,
        stopped=None if table.stopped is None else str(table.stopped),
        yours=sorted(players),
        legal_moves=[] if table.to_move is None else table.history.game.legal_moves(),
        undo_step=table.undoable_step(players),
        undo_turn=table.undoable(players),
        snapshot=_without_secrets(table.history.game.snapshot()),
    )


def _without_secrets(snapshot: Snapshot) -> Snapshot:
    """14: everyone knows which of Dúli's cards are left, but nobody knows their order."""
    if snapshot["duli"] is not None:
        snapshot["duli"]["pile"].sort()
    return snapshot
