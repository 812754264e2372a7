"""What happened at the seats of a table, and to its time, in sentences for the log."""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence

from ...server.history.history import Step
from ...server.storage.stored import Event
from ...server.tables.events.requests import PAUSED, RESUMED, TAKEN_BACK
from ...server.tables.events.seating import CLOSED, HOST, SEAT_FREED, SEAT_TAKEN, SEAT_TO_BOT
from ...server.tables.events.timing import RETURNED, TIMED_OUT
from ...server.tables.people import VOTED_OUT
from ...server.tables.table import Table
from ...text.translation import Say

BEFORE_THE_FIRST_MOVE = 0


def seat_lines(table: Table, steps: Sequence[Step], say: Say) -> Mapping[int, list[str]]:
    """The sentences by the row that they follow. A row that was undone is replaced by the last one that stands."""
    rows = [BEFORE_THE_FIRST_MOVE, *(step.row for step in steps)]
    lines: dict[int, list[str]] = {}
    is_shared = sum(seat.bot is None for seat in table.seats) > 1
    for event in table.events:
        tell = SENTENCES.get(event.kind)
        if tell is not None and (is_shared or event.kind != HOST):  # alone, nobody asks who the host is
            row = rows[bisect_right(rows, event.after_row) - 1]
            lines.setdefault(row, []).append(tell(event, say))
    return lines


def _taken(event: Event, say: Say) -> str:
    return say("{name} sits down.").format(name=event.data["name"])


def _freed(event: Event, say: Say) -> str:
    return say("{name} left. The seat is free.").format(name=event.data["was"])


def _to_bot(event: Event, say: Say) -> str:
    level = say(str(event.data["bot"]).partition("/")[0])
    if "was" not in event.data:
        return say("{name}, a bot ({level}), sits down.").format(name=event.data["name"], level=level)
    if event.data["why"] == VOTED_OUT:
        told = say("{was} was voted out; {name}, a bot ({level}), plays on.")
    else:
        told = say("{was} left; {name}, a bot ({level}), plays on.")
    return told.format(was=event.data["was"], name=event.data["name"], level=level)


def _host(event: Event, say: Say) -> str:
    return say("{name} is the host now.").format(name=event.data["name"])


def _closed(event: Event, say: Say) -> str:
    return say("The table was closed.")


def _timed_out(event: Event, say: Say) -> str:
    if not event.data:  # an early version noted no name
        return say("Time is used up; a bot moves.")
    level = say(str(event.data["bot"]).partition("/")[0])
    return say("{name} has no time left; a bot ({level}) moves.").format(name=event.data["name"], level=level)


def _returned(event: Event, say: Say) -> str:
    return say("{name} is back.").format(name=event.data["name"]) if event.data else say("The person is back.")


def _paused(event: Event, say: Say) -> str:
    return say("The game is paused.")


def _resumed(event: Event, say: Say) -> str:
    return say("The game goes on.")


def taken_back_told(name: str, moves: int, say: Say) -> str:
    """Whose undo it was, and how many moves it took back."""
    told = say.ngettext("{name} took back a move.", "{name} took back {moves} moves.", moves)
    return told.format(name=name, moves=moves)


def _taken_back(event: Event, say: Say) -> str:
    return taken_back_told(event.data["name"], event.data["moves"], say)


SENTENCES: dict[str, Callable[[Event, Say], str]] = {
    SEAT_TAKEN: _taken,
    SEAT_FREED: _freed,
    SEAT_TO_BOT: _to_bot,
    HOST: _host,
    CLOSED: _closed,
    TIMED_OUT: _timed_out,
    RETURNED: _returned,
    PAUSED: _paused,
    RESUMED: _resumed,
    TAKEN_BACK: _taken_back,
}
