"""The page of a table's seats: who sits where, and what the reader can do about it."""

from dataclasses import dataclass

from ...server.storage.access import Rights
from ...server.tables.events.requests import CLOSE
from ...server.tables.events.seating import SEATING
from ...server.tables.events.sharing import SHARING
from ...server.tables.events.timing import TIMING
from ...server.tables.events.votes import VOTES
from ...server.tables.seats import Seat
from ...server.tables.table import Table
from ...text.translation import Say
from ...text.words import colour_called
from .clocks import control_text
from .my_games import variant_of
from .notices import waits_for


@dataclass(frozen=True)
class SeatLine:
    """A seat, and what the reader can do about it."""

    number: int
    seat: Seat
    name: str  # of a free seat, its colour
    is_you: bool
    is_host: bool
    votes: int  # to remove this person
    votes_needed: int
    has_vote: bool  # the reader's
    may_leave: bool = False
    is_last: bool = False  # the last person: the table is closed when they leave
    may_vote: bool = False
    may_offer: bool = False  # as the host: free it for a person
    may_give_to_bot: bool = False
    may_become_host: bool = False


@dataclass(frozen=True)
class SeatsPage:
    """All that the page shows. Links are added by the route."""

    id: str
    event: int
    variant: str  # what is played, and the time control
    seats: list[SeatLine]
    is_waiting: bool
    is_closed: bool
    is_over: bool
    is_host: bool
    has_seat: bool
    is_listed: bool
    watching: str
    needs_consent: bool  # whether the others must agree before the host can close the table
    asked_to_close: str  # who must still agree, once the host has asked; empty before

    @property
    def free(self) -> list[SeatLine]:
        """The free seats."""
        return [line for line in self.seats if line.seat.is_free]

    @property
    def goes_on(self) -> bool:
        """Whether seats can still change."""
        return not self.is_closed and not self.is_over


def seats_page(table: Table, rights: Rights, say: Say) -> SeatsPage:
    """The page for someone with these rights."""
    asked = table.open_request(CLOSE)
    return SeatsPage(
        id=table.id,
        event=table.state.number,
        variant=" · ".join((variant_of(table, say), *_time(table, say))),
        seats=[_line(table, number, rights, say) for number in range(len(table.seats))],
        is_waiting=table.is_waiting,
        is_closed=table.is_closed,
        is_over=table.history.game.is_over,
        is_host=rights.is_host,
        has_seat=any(_is_person(table.seats[seat]) for seat in rights.seats),
        is_listed=table.state[SHARING].is_listed,
        watching=table.state[SHARING].watching,
        needs_consent=bool(table.needed_to_close(rights.seats)),
        asked_to_close="" if asked is None else waits_for(table, asked, say),
    )


def _line(table: Table, number: int, rights: Rights, say: Say) -> SeatLine:
    seat, seating = table.seats[number], table.state[SEATING]
    is_person, is_you = _is_person(seat), number in rights.seats
    others = [other for at, other in enumerate(table.seats) if at != number and _is_person(other)]
    voters = table.state[VOTES].against(number)
    goes_on = not table.is_closed and not table.history.game.is_over
    is_hosting = goes_on and rights.is_host
    has_own = any(_is_person(table.seats[own]) for own in rights.seats)
    return SeatLine(
        number=number,
        seat=seat,
        name=seat_name(seat, say),
        is_you=is_you and is_person,
        is_host=is_person and seating.host == number,
        votes=len(voters),
        votes_needed=len(others) // 2 + 1,
        has_vote=bool(voters & rights.seats),
        may_leave=goes_on and is_you and is_person,
        is_last=table.people_seated == {number},
        may_vote=goes_on and is_person and not is_you and has_own and not table.is_waiting,
        may_offer=is_hosting and not seat.is_free and not is_you and (not is_person or table.is_waiting),
        may_give_to_bot=is_hosting and seat.is_free and not table.is_waiting,
        may_become_host=is_hosting and is_person and not is_you,
    )


def _time(table: Table, say: Say) -> list[str]:
    control = table.state[TIMING].control
    return [] if control is None else [control_text(control, say)]


def seat_name(seat: Seat, say: Say) -> str:
    """The name of who sits there; a free seat goes by its colour."""
    if not seat.is_free:
        return seat.name
    colours = " / ".join(colour_called(colour, say) for colour in seat.colours)
    return say("Free seat ({colour})").format(colour=colours)


def _is_person(seat: Seat) -> bool:
    return seat.bot is None and not seat.is_free
