"""The chat of a table: messages, reactions, who mutes whom, and what the host removed. Plain text only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..seats import Seat
from .subject import Event, Subject

MESSAGE = "message"  # data: text, name
REACTION = "reaction"  # data: reaction, name
MUTED, UNMUTED = "muted", "unmuted"  # data: whom (a seat); for this reader only
REPORTED = "reported"  # data: message
REMOVED = "removed"  # data: message; by the host
SILENCED, UNSILENCED = "silenced", "unsilenced"  # data: whom; by the host, for everyone
SPECTATORS_READ = "spectators-read"  # data: allowed; by the host

REACTIONS = ("well-played", "laugh", "surprise", "sad", "thinking", "tea")
MOST_KEPT = 200  # messages that a page shows


@dataclass(frozen=True)
class Message:
    """A message or a reaction."""

    number: int  # of its event
    seat: int
    name: str  # of the writer, at that time
    made_at: int
    text: str = ""
    reaction: str = ""
    is_removed: bool = False
    reported_by: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Chat:
    """The chat as it is now. Immutable."""

    messages: tuple[Message, ...] = ()  # the latest ones
    count: int = 0  # all, also those that are no longer kept
    muted: Mapping[int, frozenset[int]] = field(default_factory=dict)  # whom each seat doesn't want to read
    silenced: frozenset[int] = frozenset()
    spectators_read: bool = False

    def message(self, number: int) -> Message | None:
        """A message by its number, if it is still kept."""
        return next((message for message in self.messages if message.number == number), None)

    def for_reader(self, seats: frozenset[int]) -> list[Message]:
        """The messages without those of seats that the reader has muted."""
        muted = {whom for seat in seats for whom in self.muted.get(seat, ())}
        return [message for message in self.messages if message.seat not in muted]


def _with_message(chat: Chat, event: Event) -> Chat:
    data = event.data
    message = Message(
        number=event.number,
        seat=event.seat if event.seat is not None else -1,
        name=data["name"],
        made_at=event.made_at,
        text=data.get("text", ""),
        reaction=data.get("reaction", ""),
    )
    return replace(chat, messages=(*chat.messages, message)[-MOST_KEPT:], count=chat.count + 1)


def _changed(chat: Chat, number: int, **changes: Any) -> Chat:
    messages = tuple(replace(message, **changes) if message.number == number else message for message in chat.messages)
    return replace(chat, messages=messages)


def _reported(chat: Chat, event: Event) -> Chat:
    message = chat.message(event.data["message"])
    if message is None or event.seat is None:
        return chat
    return _changed(chat, message.number, reported_by=message.reported_by | {event.seat})


def _muting(chat: Chat, event: Event, is_muted: bool) -> Chat:
    if event.seat is None:
        return chat
    before, whom = chat.muted.get(event.seat, frozenset()), {event.data["whom"]}
    return replace(chat, muted={**chat.muted, event.seat: before | whom if is_muted else before - whom})


def _initial(seats: Sequence[Seat]) -> Chat:
    return Chat()


CHAT: Subject[Chat] = Subject(
    "chat",
    _initial,
    {
        MESSAGE: _with_message,
        REACTION: _with_message,
        MUTED: lambda chat, event: _muting(chat, event, True),
        UNMUTED: lambda chat, event: _muting(chat, event, False),
        REPORTED: _reported,
        REMOVED: lambda chat, event: _changed(chat, event.data["message"], is_removed=True, text="", reaction=""),
        SILENCED: lambda chat, event: replace(chat, silenced=chat.silenced | {event.data["whom"]}),
        UNSILENCED: lambda chat, event: replace(chat, silenced=chat.silenced - {event.data["whom"]}),
        SPECTATORS_READ: lambda chat, event: replace(chat, spectators_read=event.data["allowed"]),
    },
)
