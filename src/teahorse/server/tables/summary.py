"""Short summaries of tables, for lists of games."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from ...game import Game
from ...rules.code_cache import StillCompiling
from ...rules.ruleset import Ruleset
from ..history.history import GameHistory
from ..history.latest_position import pack, unpack
from ..storage.database import Database, Overview, StorageError
from .errors import OtherRules
from .events.requests import PAUSED, REQUESTS, RESUMED
from .events.seating import SEATING
from .events.timing import RETURNED, TIME_CONTROL, TIMED_OUT, TIMING
from .loading import rules_of, seats_of
from .seats import Seat, seat_of
from .timing.control import TimeControl

KINDS = (*SEATING.folds, PAUSED, RESUMED, TIME_CONTROL, TIMED_OUT, RETURNED)  # the events that a summary needs


@dataclass(frozen=True)
class TableSummary:
    """A table for a list: its seats, the reader's own seats, and the position."""

    id: str
    kind: str
    title: str
    edition: str
    has_own_board: bool
    seats: tuple[Seat, ...]
    own: tuple[Seat, ...]
    touched_at: datetime
    rules: Ruleset | None  # None if this version doesn't know them
    game: Game | None  # without its history; None if there are no rules for it
    is_stopped: bool  # whether a stored move is no longer legal
    is_waiting: bool  # whether seats are free and the game has not started
    is_closed: bool
    is_paused: bool
    away: frozenset[int]  # the numbers of the seats for which a bot moves, because their time was used up
    host: Seat | None
    taken_later: frozenset[int]  # the numbers of the seats that someone took after the start
    time_control: TimeControl | None

    @property
    def mover(self) -> Seat | None:
        """Who moves next; None if nobody can."""
        if self.is_stopped or self.is_waiting or self.is_closed or self.is_paused:
            return None
        if self.rules is None or self.game is None or self.game.to_move is None:
            return None
        return seat_of(self.game.to_move, self.rules, self.seats)

    @property
    def is_own_away(self) -> bool:
        """Whether a bot moves for a seat of the reader."""
        return any(self.seats[number] in self.own for number in self.away)

    @property
    def goes_on_with_others(self) -> bool:
        """Whether someone else plays here, or may still come, so that the reader's seats matter to them."""
        is_over = self.game is None or self.game.is_over or self.is_stopped or self.is_closed
        return not is_over and any(seat.bot is None and seat not in self.own for seat in self.seats)


def summaries(storage: Database, hashes: Mapping[str, Collection[str]]) -> list[TableSummary]:
    """Summaries of tables, given by id with the hashes of the reader's keys; deleted tables are left out."""
    return [_summary(storage, found, hashes[found.table.id]) for found in storage.overviews(list(hashes), KINDS)]


def _summary(storage: Database, found: Overview, hashes: Collection[str]) -> TableSummary:
    stored = found.table
    first = seats_of(stored)
    seating = SEATING.after(SEATING.initial(first), found.events)
    timing = TIMING.after(TIMING.initial(first), found.events)
    seats = seating.seats
    own = sorted({seat for hashed in hashes for seat in found.keys.get(hashed, ())})
    rules, game, is_stopped = None, None, False
    try:
        rules = rules_of(stored)
        game, is_stopped = _game(storage, found, rules)
    except (OtherRules, StillCompiling):
        pass  # the list shows it without a position
    return TableSummary(
        id=stored.id,
        kind=stored.kind,
        title=stored.title,
        edition=stored.edition,
        has_own_board=stored.board is not None,
        seats=seats,
        own=tuple(seats[number] for number in own),
        touched_at=datetime.fromtimestamp(found.last.made_at if found.last else stored.created_at, UTC),
        rules=rules,
        game=game,
        is_stopped=is_stopped,
        is_waiting=not seating.is_started,
        is_closed=seating.is_closed,
        is_paused=REQUESTS.after(REQUESTS.initial(first), found.events).is_paused,
        away=timing.away,
        host=None if seating.host is None else seats[seating.host],
        taken_later=seating.taken_later,
        time_control=timing.control,
    )


def _game(storage: Database, found: Overview, rules: Ruleset) -> tuple[Game, bool]:
    """The stored position. If it is missing or outdated, replay the rows and store the new one."""
    last = None if found.last is None else found.last.row
    position = unpack(found.position, rules, last)
    if position is not None:
        return Game(rules, position), False
    rows = [kept.row for kept in storage.rows_after(found.table.id, 0)]
    history, failure = GameHistory.as_far_as_legal(rules, rows)
    if failure is None:
        with suppress(StorageError):  # with a full disk the list still works
            storage.save_position(found.table.id, pack(history.game, history.last))
    return history.game, failure is not None
