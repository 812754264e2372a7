"""Creates and opens tables, plays and undoes moves, appends events. Listeners are told of new rows and events.

Everything here can be called from any thread. A `Table` never changes, so a page can be made from it without a lock.
"""

import logging
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

from cachetools import LRUCache

from ...errors import TeahorseError
from ..history.history import MOVE, GameHistory, Row
from ..history.latest_position import LatestDrawing, pack
from ..storage.database import Database, NewRow, RowTaken, StorageError
from ..storage.rows import Addition
from ..storage.stored import Event, now
from .append import add_undo, check_goes_on, copy_of, deal, move_and_deal, with_secret_cards, with_verdicts
from .errors import (
    GameOver,
    NoSuchTable,
    NothingToUndo,
    NotYourSeat,
    SeatAway,
    TooLate,
    TooManyUndos,
)
from .events.subject import NewEvent
from .events.timing import TIME_CONTROL, TIMING
from .game_config import GameConfig, check
from .keys import hash_of, is_id, new_id, new_key
from .loading import record_of, stored_from, table_from, with_events, with_rows
from .new_rows import NOBODY, Add, Check, New, Played, Timely, Wanted
from .subscriptions import Listener, Subscriptions
from .table import Table
from .timing.outages import Outages
from .timing.turns import turns_after
from .undo_event import taken_back

# Every game ends (11.2), but moving and undoing could go on for ever, and every row is stored.
MOST_UNDOS = 2000

MOST_ATTEMPTS = 10  # to append events while other processes do the same
ROWS_BETWEEN_DRAWINGS = 20  # at most this many rows are followed again when a table is opened

log = logging.getLogger(__name__)
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
        self.outages = Outages(storage.uptimes)
        self._drawing = drawing
        self._check_move = check_move
        self._open: LRUCache[str, _Entry] = LRUCache(most_open)
        self._lock = threading.Lock()  # guards `_open`; held only briefly
        self._subscriptions = Subscriptions()

    # --- Creating and opening -------------------------------------------------------------------------

    def create(self, config: GameConfig) -> tuple[str, str]:
        """Create a table and return its id and a key to all people's seats."""
        table_id, key = new_id(), new_key()
        people = [number for number, seat in enumerate(config.seats) if seat.bot is None and not seat.is_free]
        hashed = hash_of(key)
        self.create_as(table_id, {hashed: people}, config, [hashed])
        return table_id, key

    def create_as(
        self,
        table_id: str,
        keys: Mapping[str, Sequence[int]],
        config: GameConfig,
        hosts: Collection[str] = (),
    ) -> None:
        """Create a table with a given id; `keys` are hashes of keys with the seats that they open.

        `hosts` are those of the host's keys.
        """
        check(config)
        history = GameHistory(config.rules, [Row(number, MOVE, move) for number, move in enumerate(config.moves, 1)])
        history = with_secret_cards(history)
        new = [NewRow(row, step.player) for row, step in zip(history.rows, history.steps, strict=True)] + deal(history)
        stored, position = stored_from(table_id, config), pack(history.game, history.last)
        events = [] if config.time is None else [Event(1, TIME_CONTROL, None, config.time.data, len(new), now())]
        self.storage.add_table(stored, keys, new, position, hosts, events)
        self._subscriptions.tell_all(table_id, len(new), len(events))

    def open(self, table_id: str) -> Table:
        """The current state of a table."""
        entry = self._entry(table_id)
        with entry.lock:
            return self._up_to_date(entry)

    def in_memory(self, table_id: str, row: int, event: int) -> Table | None:
        """A table without asking the database; None if memory doesn't have these rows and events."""
        with self._lock:
            entry = self._open.get(table_id)
        table = None if entry is None else entry.table
        if table is None or len(table.history.rows) < row or table.state.number < event:
            return None
        return table

    def record(self, table_id: str) -> str:
        """The game as a `.yunnan` text with the players' names; a running game leaves out Dúli's coming cards."""
        return record_of(self.open(table_id))

    # --- Playing --------------------------------------------------------------------------------------

    def play(self, table_id: str, keys: Collection[str], move: str, number: int) -> Table:
        """Make a person's move as the row with this number. A refused move is not stored.

        Raises `TooLate` if another row has the number, `NotYourSeat`, `GameOver`, or `IllegalMove`.
        """
        return self.play_as(table_id, keys, move, number).table

    def play_as(self, table_id: str, keys: Collection[str], move: str, number: int) -> Played:
        """The same, with the players that the keys may move for: the database was asked for them anyway."""
        return self._add(table_id, number, partial(self._check_person, keys, move), partial(move_and_deal, move))

    def play_together(self, wanted: Sequence[Wanted]) -> list[Played | None]:
        """Make people's moves at several tables in one transaction.

        None for a move that was not made and should be tried alone: if it is refused, if its table is not in memory or
        another thread uses it, or if another process has added a row.
        """
        judged: dict[int, tuple[_Entry, New]] = {}
        played: list[Played | None] = [None] * len(wanted)
        with ExitStack() as locks:
            for place, each in enumerate(wanted):
                with self._lock:
                    entry = self._open.get(each.table_id)
                if entry is not None and entry.lock.acquire(blocking=False):
                    locks.callback(entry.lock.release)
                    check, add = partial(self._check_person, each.keys, each.move), partial(move_and_deal, each.move)
                    with suppress(TeahorseError):
                        judged[place] = entry, self._judge(entry, each.number, check, add)
            additions = [
                Addition(new.table.id, new.rows, new.position, wanted[place].request)
                for place, (_, new) in judged.items()
            ]
            made_at = self.storage.add_together(additions) if additions else None
            if made_at is not None:
                for place, (entry, new) in judged.items():
                    played[place] = self._publish(entry, new, made_at)
        for made in filter(None, played):
            self._tell(made.table)
        return played

    def play_for_bot(self, table_id: str, move: str, number: int) -> Table:
        """Make a bot's move as the row with this number; it must be the bot's turn."""

        def check(table: Table) -> frozenset[str]:
            if table.bot_of(table.to_move) is None:
                raise NotYourSeat
            return NOBODY

        return self._add(table_id, number, check, partial(move_and_deal, move)).table

    def undo(self, table_id: str, keys: Collection[str], number: int, whole: bool) -> Table:
        """Take back a person's last move, or their whole turn; `number` is that of the first new row.

        Where undo goes past moves of bots, it doesn't come too late because a bot has moved meanwhile.
        """

        def steps(table: Table) -> int:
            players = table.players_of(keys)
            return table.undoable(players) if whole else table.undoable_step(players)

        return self.take_back(table_id, keys, number, steps, Table.is_timely_undo)

    def take_back(
        self,
        table_id: str,
        keys: Collection[str],
        number: int,
        steps_of: Callable[[Table], int],
        is_timely: Timely = Table.is_next_number,
    ) -> Table:
        """Take back as many moves as `steps_of` says for the current state; the caller has checked who agrees.

        If someone else plays than who has these keys, an event tells them.
        """
        undone: list[NewRow] = []

        def add(table: Table) -> tuple[GameHistory, list[NewRow]]:
            steps = steps_of(table)
            if steps == 0:
                raise NothingToUndo
            if table.history.undone + steps > MOST_UNDOS:
                raise TooManyUndos(n=MOST_UNDOS)
            history = copy_of(table.history)
            undone[:] = [add_undo(history) for _ in range(steps)]
            return history, undone

        table = self._add(table_id, number, lambda _: NOBODY, add, is_timely).table
        if table.people_seated <= table.own_seats(keys):
            return table
        return self.append(table_id, lambda table: [taken_back(table, undone)])

    def _check_person(self, keys: Collection[str], move: str, table: Table) -> frozenset[str]:
        """The players that these keys may move for. Raises an error if they may not make this move now."""
        if table.to_move is None:
            raise GameOver
        players = table.players_of(keys)
        if table.to_move not in players:
            raise NotYourSeat
        if table.bot_of(table.to_move) is not None:
            raise SeatAway
        if self._check_move is not None:
            self._check_move(table, move)
        return players

    def _add(
        self, table_id: str, number: int, check: Check, add: Add, is_timely: Timely = Table.is_next_number
    ) -> Played:
        """Store new rows, then publish them, so that nobody sees a row that is not on disk."""
        entry = self._entry(table_id)
        with entry.lock:
            new = self._judge(entry, number, check, add, is_timely)
            try:
                made_at = self.storage.add_rows(table_id, new.rows, new.position)
            except RowTaken:
                raise TooLate from None
            played = self._publish(entry, new, made_at)
        self._tell(played.table)
        return played

    def _judge(
        self, entry: _Entry, number: int, check: Check, add: Add, is_timely: Timely = Table.is_next_number
    ) -> New:
        """The rows to add; raises an error if they may not be. The caller holds the lock."""
        table = self._up_to_date(entry)
        check_goes_on(table)
        if not is_timely(table, number):
            raise TooLate
        players = check(table)
        return New(table, players, *add(table))

    def _publish(self, entry: _Entry, new: New, made_at: int) -> Played:
        """Show rows that are on disk. The caller holds the lock."""
        table, turns = new.table, new.table.turns
        if table.state[TIMING].control is not None:
            self.outages.notice_jump()
            turns = turns_after(turns, new.rows, new.history.game.to_move, made_at, table.rules)
        touched_at = datetime.fromtimestamp(made_at, UTC)
        entry.table = replace(table, history=with_verdicts(new.history), turns=turns, touched_at=touched_at)
        return Played(entry.table, new.players)

    def _tell(self, table: Table) -> None:
        self._subscriptions.tell_all(table.id, len(table.history.rows), table.state.number)

    # --- Events ---------------------------------------------------------------------------------------

    def append(self, table_id: str, decide: Callable[[Table], Sequence[NewEvent]]) -> Table:
        """Append the events that `decide` returns for the current state; it raises an error to refuse.

        If another process is faster, `decide` is asked again. No events change nothing.
        """
        entry = self._entry(table_id)
        with entry.lock:
            for _ in range(MOST_ATTEMPTS):
                table = self._up_to_date(entry)
                wanted = decide(table)
                if not wanted:
                    return table
                new = _numbered(table, wanted)
                try:
                    self.storage.events.append(table_id, new, [change for each in wanted for change in each.changes])
                except RowTaken:
                    continue
                entry.table = table = with_events(table, new)
                if table.state[TIMING].control is not None:
                    self.outages.notice_jump()
                break
            else:
                raise TooLate
        self._tell(table)
        return table

    # --- Notifications --------------------------------------------------------------------------------

    def subscribe(self, listener: Listener, table_id: str | None = None) -> Callable[[], None]:
        """Call a listener for new rows and events, at one table or at all. Returns a function that ends this.

        The listener runs in the thread that added them, so it must return quickly. A listener for one table also hears
        of those that other processes add. A listener for all tables hears only of those added here: what must be done
        once is then done by one process. With `EVERYWHERE` as the table it hears of those of other processes, too.
        """
        return self._subscriptions.add(listener, table_id)

    def pass_on(self, table_id: str, row: int, event: int) -> None:
        """Tell the listeners of a table that another process has added rows or events.

        They are read here once, so that not every listener reads them.
        """
        if table_id in self._subscriptions and self.in_memory(table_id, row, event) is None:
            with suppress(StorageError, NoSuchTable):  # listeners try again, and say what is wrong
                self.open(table_id)
        self._subscriptions.tell(table_id, row, event)

    def look_again(self) -> None:
        """Tell the listeners of each table where it is: news of other processes may have been lost."""
        for table_id in self._subscriptions.tables():
            table = self.open(table_id)
            self.pass_on(table_id, len(table.history.rows), table.state.number)

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
        rows, events = self.storage.events.news(table_id, 0, 0)
        seats_opened = partial(self.storage.seats_opened, table_id)
        table = table_from(stored, seats_opened, rows, events, self.outages.known)
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
        """Read rows and events that another process has added. The caller holds the lock."""
        table = entry.table
        rows, events = self.storage.events.news(table.id, len(table.history.rows), table.state.number)
        if rows and table.failure is None:
            table = with_rows(table, rows)
        if events:
            table = with_events(table, events)
        entry.table = table
        return table


def _numbered(table: Table, new: Sequence[NewEvent]) -> list[Event]:
    row, made_at = len(table.history.rows), now()
    return [
        Event(number, each.kind, each.seat, each.data, row, made_at)
        for number, each in enumerate(new, table.state.number + 1)
    ]
