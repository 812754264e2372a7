"""The chat of a table as one reader sees it."""

from dataclasses import dataclass
from datetime import UTC, datetime

from ...server.tables.chatting import LONGEST_MESSAGE
from ...server.tables.events.chat import CHAT, REACTIONS, Message
from ...server.tables.table import Table
from ...text.translation import N_, Say

REACTION_WORDS = {
    "well-played": N_("Well played!"),
    "laugh": N_("Ha ha!"),
    "surprise": N_("Oh!"),
    "sad": N_("Too bad!"),
    "thinking": N_("Hmm …"),
    "tea": N_("Cheers!"),
}


@dataclass(frozen=True)
class TalkLine:
    """A message as the page shows it."""

    number: int
    seat: int
    name: str
    colour: str
    moment: str  # in ISO 8601
    text: str
    reaction: str
    is_removed: bool
    is_own: bool
    follows: bool  # the message before has the same writer
    may_report: bool
    reported_by: str  # names, for the host


@dataclass(frozen=True)
class Person:
    """Someone at the table who can be muted."""

    seat: int
    name: str


@dataclass(frozen=True)
class Talk:
    """The chat: messages, and what the reader can do."""

    lines: tuple[TalkLine, ...]
    reactions: tuple[tuple[str, str], ...]  # with their words
    may_write: bool
    is_silenced: bool
    is_host: bool
    spectators_read: bool
    muted: tuple[Person, ...]  # by the reader
    silenced: tuple[Person, ...]  # by the host
    latest: int  # the number of the last message
    longest: int = LONGEST_MESSAGE


def talk(table: Table, own: frozenset[int], is_host: bool, say: Say) -> Talk | None:
    """The chat for a reader with these seats; None if there is nobody to talk to, or it isn't the reader's to read."""
    if not table.has_chat_for(own):
        return None
    chat = table.state[CHAT]
    muted = sorted({whom for seat in own for whom in chat.muted.get(seat, ())})
    lines: list[TalkLine] = []
    for message in chat.for_reader(own):
        before = lines[-1] if lines else None
        follows = before is not None and (before.seat, before.name) == (message.seat, message.name)
        lines.append(_line(table, message, own, follows, is_host))
    return Talk(
        lines=tuple(lines),
        reactions=tuple((name, say(REACTION_WORDS[name])) for name in REACTIONS),
        may_write=bool(own) and not own & chat.silenced,
        is_silenced=bool(own & chat.silenced),
        is_host=is_host,
        spectators_read=chat.spectators_read,
        muted=tuple(Person(seat, table.seats[seat].name) for seat in muted),
        silenced=tuple(Person(seat, table.seats[seat].name) for seat in sorted(chat.silenced)),
        latest=chat.messages[-1].number if chat.messages else 0,
    )


def _line(table: Table, message: Message, own: frozenset[int], follows: bool, is_host: bool) -> TalkLine:
    is_own = message.seat in own
    reporters = sorted(message.reported_by) if is_host else []
    return TalkLine(
        number=message.number,
        seat=message.seat,
        name=message.name,
        colour=table.seats[message.seat].colours[0],
        moment=datetime.fromtimestamp(message.made_at, UTC).isoformat(),
        text=message.text,
        reaction=message.reaction,
        is_removed=message.is_removed,
        is_own=is_own,
        follows=follows,
        may_report=bool(own) and not is_own and not is_host and not own & message.reported_by,
        reported_by=", ".join(table.seats[seat].name for seat in reporters),
    )
