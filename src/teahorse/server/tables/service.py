"""Creates and opens tables, plays and undoes moves. Every call is checked, and listeners are told of new rows.

Everything here can be called from any thread. A `Table` never changes, so a page can be made from it without a lock.
"""

import logging
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

from cachetools import LRUCache

from ...errors import TeahorseError
from ...rules.board import with_tables
from ...rules.ruleset import Ruleset
from ..history.history import MOVE, GameHistory, ReplayFailure, Row
from ..history.latest_position import LatestDrawing, pack
from ..storage.database import Database, NewRow, RowTaken, StorageError, StoredRow, StoredTable
from .append import add_undo, copy_of, deal, move_and_deal, with_secret_cards, with_verdicts
from .errors import GameOver, NoSuchTable, NothingToUndo, NotYourSeat, OtherRules, TooLate, TooManyUndos
from .game_config import GameConfig, check, default_take_back
from .keys import hash_of, is_id, new_id, new_key
from .seats import Seat, names_of, players_of, seat_of
from .table import Table

# Every game ends (11.2), but moving and undoing could go on for ever, and every row is stored.
MOST_UNDOS = 2000

ROWS_BETWEEN_DRAWINGS = 20  # at most this many rows are followed again when a table is opened

log = logging.getLogger(__name__)
Listener = Callable[[str, int], None]
"""Called with a table's id and the number of its last row when rows were added."""
MoveCheck = Callable[[Table, str], None]
"""Raises a `TeahorseError` to refuse a person's move before it is stored."""


class DrawingHooks(NamedTuple):
    """Saves the state of a drawing for storage, and restores it. Only the drawing can read it."""

    save: Callable[[GameHistory], LatestDrawing | None]
    restore: Callable[[GameHistory, LatestDrawing], None]


NO_DRAWING = DrawingHooks(lambda history: None, lambda history, kept: None)


class _Entry:
    """A table in memory. Adding rows requires its lock."""

    def __init__(self, table: Table, drawn: int) -> None:
        self.table = table
        self.drawn = drawn  # the row of the stored state of the drawing
        self.lock = threading.Lock()


class TableService:
    """All tables of a server."""

    def __init__(
        self,
        storage: Database,
        most_open: int = 100,
        check_move: MoveCheck | None = None,
        drawing: DrawingHooks = NO_DRAWING,
    ) -> None:
        self.storage = storage
        self._drawing = drawing
        self._check_move = check_move
        self._open: LRUCache[str, _Entry] = LRUCache(most_open)
        self._lock = threading.Lock()  # guards `_open` and `_listeners`; held only briefly
        self._listeners: list[tuple[str | None, Listener]] = []

    # --- Creating and opening -------------------------------------------------------------------------

    def create(self, config: GameConfig) -> tuple[str, str]:
        """Create a table and return its id and a key to all people's seats."""
        table_id, key = new_id(), new_key()
        people = [number for number, seat in enumerate(config.seats) if seat.bot is None]
        self.create_as(table_id, {hash_of(key): people}, config)
        return table_id, key

    def create_as(self, table_id: str, keys: Mapping[str, Sequence[int]], config: GameConfig) -> None:
        """Create a table with a given id; `keys` are hashes of keys with the seats that they open."""
        check(config)
        history = GameHistory(config.rules, [Row(number, MOVE, move) for number, move in enumerate(config.moves, 1)])
        history = with_secret_cards(history)
        new = [NewRow(row, step.player) for row, step in zip(history.rows, history.steps, strict=True)] + deal(history)
        self.storage.add_table(_stored(table_id, config), keys, new, pack(history.game, history.last))
        self._notify(table_id, len(new))

    def open(self, table_id: str) -> Table:
        """The current state of a table."""
        entry = self._entry(table_id)
        with entry.lock:
            return self._up_to_date(entry)

    def record(self, table_id: str) -> str:
        """The game as a `.yunnan` text with the players' names; a running game leaves out Dúli's coming cards."""
        return self.open(table_id).history.game.public_record()

    # --- Playing --------------------------------------------------------------------------------------

    def play(self, table_id: str, keys: Collection[str], move: str, number: int) -> Table:
        """Make a person's move as the row with this number. A refused move is not stored.

        Raises `TooLate` if another row has the number, `NotYourSeat`, `GameOver`, or `IllegalMove`.
        """

        def check(table: Table) -> None:
            if table.to_move is None:
                raise GameOver
            if table.to_move not in table.players_of(keys):
                raise NotYourSeat
            if self._check_move is not None:
                self._check_move(table, move)

        return self._add(table_id, number, check, lambda table: move_and_deal(table, move))

    def play_for_bot(self, table_id: str, move: str, number: int) -> Table:
        """Make a bot's move as the row with this number; it must be the bot's turn."""

        def check(table: Table) -> None:
            if table.bot_of(table.to_move) is None:
                raise NotYourSeat

        return self._add(table_id, number, check, lambda table: move_and_deal(table, move))

    def undo(self, table_id: str, keys: Collection[str], number: int, whole: bool) -> Table:
        """Take back a person's last move, or their whole turn; `number` is that of the first new row.

        Where undo goes past moves of bots, it doesn't come too late because a bot has moved meanwhile.
        """

        def add(table: Table) -> tuple[GameHistory, list[NewRow]]:
            players = table.players_of(keys)
            steps = table.undoable(players) if whole else table.undoable_step(players)
            if steps == 0:
                raise NothingToUndo
            if table.history.undone + steps > MOST_UNDOS:
                raise TooManyUndos(most=MOST_UNDOS)
            history = copy_of(table.history)
            return history, [add_undo(history) for _ in range(steps)]

        return self._add(table_id, number, lambda _: None, add, Table.is_timely_undo)

    def _add(
        self,
        table_id: str,
        number: int,
        check: Callable[[Table], None],
        add: Callable[[Table], tuple[GameHistory, list[NewRow]]],
        is_timely: Callable[[Table, int], bool] = Table.is_next_number,
    ) -> Table:
        """Store new rows, then publish them, so that nobody sees a row that is not on disk."""
        entry = self._entry(table_id)
        with entry.lock:
            table = self._up_to_date(entry)
            if table.stopped is not None:
                raise table.stopped
            if not is_timely(table, number):
                raise TooLate
            check(table)
            history, new = add(table)
            try:
                self.storage.add_rows(table_id, new, pack(history.game, history.last))
            except RowTaken:
                raise TooLate from None
            entry.table = table = replace(table, history=with_verdicts(history), touched_at=datetime.now(UTC))
        self._notify(table_id, len(history.rows))
        return table

    # --- Notifications --------------------------------------------------------------------------------

    def subscribe(self, listener: Listener, table_id: str | None = None) -> Callable[[], None]:
        """Call a listener for new rows, at one table or at all. Returns a function that ends this.

        The listener runs in the thread that added the rows, so it must return quickly. A listener for one table also
        hears of rows that other processes add. A listener for all hears only of those added here, so that what must
        happen once for each row happens in one process.
        """
        subscription = (table_id, listener)
        with self._lock:
            self._listeners.append(subscription)

        def unsubscribe() -> None:
            with self._lock:
                self._listeners.remove(subscription)

        return unsubscribe

    def _notify(self, table_id: str, number: int) -> None:
        with self._lock:
            listeners = [listener for wanted, listener in self._listeners if wanted in (None, table_id)]
        for listener in listeners:
            listener(table_id, number)

    def pass_on(self, table_id: str, number: int) -> None:
        """Tell the listeners of a table that another process has added rows."""
        with self._lock:
            listeners = [listener for wanted, listener in self._listeners if wanted == table_id]
        for listener in listeners:
            listener(table_id, number)

    def look_again(self) -> None:
        """Tell the listeners of each table its last row: news of other processes may have been lost."""
        with self._lock:
            tables = {wanted for wanted, _ in self._listeners if wanted is not None}
        for table_id in tables:
            self.pass_on(table_id, len(self.open(table_id).history.rows))

    # --- In memory ------------------------------------------------------------------------------------

    def _entry(self, table_id: str) -> _Entry:
        """The table in memory; the least recently used tables leave when there are too many."""
        with self._lock:
            entry = self._open.get(table_id)
            if entry is not None:
                return entry
        entry = self._load(table_id)
        with self._lock:
            is_full = table_id not in self._open and self._open.currsize >= self._open.maxsize
            gone = [self._open.popitem()[1]] if is_full else []
            entry = self._open.setdefault(table_id, entry)  # another thread may have loaded it, too
        for other in gone:
            self._let_go(other)
        return entry

    def _load(self, table_id: str) -> _Entry:
        stored = self.storage.table(table_id) if is_id(table_id) else None
        if stored is None:
            raise NoSuchTable
        table = _table(stored, partial(self.storage.seats_opened, table_id), self.storage.rows_after(table_id, 0))
        drawing = self.storage.drawing(table_id) if len(table.history.rows) >= ROWS_BETWEEN_DRAWINGS else None
        if drawing is not None:
            self._drawing.restore(table.history, drawing)
        return _Entry(table, drawing.number if drawing else 0)

    def _let_go(self, entry: _Entry) -> None:
        """Store the drawing's state of a table that leaves memory, unless only a few rows are new."""
        drawing = self._drawing.save(entry.table.history)
        if drawing is not None and drawing.number >= entry.drawn + ROWS_BETWEEN_DRAWINGS:
            try:
                self.storage.save_drawing(entry.table.id, drawing)
            except StorageError:
                log.warning("The drawing's state of table %s was not stored.", entry.table.id)

    def _up_to_date(self, entry: _Entry) -> Table:
        """Read rows that another process has added. The caller holds the lock."""
        if entry.table.failure is None:
            new = self.storage.rows_after(entry.table.id, len(entry.table.history.rows))
            if new:
                entry.table = _with_rows(entry.table, new)
        return entry.table


# --- To and from storage ------------------------------------------------------------------------------


def _stored(table_id: str, config: GameConfig) -> StoredTable:
    rules = config.rules
    return StoredTable(
        id=table_id,
        kind=config.kind,
        title=config.title,
        edition=rules.edition,
        people=rules.people,
        options=dict(rules.options),
        board=rules.board,
        seats=[{"name": seat.name, "colours": list(seat.colours), "bot": seat.bot} for seat in config.seats],
        seed=config.seed,
        take_back=config.take_back or default_take_back([seat.bot for seat in config.seats]),
        lesson=config.lesson,
        headers=config.headers,
    )


def _with_rows(table: Table, new: Sequence[StoredRow]) -> Table:
    """The table with rows of another process, which may run another version of the rules."""
    history, failure = copy_of(table.history), None
    for kept in new:
        try:
            history.add(kept.row)
        except TeahorseError as error:
            failure = ReplayFailure(kept.row.number, error)
            break
    return replace(table, history=with_verdicts(history), failure=failure, touched_at=_moment(new[-1].made_at))


def rules_of(stored: StoredTable) -> Ruleset:
    """The rules of a stored table."""
    try:
        board = with_tables(stored.tables_version, stored.edition, stored.board)
        return Ruleset.of(stored.edition, stored.people, stored.options, board)
    except TeahorseError:
        raise OtherRules from None


def seats_of(stored: StoredTable) -> tuple[Seat, ...]:
    """Who sits at a stored table."""
    return tuple(Seat(seat["name"], tuple(seat["colours"]), seat["bot"]) for seat in stored.seats)


def _table(
    stored: StoredTable, seats_opened: Callable[[Collection[str]], Collection[int]], rows: Sequence[StoredRow]
) -> Table:
    rules, seats = rules_of(stored), seats_of(stored)
    history, failure = GameHistory.as_far_as_legal(rules, [kept.row for kept in rows])
    created_at = _moment(stored.created_at)
    history.game.headers = _headers(stored.headers, rules, seats, created_at)
    return Table(
        id=stored.id,
        kind=stored.kind,
        title=stored.title,
        rules=rules,
        has_own_board=stored.board is not None,
        seats=seats,
        seed=stored.seed,
        take_back=stored.take_back,
        lesson=stored.lesson,
        headers=stored.headers,
        created_at=created_at,
        touched_at=_moment(rows[-1].made_at) if rows else created_at,
        seats_opened=seats_opened,
        history=with_verdicts(history),
        failure=failure,
    )


def _headers(given: dict[str, str], rules: Ruleset, seats: Sequence[Seat], created_at: datetime) -> dict[str, str]:
    """The headers of the record: the date, the players, and which of them are bots."""
    bots = {player: seat_of(player, rules, seats).bot for player in players_of(rules)}
    return (
        {"Date": created_at.strftime("%Y-%m-%d")}
        | given
        | {f"Player.{player}": name for player, name in names_of(rules, seats).items()}
        | {f"Bot.{player}": bot for player, bot in bots.items() if bot is not None}
    )


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
