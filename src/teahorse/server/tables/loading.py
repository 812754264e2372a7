"""Makes tables from what is stored, what is stored from tables, and records from both."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from ...errors import TeahorseError
from ...rules.board import with_tables
from ...rules.ruleset import Ruleset
from ..history.history import UNDO, GameHistory, ReplayFailure
from ..storage.stored import Event, NewRow, StoredRow, StoredTable
from .append import copy_of, with_verdicts
from .errors import OtherRules
from .events.state import TableState
from .events.timing import TIMING
from .game_config import GameConfig, default_take_back
from .seats import Seat, players_of
from .table import Table
from .timing.outages import Outage
from .timing.turns import turns_after, turns_of


def stored_from(table_id: str, config: GameConfig) -> StoredTable:
    """A new table as it is stored."""
    rules = config.rules
    return StoredTable(
        id=table_id,
        kind=config.kind,
        title=config.title,
        edition=rules.edition,
        people=rules.people,
        options=dict(rules.options),
        board=rules.board,
        seats=[
            {"name": seat.name, "colours": list(seat.colours), "bot": seat.bot, "free": seat.is_free}
            for seat in config.seats
        ],
        seed=config.seed,
        take_back=config.take_back or default_take_back([seat.bot for seat in config.seats]),
        lesson=config.lesson,
        headers=config.headers,
    )


def with_rows(table: Table, new: Sequence[StoredRow]) -> Table:
    """The table with rows of another process, which may run another version of the rules."""
    history, failure, turns = copy_of(table.history), None, table.turns
    is_timed = table.state[TIMING].control is not None
    for kept in new:
        undone = history.steps[-1].player if kept.row.kind == UNDO and history.steps else ""
        try:
            history.add(kept.row)
        except TeahorseError as error:
            failure = ReplayFailure(kept.row.number, error)
            break
        if is_timed:
            made = NewRow(kept.row, undone or history.steps[-1].player)
            turns = turns_after(turns, [made], history.game.to_move, kept.made_at, table.rules)
    touched_at = _moment(new[-1].made_at)
    return replace(table, history=with_verdicts(history), failure=failure, turns=turns, touched_at=touched_at)


def rules_of(stored: StoredTable) -> Ruleset:
    """The rules of a stored table."""
    try:
        board = with_tables(stored.tables_version, stored.edition, stored.board)
        return Ruleset.of(stored.edition, stored.people, stored.options, board)
    except TeahorseError:
        raise OtherRules from None


def seats_of(stored: StoredTable) -> tuple[Seat, ...]:
    """The seats that a table was created with."""
    return seats_from(stored.seats)


def seats_from(stored: Sequence[Mapping[str, Any]]) -> tuple[Seat, ...]:
    """Seats as they are stored."""
    return tuple(Seat(seat["name"], tuple(seat["colours"]), seat["bot"], seat.get("free", False)) for seat in stored)


def table_from(
    stored: StoredTable,
    seats_opened: Callable[[Collection[str]], Collection[int]],
    rows: Sequence[StoredRow],
    events: Sequence[Event],
    outages: Callable[[], Sequence[Outage]],
) -> Table:
    """A table with its rows and events."""
    rules = rules_of(stored)
    history, failure = GameHistory.as_far_as_legal(rules, [kept.row for kept in rows])
    created_at = _moment(stored.created_at)
    state = TableState.of(seats_of(stored), events)
    return Table(
        id=stored.id,
        kind=stored.kind,
        title=stored.title,
        rules=rules,
        has_own_board=stored.board is not None,
        seed=stored.seed,
        take_back=stored.take_back,
        lesson=stored.lesson,
        headers=stored.headers,
        created_at=created_at,
        touched_at=_moment(rows[-1].made_at) if rows else created_at,
        seats_opened=seats_opened,
        history=with_verdicts(history),
        state=state,
        events=tuple(events),
        turns=() if state[TIMING].control is None else turns_of(rules, rows[: len(history.rows)]),
        outages=outages,
        failure=failure,
    )


def with_events(table: Table, new: Sequence[Event]) -> Table:
    """The table after more events."""
    return replace(table, state=table.state.after(new), events=(*table.events, *new))


def record_of(table: Table) -> str:
    """The game as a `.yunnan` text with the date, the players, and which of them are bots."""
    game = copy_of(table.history).game
    bots = {player: table.seat_of(player).bot for player in players_of(table.rules)}
    game.headers = (
        {"Date": table.created_at.strftime("%Y-%m-%d")}
        | table.headers
        | {f"Player.{player}": name for player, name in table.names.items()}
        | {f"Bot.{player}": bot for player, bot in bots.items() if bot is not None}
    )
    return game.public_record()


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
