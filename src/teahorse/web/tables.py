"""Tables: created, opened, played at, moves taken back, each call checked, and a bell that rings when a row is added.

Everything here may be called from any thread. What `Tables` hands out is a table as it stood at that moment: it changes
no more, so a page can be made of it without a lock.
"""

import random
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property

from ..bots.files import is_from_file
from ..bots.levels import levels
from ..bots.naming import PLAIN, bot_named
from ..errors import TeahorseError
from ..notation import move_text
from ..record import header_text
from ..rules import names
from ..rules.ruleset import Ruleset
from ..rules.state import CARDS
from . import keys as locks
from .language import Say
from .played import MOVE, UNDO, Played, Row, Step
from .seats import COLOURS, Seat, colours_of, names_of, players_of, seat_of
from .storage import KeptRow, NewRow, RowTaken, Storage, StoredTable

GAME, OPENED, LESSON = KINDS = ("game", "opened", "lesson")
# How far a person may take back: until another player has moved, or also past moves that only bots made.
TURN, BOTS = TAKE_BACK = ("turn", "bots")
PART_OF = {"take": "resolve", "block": "resolve", "displace": "travel"}  # phases that belong to one turn
CHANCE = "chance"
CARD_DRAWN = "card-drawn"
MOST_SEED = 2**62
LONGEST_NAME = 40
LONGEST_TITLE = 120

SENTENCES = {
    "no-such-table": "There is no table at this address.",
    "not-your-seat": "It is not your turn: this seat belongs to someone else.",
    "game-over": "The game is over.",
    "too-late": "Something else has happened at the table meanwhile.",
    "nothing-to-undo": "There is no move of yours that can be taken back.",
}


class TableError(TeahorseError):
    """Something that can't be done at a table; `said` says it in the reader's language."""

    code = ""

    def __init__(self) -> None:
        super().__init__(SENTENCES[self.code])

    def said(self, say: Say) -> str:
        """The sentence in the reader's language."""
        return say(SENTENCES[self.code])


class NoSuchTable(TableError):
    """An address that no table has."""

    code = "no-such-table"


class NotYourSeat(TableError):
    """Someone else's turn."""

    code = "not-your-seat"


class GameOver(TableError):
    """A move after the last one."""

    code = "game-over"


class TooLate(TableError):
    """A row that was to have a number which another row has."""

    code = "too-late"


class NothingToUndo(TableError):
    """No move of one's own that can be taken back."""

    code = "nothing-to-undo"


class WishError(TeahorseError):
    """A table that can't be set up as wished."""


@dataclass(frozen=True)
class Wish:
    """What a new table is to be."""

    rules: Ruleset
    seats: tuple[Seat, ...]
    seed: int
    kind: str = GAME
    title: str = ""
    take_back: str = TURN
    lesson: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    moves: tuple[str, ...] = ()  # of an opened record


@dataclass(frozen=True)
class Table:
    """A table as it stands: who sits there, and what has been played."""

    id: str
    kind: str
    title: str
    rules: Ruleset
    seats: tuple[Seat, ...]
    seed: int
    take_back: str
    lesson: str | None
    headers: dict[str, str]
    created_at: datetime
    touched_at: datetime
    seats_by_key: dict[str, tuple[int, ...]]  # which seats a key opens, by its hash
    played: Played

    @cached_property
    def names(self) -> dict[str, str]:
        """What the players are called."""
        return names_of(self.rules, self.seats)

    @cached_property
    def colours(self) -> dict[str, str]:
        """The colour of each player's pieces, Dúli's too."""
        return colours_of(self.rules, self.seats)

    @property
    def next_number(self) -> int:
        """The number that the next row will have."""
        return len(self.played.rows) + 1

    @property
    def to_move(self) -> str | None:
        """Who decides next; None when the game is over."""
        return self.played.game.to_move

    def seat_of(self, player: str) -> Seat:
        """The seat that plays a colour."""
        return seat_of(player, self.rules, self.seats)

    def bot_of(self, player: str | None) -> str | None:
        """The bot that plays a colour, by its name; None for a person, chance, or nobody."""
        return self.seat_of(player).bot if player in players_of(self.rules) else None

    def players_of(self, keys: Collection[str]) -> frozenset[str]:
        """The players whom these keys may move."""
        hashes = {locks.hash_of(key) for key in keys}
        seats = {self.seats[seat] for hashed in hashes for seat in self.seats_by_key.get(hashed, ())}
        return frozenset(player for player in players_of(self.rules) if self.seat_of(player) in seats)

    # --- Taking back ----------------------------------------------------------------------------------

    def undoable(self, players: Collection[str]) -> int:
        """How many steps go when these players take back as much of a turn as they may; 0: nothing can be."""
        passed = self._passed_over()
        steps = self.played.steps[: len(self.played.steps) - passed]
        own = 0
        for step in reversed(steps):
            if not self._may_take_back(step, players) or self._turn(step) != self._turn(steps[-1]):
                break
            own += 1
        return passed + own if own else 0

    def undoable_step(self, players: Collection[str]) -> int:
        """How many steps go when these players take back one move: their own, and what bots did after it."""
        return self._passed_over() + 1 if self.undoable(players) else 0

    def _passed_over(self) -> int:
        """The moves at the end that only bots made, where a table allows to go back past them."""
        if self.take_back != BOTS:
            return 0
        count = 0
        for step in reversed(self.played.steps):
            if self.bot_of(step.player) is None or chance_showed(step):
                break
            count += 1
        return count

    def _turn(self, step: Step) -> tuple[Seat, int, str]:
        """Whose turn a step belongs to, and when: whoever is last in one phase and first in the next has two."""
        phase = names.PHASE[step.before.phase]
        return self.seat_of(step.player), int(step.before.round_number), PART_OF.get(phase, phase)

    def _may_take_back(self, step: Step, players: Collection[str]) -> bool:
        return step.player in players and not chance_showed(step)


def chance_showed(step: Step) -> bool:
    """Whether a step showed something that nobody knew before it."""
    return step.player == CHANCE or any(event.name == CARD_DRAWN for event in step.events)


Listener = Callable[[str, int], None]
"""Hears of new rows: the table's id and the number of its last row."""
Referee = Callable[[Table, str], None]
"""May refuse a person's move before it is stored, by raising a `TeahorseError`."""


class _Entry:
    """A table in memory; whoever adds to it holds its lock."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = threading.Lock()


class Tables:
    """All tables of a server."""

    def __init__(self, storage: Storage, most_open: int = 100, referee: Referee | None = None) -> None:
        self.storage = storage
        self._most_open = most_open
        self._referee = referee
        self._open: OrderedDict[str, _Entry] = OrderedDict()
        self._guard = threading.Lock()  # of what is below and above, never held while something takes time
        self._listeners: list[tuple[str | None, Listener]] = []

    # --- Creating and opening -------------------------------------------------------------------------

    def create(self, wish: Wish) -> tuple[str, str]:
        """Set a table up; gives its id, and a key that opens all people's seats."""
        _check(wish)
        played = Played(wish.rules)
        new = [_add_move(played, move) for move in wish.moves] + _deal(played, wish.seed)
        table_id, key = locks.new_id(), locks.new_key()
        people = [number for number, seat in enumerate(wish.seats) if seat.bot is None]
        self.storage.add_table(_stored(table_id, wish), {locks.hash_of(key): people}, new)
        self._ring(table_id, len(new))
        return table_id, key

    def open(self, table_id: str) -> Table:
        """A table as it stands now."""
        entry = self._entry(table_id)
        with entry.lock:
            return self._up_to_date(entry)

    def record(self, table_id: str) -> str:
        """The game as a `.yunnan` text, with the players' names."""
        return self.open(table_id).played.game.record()

    # --- Playing --------------------------------------------------------------------------------------

    def play(self, table_id: str, keys: Collection[str], move: str, number: int) -> Table:
        """Make a person's move, as the row of this number; what is refused is not stored.

        Raises `TooLate` if the table is elsewhere, `NotYourSeat`, and what the rules say of the move.
        """

        def check(table: Table) -> None:
            if table.to_move is None:
                raise GameOver
            if table.to_move not in table.players_of(keys):
                raise NotYourSeat
            if self._referee is not None:
                self._referee(table, move)

        return self._add(table_id, number, check, lambda table: _move_and_deal(table, move))

    def play_for_bot(self, table_id: str, move: str, number: int) -> Table:
        """Make the move of a bot whose turn it is, as the row of this number."""

        def check(table: Table) -> None:
            if table.bot_of(table.to_move) is None:
                raise NotYourSeat

        return self._add(table_id, number, check, lambda table: _move_and_deal(table, move))

    def undo(self, table_id: str, keys: Collection[str], number: int, whole: bool) -> Table:
        """Take back one's last move, or the whole of one's turn; the first row of it has this number."""

        def add(table: Table) -> tuple[Played, list[NewRow]]:
            players = table.players_of(keys)
            steps = table.undoable(players) if whole else table.undoable_step(players)
            if steps == 0:
                raise NothingToUndo
            played = _copy(table.played)
            return played, [_add_undo(played) for _ in range(steps)]

        return self._add(table_id, number, lambda _: None, add)

    def _add(
        self,
        table_id: str,
        number: int,
        check: Callable[[Table], None],
        add: Callable[[Table], tuple[Played, list[NewRow]]],
    ) -> Table:
        """Store new rows, then show them: what anyone has seen is on the disk."""
        entry = self._entry(table_id)
        with entry.lock:
            table = self._up_to_date(entry)
            if number != table.next_number:
                raise TooLate
            check(table)
            played, new = add(table)
            try:
                self.storage.add_rows(table_id, new)
            except RowTaken:
                raise TooLate from None
            entry.table = table = replace(table, played=_settled(played), touched_at=datetime.now(UTC))
        self._ring(table_id, len(played.rows))
        return table

    # --- The bell -------------------------------------------------------------------------------------

    def subscribe(self, listener: Listener, table_id: str | None = None) -> Callable[[], None]:
        """Let someone hear of new rows, at one table or at all; the answer ends it.

        The listener is called in whichever thread added the rows, so it should only pass the news on.
        """
        subscription = (table_id, listener)
        with self._guard:
            self._listeners.append(subscription)

        def unsubscribe() -> None:
            with self._guard:
                self._listeners.remove(subscription)

        return unsubscribe

    def _ring(self, table_id: str, number: int) -> None:
        with self._guard:
            listeners = [listener for wanted, listener in self._listeners if wanted in (None, table_id)]
        for listener in listeners:
            listener(table_id, number)

    # --- In memory ------------------------------------------------------------------------------------

    def _entry(self, table_id: str) -> _Entry:
        """The table in memory; those that nobody asked for go when there are too many."""
        with self._guard:
            entry = self._open.get(table_id)
            if entry is not None:
                self._open.move_to_end(table_id)
                return entry
        entry = _Entry(self._load(table_id))
        with self._guard:
            entry = self._open.setdefault(table_id, entry)  # another thread may have loaded it meanwhile
            while len(self._open) > self._most_open:
                self._open.popitem(last=False)
            return entry

    def _load(self, table_id: str) -> Table:
        stored = self.storage.table(table_id) if locks.is_id(table_id) else None
        if stored is None:
            raise NoSuchTable
        return _table(stored, self.storage.keys(table_id), self.storage.rows_after(table_id, 0))

    def _up_to_date(self, entry: _Entry) -> Table:
        """Take in what another process has added; the lock is held."""
        new = self.storage.rows_after(entry.table.id, len(entry.table.played.rows))
        if new:
            played = _copy(entry.table.played)
            for kept in new:
                played.add(kept.row)
            entry.table = replace(entry.table, played=_settled(played), touched_at=_moment(new[-1].made_at))
        return entry.table


# --- Rows ---------------------------------------------------------------------------------------------


def _move_and_deal(table: Table, move: str) -> tuple[Played, list[NewRow]]:
    """A move, and if chance is to move after it, the cards: on a copy, so that what is refused leaves no trace."""
    played = _copy(table.played)
    return played, [_add_move(played, move), *_deal(played, table.seed)]


def _add_move(played: Played, move: str) -> NewRow:
    played.add(Row(len(played.rows) + 1, MOVE, move))
    return NewRow(played.rows[-1], played.steps[-1].player)


def _deal(played: Played, seed: int) -> list[NewRow]:
    """Shuffle Dúli's cards if chance is to move; each shuffling of a table is its own, whoever replays it."""
    if played.game.to_move != CHANCE:
        return []
    decks = sum(step.player == CHANCE for step in played.steps)
    cards = list(range(1, CARDS + 1))
    random.Random(f"{seed} {decks}").shuffle(cards)
    return [_add_move(played, move_text(tuple(cards), played.rules))]


def _add_undo(played: Played) -> NewRow:
    taken_back = played.steps[-1]
    played.add(Row(len(played.rows) + 1, UNDO, taken_back.move))
    return NewRow(played.rows[-1], taken_back.player)


def _copy(played: Played) -> Played:
    """A game that can be played on without a change to this one."""
    return played.as_of(len(played.rows))


def _settled(played: Played) -> Played:
    """Work out at once what `Game` works out when first asked: then many threads may ask at the same time."""
    played.game.verdicts()
    return played


# --- Stored and back ----------------------------------------------------------------------------------


def _stored(table_id: str, wish: Wish) -> StoredTable:
    rules = wish.rules
    return StoredTable(
        id=table_id,
        kind=wish.kind,
        title=wish.title,
        edition=rules.edition,
        people=rules.people,
        options=rules.options,
        board=rules.board,
        seats=[{"name": seat.name, "colours": list(seat.colours), "bot": seat.bot} for seat in wish.seats],
        seed=wish.seed,
        take_back=wish.take_back,
        lesson=wish.lesson,
        headers=wish.headers,
    )


def _table(stored: StoredTable, keys: dict[str, tuple[int, ...]], rows: Sequence[KeptRow]) -> Table:
    rules = Ruleset.of(stored.edition, stored.people, stored.options, stored.board)
    seats = tuple(Seat(seat["name"], tuple(seat["colours"]), seat["bot"]) for seat in stored.seats)
    played = Played(rules, [kept.row for kept in rows])
    created_at = _moment(stored.created_at)
    played.game.headers = _headers(stored.headers, rules, seats, created_at)
    return Table(
        id=stored.id,
        kind=stored.kind,
        title=stored.title,
        rules=rules,
        seats=seats,
        seed=stored.seed,
        take_back=stored.take_back,
        lesson=stored.lesson,
        headers=stored.headers,
        created_at=created_at,
        touched_at=_moment(rows[-1].made_at) if rows else created_at,
        seats_by_key=keys,
        played=_settled(played),
    )


def _headers(given: dict[str, str], rules: Ruleset, seats: Sequence[Seat], created_at: datetime) -> dict[str, str]:
    """What a record says besides the moves: the day, who plays, and which of them are bots."""
    bots = {player: seat_of(player, rules, seats).bot for player in players_of(rules)}
    return (
        {"Date": created_at.strftime("%Y-%m-%d")}
        | given
        | {f"Player.{player}": name for player, name in names_of(rules, seats).items()}
        | {f"Bot.{player}": bot for player, bot in bots.items() if bot is not None}
    )


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


# --- Wishes -------------------------------------------------------------------------------------------


def _check(wish: Wish) -> None:
    """Refuse what can't be a table; the forms that people fill in don't let it come to this."""
    if wish.kind not in KINDS or wish.take_back not in TAKE_BACK:
        raise WishError(f"A table is of a kind ({', '.join(KINDS)}) and takes back by turn or past bots.")
    if not 0 <= wish.seed < MOST_SEED:
        raise WishError("A seed is a number from 0 to 2^62.")
    if len(wish.title) > LONGEST_TITLE or not wish.title.isprintable():
        raise WishError(f"A title has at most {LONGEST_TITLE} letters, on one line.")
    if len(wish.seats) != wish.rules.people:
        raise WishError(f"There are {wish.rules.people} people at this table, and {len(wish.seats)} seats.")
    _check_seats(wish)
    header_text(wish.rules, wish.headers)  # refuses those that no record can have


def _check_seats(wish: Wish) -> None:
    each = wish.rules.players // wish.rules.people
    colours = [colour for seat in wish.seats for colour in seat.colours]
    if any(len(seat.colours) != each for seat in wish.seats) or len(set(colours)) != len(colours):
        raise WishError(f"Each seat has colours of its own, {each} for each.")
    if not set(colours) <= set(COLOURS):
        raise WishError(f"The colours are {', '.join(COLOURS)}.")
    for seat in wish.seats:
        if not seat.name.strip() or len(seat.name) > LONGEST_NAME or not seat.name.isprintable():
            raise WishError(f"Each seat has a name of at most {LONGEST_NAME} letters, on one line.")
        if seat.bot is not None:
            check_bot(seat.bot)


def check_bot(name: str) -> None:
    """Only our own bots sit at these tables, by level or temper: one from a file would be anybody's code."""
    if is_from_file(name) or name.partition("/")[0] not in (*PLAIN, *levels()):
        raise WishError(f"There is no bot {name!r} here; there are {', '.join((*PLAIN, *levels()))}.")
    bot_named(name)
