"""The state of one table: its seats, who may move, and what can be taken back."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from ...rules import names
from ...rules.ruleset import Ruleset
from ..history.history import MOVE, UNDO, GameHistory, ReplayFailure, Step
from ..storage.stored import Event
from .consent import IMPOSSIBLE, Played, UndoTerms, undo_terms
from .errors import Stopped
from .events.chat import CHAT
from .events.requests import CLOSE, PAUSE, REQUESTS, Request
from .events.requests import UNDO as UNDO_REQUEST
from .events.seating import SEATING
from .events.sharing import ADDRESS, SHARING
from .events.state import TableState
from .events.timing import TIMING
from .game_config import BOTS
from .keys import KeysOfRequest
from .seats import Seat, colours_of, names_of, players_of, seat_of
from .timing.clock import Clock, Turn, read_clock
from .timing.outages import Outage
from .timing.turns import seat_number

CHANCE = "chance"
CARD_DRAWN = "card-drawn"


@dataclass(frozen=True)
class Table:
    """The state of a table: its seats and what has been played. Immutable."""

    id: str
    kind: str
    title: str
    rules: Ruleset
    has_own_board: bool  # whether it was created with a custom board
    seed: int
    take_back: str
    lesson: str | None
    headers: dict[str, str]
    created_at: datetime
    touched_at: datetime
    seats_opened: Callable[
        [Collection[str]], Collection[int]
    ]  # the seats that keys open, by their hashes; reads the database
    history: GameHistory
    state: TableState  # what its events make of it
    events: tuple[Event, ...] = ()
    turns: tuple[Turn, ...] = ()  # the rows as the clock sees them; none without a time control
    outages: Callable[[], Sequence[Outage]] = tuple  # they cost nobody their time
    failure: ReplayFailure | None = None  # the stored row that the rules refuse, if any

    @property
    def stopped(self) -> Stopped | None:
        """The error to raise if a stored move is no longer legal; None otherwise."""
        return None if self.failure is None else Stopped(row=self.failure.row)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits here now."""
        return self.state[SEATING].seats

    @property
    def is_waiting(self) -> bool:
        """Whether the game has not started, because seats are free."""
        return not self.state[SEATING].is_started

    @property
    def is_closed(self) -> bool:
        """Whether the host has closed the table."""
        return self.state[SEATING].is_closed

    @property
    def is_private(self) -> bool:
        """Whether only those may see it who sit here or have the spectators' link."""
        return self.state[SHARING].watching != ADDRESS

    @property
    def edition(self) -> str:
        """The edition that is played."""
        return self.rules.edition

    @cached_property
    def names(self) -> dict[str, str]:
        """The players' names."""
        return names_of(self.rules, self.seats)

    @cached_property
    def colours(self) -> dict[str, str]:
        """The colour of each player's pieces, Dúli's too."""
        return colours_of(self.rules, self.seats)

    @property
    def next_number(self) -> int:
        """The number of the next row."""
        return len(self.history.rows) + 1

    def is_next_number(self, number: int) -> bool:
        """Whether the next row has this number."""
        return number == self.next_number

    @property
    def to_move(self) -> str | None:
        """Who moves next; None if the game has not started, is paused, over or stopped, or the table is closed."""
        goes_on = not (self.failure or self.is_waiting or self.is_closed or self.is_paused)
        return self.history.game.to_move if goes_on else None

    def seat_of(self, player: str) -> Seat:
        """The seat of a player."""
        return seat_of(player, self.rules, self.seats)

    def seat_number(self, player: str) -> int | None:
        """The number of a player's seat; None for chance."""
        is_player = player in players_of(self.rules)
        return int(self.rules.fields.person[int(player[1:]) - 1]) if is_player else None

    def seats_of(self, players: Collection[str]) -> frozenset[int]:
        """The numbers of these players' seats."""
        return frozenset(seat for seat in map(self.seat_number, players) if seat is not None)

    def bot_of(self, player: str | None) -> str | None:
        """The name of the bot that moves for a player; None for a person, chance, or nobody.

        If a person's time was used up, a bot moves, too.
        """
        if player not in players_of(self.rules):
            return None
        seat = seat_number(player, self.rules)
        return self.seat_of(player).bot or (None if seat is None else self.state[TIMING].stand_in(seat))

    def players_of(self, keys: Collection[str]) -> frozenset[str]:
        """The players that these keys may move for."""
        given = keys if isinstance(keys, KeysOfRequest) else KeysOfRequest(keys)
        seats = {self.seats[seat] for seat in given.seats_opened(self.id, self.seats_opened)} if keys else set()
        people = {seat for seat in seats if seat.bot is None and not seat.is_free}
        return frozenset(player for player in players_of(self.rules) if self.seat_of(player) in people)

    def has_move(self, number: int, move: str, players: Collection[str]) -> bool:
        """Whether the row with this number is this move of one of these players, and was not undone."""
        found = next((step for step in reversed(self.history.steps) if step.row <= number), None)
        return found is not None and found.row == number and found.move == move and found.player in players

    def has_undo(self, number: int) -> bool:
        """Whether the row with this number is an undo."""
        return 0 < number <= len(self.history.rows) and self.history.rows[number - 1].kind == UNDO

    def own_seats(self, keys: Collection[str]) -> frozenset[int]:
        """The numbers of the seats that these keys open and where a person sits."""
        return self.seats_with(self.players_of(keys))

    def seats_with(self, players: Collection[str]) -> frozenset[int]:
        """The numbers of the seats of these players."""
        return frozenset(seat for player in players if (seat := seat_number(player, self.rules)) is not None)

    @property
    def people_seated(self) -> frozenset[int]:
        """The seats of people."""
        return frozenset(n for n, seat in enumerate(self.seats) if seat.bot is None and not seat.is_free)

    @property
    def people_here(self) -> frozenset[int]:
        """The seats of people who move for themselves."""
        return self.people_seated - self.state[TIMING].away

    def has_chat_for(self, own: Collection[int]) -> bool:
        """Whether there is a chat for someone with these seats: another person to talk to, or leave to read it."""
        return bool(self.people_seated.difference(own)) if own else self.state[CHAT].spectators_read

    # --- Time, and requests ---------------------------------------------------------------------------

    @property
    def is_paused(self) -> bool:
        """Whether the players have agreed on a pause."""
        return self.state[REQUESTS].is_paused

    @property
    def clock(self) -> Clock | None:
        """The clock; None without a time control. It is read anew each time, because outages may become known."""
        timing = self.state[TIMING]
        if timing.control is None:
            return None
        first = self.turns[0].mover if self.turns else seat_number(self.history.game.to_move, self.rules)
        return read_clock(timing.control, timing.people, first, self.turns, timing.marks, self.outages())

    def open_request(self, what: str) -> Request | None:
        """The open request of a kind; after the end of a game only that for an undo."""
        has_ended = self.is_closed or (what != UNDO_REQUEST and self.history.game.is_over)
        return None if has_ended else self.state[REQUESTS].find(what, len(self.history.rows))

    def still_needed(self, request: Request) -> frozenset[int]:
        """Whose agreement a request still needs. Someone whose time was used up is asked only about closing."""
        return request.needed & (self.people_seated if request.what == CLOSE else self.people_here)

    def needed_to_close(self, own: Collection[int]) -> frozenset[int]:
        """Who must agree if a host with these seats closes the table: the others, once the game has begun."""
        goes_on = not (self.is_waiting or self.is_closed or self.failure or self.history.game.is_over)
        return self.people_seated.difference(own) if goes_on else frozenset()

    def may_pause(self, own: Collection[int]) -> bool:
        """Whether someone with these seats can ask for a pause."""
        is_timed = self.state[TIMING].control is not None
        return bool(own) and is_timed and self.to_move is not None and self.open_request(PAUSE) is None

    def undo_terms(self, own: Collection[int]) -> UndoTerms:
        """What an undo of these seats' last move would take back, and who must agree."""
        if self.rules.has_duli and self.history.game.is_over:
            return IMPOSSIBLE  # the record of a finished game reveals all her cards
        played = []
        for step in reversed(self.history.steps):
            played.append(Played(seat_number(step.player, self.rules), revealed_chance(step)))
            if played[-1].reveals or played[-1].seat in own:
                break
        return undo_terms(played[::-1], own, self.people_here)

    # --- Taking back ----------------------------------------------------------------------------------

    def undoable(self, players: Collection[str]) -> int:
        """How many steps an undo of the whole turn removes for these players; 0 if none can be undone."""
        if self.rules.has_duli and self.history.game.is_over:
            return 0  # the record of a finished game reveals all her cards
        passed = self._passed_over()
        steps = self.history.steps[: len(self.history.steps) - passed]
        own = 0
        for step in reversed(steps):
            if not self._may_take_back(step, players) or self._turn(step) != self._turn(steps[-1]):
                break
            own += 1
        return passed + own if own else 0

    def undoable_step(self, players: Collection[str]) -> int:
        """How many steps an undo of one move removes: the move itself, and moves of bots after it."""
        return self.first_step(self.undoable(players))

    def first_step(self, undoable: int) -> int:
        """How many of the steps that can be undone an undo of one move removes."""
        return self._passed_over() + 1 if undoable else 0

    def _passed_over(self) -> int:
        """The number of bots' moves at the end, if the table allows undo past them; otherwise 0."""
        if self.take_back != BOTS:
            return 0
        count = 0
        for step in reversed(self.history.steps):
            if self.bot_of(step.player) is None or revealed_chance(step):
                break
            count += 1
        return count

    def is_timely_undo(self, number: int) -> bool:
        """Whether an undo sent for the row with this number still means the same: only bots may have moved since."""
        since = self.history.rows[number - 1 :] if number > 0 else self.history.rows
        are_moves = all(row.kind == MOVE for row in since)
        return number <= self.next_number and are_moves and len(since) <= self._passed_over()

    def _turn(self, step: Step) -> tuple[Seat, int, str]:
        """The turn that a step belongs to: seat, round, phase. Two phases in a row are two turns."""
        phase = names.PHASE[step.before.phase]
        return self.seat_of(step.player), int(step.before.round_number), names.PART_OF_ROUND[phase]

    def _may_take_back(self, step: Step, players: Collection[str]) -> bool:
        return step.player in players and not revealed_chance(step)


def revealed_chance(step: Step) -> bool:
    """Whether a step revealed a card or shuffled."""
    return step.player == CHANCE or any(event.name == CARD_DRAWN for event in step.events)
