"""What the page of a table shows between the players: chat, notices, clocks."""

from dataclasses import dataclass
from functools import cached_property

from ..server.tables.consent import IMPOSSIBLE, UndoTerms
from ..server.tables.events.seating import SEATING
from ..server.tables.events.timing import TIMING
from ..server.tables.table import Table
from ..text.translation import Say
from .presenters.clocks import PlayerClock, control_text, player_clocks
from .presenters.notices import Notice, notices
from .presenters.talk import Talk, talk


@dataclass(frozen=True)
class BetweenPlayers:
    """The same for one reader."""

    table: Table
    mine: frozenset[str]
    say: Say

    @cached_property
    def own(self) -> frozenset[int]:
        """The reader's seats."""
        return self.table.seats_with(self.mine)

    @property
    def is_host(self) -> bool:
        """Whether the reader is the host."""
        return self.table.state[SEATING].host in self.own

    @cached_property
    def talk(self) -> Talk | None:
        """The chat; None if there is nobody to talk to."""
        return talk(self.table, self.own, self.is_host, self.say)

    @property
    def has_talk(self) -> bool:
        """Whether there is a chat; much quicker than making it."""
        return self.table.has_chat_for(self.own)

    @property
    def notices(self) -> list[Notice]:
        """Requests, pauses, and bots that move for the reader."""
        return notices(self.table, self.own, self.say)

    @cached_property
    def clocks(self) -> dict[str, PlayerClock]:
        """The clocks by player; none without a time control."""
        return player_clocks(self.table, self.say)

    @property
    def time_words(self) -> str:
        """The time control in words; empty without one."""
        control = self.table.state[TIMING].control
        return "" if control is None else control_text(control, self.say)

    @cached_property
    def undo_terms(self) -> UndoTerms:
        """What the reader can take back though someone has moved since, and whom they must ask: nobody, after bots."""
        table = self.table
        goes_on = not (table.is_paused or table.is_closed or table.stopped)
        is_shared = bool(self.own and table.people_seated - self.own)
        if not (goes_on and is_shared) or table.undoable_step(self.mine) or table.open_request("undo") is not None:
            return IMPOSSIBLE
        return table.undo_terms(self.own)

    @property
    def may_ask_pause(self) -> bool:
        """Whether the reader can ask for a pause."""
        return self.table.may_pause(self.own)
