"""People come and go: they take and leave seats, bots play on, others vote someone out."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta

from ..storage.access import Rights, TooManyKeys, give_seats, remove_links, set_host, take_seat
from ..storage.departures import note_departure
from .browsers import MOST_KEYS
from .errors import (
    GameOver,
    LinkInvalid,
    NameMissing,
    NameTaken,
    NotHost,
    NotYourSeat,
    SeatNotFree,
    TableClosed,
    TooManyBrowsers,
    VoteTooEarly,
)
from .events.seating import HOST, SEAT_FREED, SEAT_TAKEN, SEAT_TO_BOT, SEATING, STARTED
from .events.sharing import LINKS_RENEWED, SHARING
from .events.subject import NewEvent
from .events.votes import VOTE, VOTE_WITHDRAWN, VOTES
from .game_config import check_bot
from .hosting import TABLE_CLOSED
from .keys import hash_of
from .links import INVITATION, SEAT
from .player_names import LONGEST_NAME, is_valid_name, look_of
from .seats import BOT_NAMES
from .service import TableService
from .table import Table

LEFT, VOTED_OUT, BY_HOST = ("left", "voted-out", "by-host")  # why a seat changes
BOT_OF_THE_ABSENT = "merchant"  # plays on for someone who was voted out
A_DAY = timedelta(days=1)


class People:
    """The seats of all tables, as people may change them."""

    def __init__(self, service: TableService) -> None:
        self._service = service

    def rights(self, table_id: str, keys: Collection[str]) -> Rights:
        """What the holder of these keys may do at a table."""
        return self._service.storage.access.rights(table_id, {hash_of(key) for key in keys}) if keys else Rights()

    # --- Coming ---------------------------------------------------------------------------------------

    def seats_for(self, table: Table, link: str | None) -> tuple[int, ...]:
        """The free seats that a link opens, or at a table in the lobby all free seats. Raises `LinkInvalid`."""
        free = table.state[SEATING].free
        if link is None and table.state[SHARING].is_listed:
            return free
        found = None if link is None else self._service.storage.access.link(table.id, hash_of(link))
        if found is None or found.kind not in (INVITATION, SEAT):
            raise LinkInvalid
        return free if found.kind == INVITATION else tuple(seat for seat in free if seat == found.seat)

    def join(self, table_id: str, link: str | None, seat: int, name: str, key: str) -> Table:
        """Take a free seat, which this key opens from now on. When no seat is left the game starts."""
        name = name.strip()

        def decide(table: Table) -> list[NewEvent]:
            _check_open(table)
            if seat not in self.seats_for(table, link):
                raise SeatNotFree
            _check_name(table, name)
            taken = NewEvent(
                SEAT_TAKEN, seat, {"name": name}, (take_seat(seat), give_seats(hash_of(key), [seat], MOST_KEYS))
            )
            return _then_start(table, [taken])

        try:
            return self._service.append(table_id, decide)
        except TooManyKeys:
            raise TooManyBrowsers(n=MOST_KEYS) from None

    def start_with_bots(self, table_id: str, keys: Collection[str], bot: str) -> Table:
        """Let bots take all free seats."""
        check_bot(bot)

        def decide(table: Table) -> list[NewEvent]:
            self._check_host(table, keys)
            _check_open(table)
            names = [seat.name for seat in table.seats]
            new = []
            for seat in table.state[SEATING].free:
                names.append(_bot_name(names, seat))
                new.append(NewEvent(SEAT_TO_BOT, seat, {"bot": bot, "name": names[-1], "why": BY_HOST}))
            return _then_start(table, new) if new else []

        return self._service.append(table_id, decide)

    # --- Going ----------------------------------------------------------------------------------------

    def leave(self, table_id: str, keys: Collection[str], seat: int, bot: str | None) -> Table:
        """Leave a seat to a bot, or free for someone else. A host without a seat hands over to the next person."""
        if bot is not None:
            check_bot(bot)

        def decide(table: Table) -> list[NewEvent]:
            _check_open(table)
            rights = self.rights(table.id, keys)
            if seat not in rights.seats or not _is_person(table, seat):
                raise NotYourSeat
            return self._leave_events(table, seat, bot, LEFT)

        return self._service.append(table_id, decide)

    def offer(self, table_id: str, keys: Collection[str], seat: int) -> Table:
        """The host frees the seat of a bot for a person; before the start also that of a person."""

        def decide(table: Table) -> list[NewEvent]:
            self._check_host(table, keys)
            _check_open(table)
            if _is_person(table, seat) and not table.is_waiting:
                raise NotYourSeat
            is_free = seat in table.state[SEATING].free
            return [] if is_free else self._leave_events(table, seat, None, BY_HOST)

        return self._service.append(table_id, decide)

    def give_to_bot(self, table_id: str, keys: Collection[str], seat: int, bot: str) -> Table:
        """The host lets a bot play on a free seat."""
        check_bot(bot)

        def decide(table: Table) -> list[NewEvent]:
            self._check_host(table, keys)
            _check_open(table)
            if seat not in table.state[SEATING].free:
                raise SeatNotFree
            name = _bot_name([each.name for each in table.seats], seat)
            return _then_start(table, [NewEvent(SEAT_TO_BOT, seat, {"bot": bot, "name": name, "why": BY_HOST})])

        return self._service.append(table_id, decide)

    def vote(self, table_id: str, keys: Collection[str], against: int, withdraw: bool = False) -> Table:
        """Vote to remove someone; a bot plays on when more than half of the others agree.

        With two people a single vote is enough, so it counts only after the other has kept the game waiting for a day.
        """

        def decide(table: Table) -> list[NewEvent]:
            _check_open(table)
            own = {seat for seat in self.rights(table.id, keys).seats if _is_person(table, seat)}
            if not own or against in own or not _is_person(table, against):
                raise NotYourSeat
            voters = table.state[VOTES].against(against)
            if withdraw:
                return [NewEvent(VOTE_WITHDRAWN, seat, {"against": against}) for seat in sorted(own & voters)]
            others = [seat for seat in range(len(table.seats)) if _is_person(table, seat) and seat != against]
            if len(others) == 1 and datetime.now(UTC) - table.touched_at < A_DAY:
                raise VoteTooEarly
            new = [NewEvent(VOTE, seat, {"against": against}) for seat in sorted(own - voters)]
            if len(own | voters) * 2 > len(others):
                new += self._leave_events(table, against, BOT_OF_THE_ABSENT, VOTED_OUT)
                # Who was voted out may have an invitation, and must not come back with it.
                new.append(NewEvent(LINKS_RENEWED, None, {}, (remove_links([INVITATION, SEAT]),)))
            return new

        return self._service.append(table_id, decide)

    def _leave_events(self, table: Table, seat: int, bot: str | None, why: str) -> list[NewEvent]:
        """Someone leaves a seat. Before the start the seat becomes free, even if a bot was chosen to take it."""
        if not table.is_waiting and table.people_seated == {seat}:
            return [TABLE_CLOSED]  # nobody is left to play on for
        names = [each.name for each in table.seats]
        was = names[seat]
        later = table.state[SEATING].taken_later
        is_departure = not table.is_waiting and seat not in later
        changes = (note_departure(seat, later), take_seat(seat)) if is_departure else (take_seat(seat),)
        if bot is None or table.is_waiting:
            new = [NewEvent(SEAT_FREED, seat, {"was": was, "why": why}, changes)]
        else:
            data = {"was": was, "why": why, "bot": bot, "name": _bot_name(names, seat)}
            new = [NewEvent(SEAT_TO_BOT, seat, data, changes)]
        if table.seats[seat].bot is not None:
            return new
        people = [other for other in range(len(table.seats)) if other != seat and _is_person(table, other)]
        if not people:
            return [*new, TABLE_CLOSED]
        if table.state[SEATING].host == seat:
            new.append(NewEvent(HOST, people[0], {"name": names[people[0]]}, (set_host(people[0]),)))
        return new

    # --- The host -------------------------------------------------------------------------------------

    def hand_over(self, table_id: str, keys: Collection[str], seat: int) -> Table:
        """Make someone else the host."""

        def decide(table: Table) -> list[NewEvent]:
            self._check_host(table, keys)
            if not _is_person(table, seat):
                raise SeatNotFree
            return [NewEvent(HOST, seat, {"name": table.seats[seat].name}, (set_host(seat),))]

        return self._service.append(table_id, decide)

    def _check_host(self, table: Table, keys: Collection[str]) -> None:
        if not self.rights(table.id, keys).is_host:
            raise NotHost


def _then_start(table: Table, new: Sequence[NewEvent]) -> list[NewEvent]:
    """These events about seats, and the start of the game if no seat is left free."""
    left = set(table.state[SEATING].free) - {event.seat for event in new}
    return [*new, NewEvent(STARTED)] if table.is_waiting and not left else list(new)


def _check_open(table: Table) -> None:
    if table.is_closed:
        raise TableClosed
    if table.history.game.is_over:
        raise GameOver


def _is_person(table: Table, seat: int) -> bool:
    known = 0 <= seat < len(table.seats)
    return known and table.seats[seat].bot is None and not table.seats[seat].is_free


def _check_name(table: Table, name: str) -> None:
    if not is_valid_name(name):
        raise NameMissing(n=LONGEST_NAME)
    if look_of(name) in {look_of(seat.name) for seat in table.seats if seat.name}:
        raise NameTaken(name=name)


def _bot_name(taken: Sequence[str], seat: int) -> str:
    known = {name.casefold() for name in taken}
    names = (*BOT_NAMES[seat:], *BOT_NAMES[:seat], *(f"{name} 2" for name in BOT_NAMES))
    return next(name for name in names if name.casefold() not in known)
