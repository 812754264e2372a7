"""What people do in the chat of a table: write, react, mute, report; and what the host does about it."""

import unicodedata
from collections.abc import Callable, Collection, Sequence

from ..storage.stored import now
from .errors import (
    EmptyMessage,
    MessageTooLong,
    NoSuchMessage,
    NotAtTable,
    NotHost,
    SilencedByHost,
    TooManyMessages,
)
from .events.chat import (
    CHAT,
    MESSAGE,
    MUTED,
    REACTION,
    REACTIONS,
    REMOVED,
    REPORTED,
    SILENCED,
    SPECTATORS_READ,
    UNMUTED,
    UNSILENCED,
    Chat,
)
from .events.subject import NewEvent
from .keys import hash_of
from .service import TableService
from .table import Table

LONGEST_MESSAGE = 500  # characters
WINDOW = 30  # seconds
MOST_IN_WINDOW = 8  # messages and reactions of one seat
MOST_IN_ALL = 5000  # at one table
JOINERS = "\u200c\u200d"  # words of some languages and composed emoji need them


def clean_text(text: str) -> str:
    """A text on one line, without characters that are invisible or change the direction of what follows."""
    visible = "".join(
        sign if sign in JOINERS or unicodedata.category(sign)[0] != "C" else " "
        for sign in unicodedata.normalize("NFC", text)
    )
    return " ".join(visible.split())


def write(service: TableService, table_id: str, keys: Collection[str], text: str) -> Table:
    """Write a message."""
    cleaned = clean_text(text[: 4 * LONGEST_MESSAGE])
    if not cleaned.strip(JOINERS):
        raise EmptyMessage
    if len(cleaned) > LONGEST_MESSAGE:
        raise MessageTooLong(n=LONGEST_MESSAGE)
    return _say(service, table_id, keys, MESSAGE, text=cleaned)


def react(service: TableService, table_id: str, keys: Collection[str], reaction: str) -> Table:
    """Send a reaction."""
    if reaction not in REACTIONS:
        raise EmptyMessage
    return _say(service, table_id, keys, REACTION, reaction=reaction)


def _say(service: TableService, table_id: str, keys: Collection[str], kind: str, **data: str) -> Table:
    def decide(table: Table) -> Sequence[NewEvent]:
        own = _own(table, keys)
        chat = table.state[CHAT]
        if own & chat.silenced:
            raise SilencedByHost
        seat = min(own)
        if chat.count >= MOST_IN_ALL or _lately(chat, seat) >= MOST_IN_WINDOW:
            raise TooManyMessages
        return [NewEvent(kind, seat, {**data, "name": table.seats[seat].name})]

    return service.append(table_id, decide)


def _lately(chat: Chat, seat: int) -> int:
    """How much a seat has written lately; times in the future are of a clock that was set back since."""
    moment = now()
    return sum(message.seat == seat and 0 <= moment - message.made_at < WINDOW for message in chat.messages)


def mute(service: TableService, table_id: str, keys: Collection[str], whom: int, is_muted: bool) -> Table:
    """Stop reading what a seat writes, or read it again."""

    def decide(table: Table) -> Sequence[NewEvent]:
        kind = MUTED if is_muted else UNMUTED
        return [NewEvent(kind, seat, {"whom": whom}) for seat in sorted(_own(table, keys)) if whom in _seats(table)]

    return service.append(table_id, decide)


def report(service: TableService, table_id: str, keys: Collection[str], number: int) -> Table:
    """Report a message to the host."""

    def decide(table: Table) -> Sequence[NewEvent]:
        seat = min(_own(table, keys))
        message = table.state[CHAT].message(number)
        if message is None:
            raise NoSuchMessage
        return [] if seat in message.reported_by else [NewEvent(REPORTED, seat, {"message": number})]

    return service.append(table_id, decide)


# --- The host -----------------------------------------------------------------------------------------


def remove(service: TableService, table_id: str, keys: Collection[str], number: int) -> Table:
    """Remove a message for everyone."""

    def decide(table: Table) -> Sequence[NewEvent]:
        message = table.state[CHAT].message(number)
        if message is None:
            raise NoSuchMessage
        return [] if message.is_removed else [NewEvent(REMOVED, None, {"message": number})]

    return service.append(table_id, _by_host(service, keys, decide))


def silence(service: TableService, table_id: str, keys: Collection[str], whom: int, is_silenced: bool) -> Table:
    """Forbid a seat to write, or allow it again."""

    def decide(table: Table) -> Sequence[NewEvent]:
        is_known = whom in table.state[CHAT].silenced
        if whom not in _seats(table) or is_known == is_silenced:
            return []
        return [NewEvent(SILENCED if is_silenced else UNSILENCED, None, {"whom": whom})]

    return service.append(table_id, _by_host(service, keys, decide))


def let_spectators_read(service: TableService, table_id: str, keys: Collection[str], is_allowed: bool) -> Table:
    """Show the chat to spectators, or hide it."""

    def decide(table: Table) -> Sequence[NewEvent]:
        if table.state[CHAT].spectators_read == is_allowed:
            return []
        return [NewEvent(SPECTATORS_READ, None, {"allowed": is_allowed})]

    return service.append(table_id, _by_host(service, keys, decide))


def _by_host(
    service: TableService, keys: Collection[str], decide: Callable[[Table], Sequence[NewEvent]]
) -> Callable[[Table], Sequence[NewEvent]]:
    def decide_for_host(table: Table) -> Sequence[NewEvent]:
        if not service.storage.access.rights(table.id, {hash_of(key) for key in keys}).is_host:
            raise NotHost
        return decide(table)

    return decide_for_host


def _own(table: Table, keys: Collection[str]) -> frozenset[int]:
    own = table.own_seats(keys)
    if not own:
        raise NotAtTable
    return own


def _seats(table: Table) -> range:
    return range(len(table.seats))
