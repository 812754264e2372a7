"""What people ask of one another, and what a pause or used-up time means for the reader: sentences with buttons."""

from collections.abc import Collection
from dataclasses import dataclass

from ...server.tables.events.requests import CLOSE, PAUSE, REQUESTS, RESUME, UNDO, WHAT, Request
from ...server.tables.events.timing import TIMING
from ...server.tables.table import Table
from ...text.translation import N_, Say
from .seat_events import taken_back_told

OWN_WORDS = {
    UNDO: N_("You asked to take back your last move."),
    PAUSE: N_("You asked for a pause."),
    RESUME: N_("You are ready to go on."),
    CLOSE: N_("You asked to close the table."),
}
OTHERS_WORDS = {
    PAUSE: N_("{name} asks for a pause."),
    RESUME: N_("{name} is ready to go on after the pause."),
    CLOSE: N_("{name} asks to close the table. The game would end without a result."),
}


@dataclass(frozen=True)
class Button:
    """A button of a notice: the address below the table's, and the field that it sends."""

    title: str
    action: str
    name: str = ""
    value: str = ""
    is_primary: bool = False


@dataclass(frozen=True)
class Notice:
    """A sentence with its buttons."""

    text: str
    buttons: tuple[Button, ...] = ()
    waits: str = ""  # for whom


def notices(table: Table, own: frozenset[int], say: Say) -> list[Notice]:
    """What concerns the reader, who has these seats. Spectators see only pauses and undos."""
    requests = table.state[REQUESTS]
    found: list[Notice] = []
    away = own & table.state[TIMING].away
    if away and not table.history.game.is_over:
        found.append(_away(table, say))
    if requests.is_paused:
        found.append(_paused(table, own, say))
    if own:
        for what in WHAT:
            request = table.open_request(what)
            if request is not None:
                found.append(_request(table, request, own, say))
        refusal = requests.refusal
        if refusal is not None and refusal.asked_by & own and refusal.row == len(table.history.rows):
            found.append(Notice(say("{name} doesn't agree.").format(name=_names(table, [refusal.seat or 0]))))
    undone = requests.taken_back
    if undone is not None and undone.seat not in own and undone.row == len(table.history.rows):
        found.append(Notice(taken_back_told(undone.name, undone.moves, say)))
    return found


def _away(table: Table, say: Say) -> Notice:
    control = table.state[TIMING].control
    bot = "" if control is None else say(control.bot.partition("/")[0])
    text = say("Your time was used up, so a bot ({bot}) moves for you.").format(bot=bot)
    return Notice(text, (Button(say("I'm back"), "return", is_primary=True),))


def _paused(table: Table, own: Collection[int], say: Say) -> Notice:
    text = say("The game is paused, and no time runs.")
    if not own or table.open_request(RESUME) is not None:
        return Notice(text)
    return Notice(text, (Button(say("Go on"), "ask", "what", RESUME, is_primary=True),))


def _request(table: Table, request: Request, own: frozenset[int], say: Say) -> Notice:
    number = str(request.number)
    waits = waits_for(table, request, say)
    if request.seats & own:
        return Notice(say(OWN_WORDS[request.what]), (Button(say("Withdraw"), "refuse", "request", number),), waits)
    asker = _names(table, sorted(request.seats)[:1]) or say("The host")
    text = _words(request, say).format(name=asker, moves=request.steps - 1)
    if not request.needed & own:
        return Notice(text, (), waits)
    agree = Button(say("Agree"), "agree", "request", number, is_primary=True)
    return Notice(text, (agree, Button(say("Refuse"), "refuse", "request", number)))


def waits_for(table: Table, request: Request, say: Say) -> str:
    """Who must still agree to a request; empty if all have left who were asked."""
    needed = table.still_needed(request)
    return say("Waiting for {names}.").format(names=_names(table, needed)) if needed else ""


def _words(request: Request, say: Say) -> str:
    """What someone else asks for; with placeholders."""
    if request.what != UNDO:
        return say(OTHERS_WORDS[request.what])
    return say.ngettext(
        "{name} would like to take back a move, and with it the {moves} move made since.",
        "{name} would like to take back a move, and with it the {moves} moves made since.",
        request.steps - 1,
    )


def _names(table: Table, seats: Collection[int]) -> str:
    return ", ".join(table.seats[seat].name for seat in sorted(seats))
