"""Errors at a table. Their sentences are translated for the reader."""

from ...errors import N_, NN_, Plural, TeahorseError

SENTENCES: dict[str, str | Plural] = {
    "no-such-table": N_("There is no table at this address."),
    "not-your-seat": N_("It is not your turn: this seat belongs to someone else."),
    "game-over": N_("The game is over."),
    "not-started": N_("The game starts when all seats are taken."),
    "table-closed": N_("The host has closed this table."),
    "not-host": N_("Only the host of this table can do this."),
    "seat-not-free": N_("This seat is taken. Choose another one."),
    "link-invalid": N_("This link is not valid any more. Ask the host for a new one."),
    "name-missing": NN_(
        "Say who you are: a name of at most {n} letter.", "Say who you are: a name of at most {n} letters."
    ),
    "name-taken": N_("Someone else is called {name}; choose another name."),
    "vote-too-early": N_("With two people at the table, one can be removed only after the game has waited for a day."),
    "too-late": N_("Someone else was faster. Look at the table again."),
    "nothing-to-undo": N_("You have no move to take back."),
    "too-many-undos": NN_(
        "At this table {n} move has been taken back, and no more can be. Play on, or save the game as a file and open "
        "that as a new table.",
        "At this table {n} moves have been taken back, and no more can be. Play on, or save the game as a file and "
        "open that as a new table.",
    ),
    "too-many-browsers": NN_(
        "The seats of this table are in use in {n} browser, and no more can be added. Play on there.",
        "The seats of this table are in use in {n} browsers, and no more can be added. Play on in one of them.",
    ),
    "paused": N_("The game is paused."),
    "seat-away": N_("Your time was used up, so a bot moves for you. Take your seat back first."),
    "not-at-table": N_("Only those who play at this table can do this."),
    "empty-message": N_("Write something first."),
    "message-too-long": NN_("A message has at most {n} character.", "A message has at most {n} characters."),
    "too-many-messages": N_("You have written a lot. Wait a moment before the next message."),
    "silenced": N_("The host has stopped you from writing here."),
    "no-such-message": N_("This message is no longer there."),
    "no-such-request": N_("This request is no longer open."),
    "other-rules": N_("This game can't be opened: it was played by rules that this version doesn't know."),
    "stopped": N_(
        "Move {row} of this game is not allowed by the rules of this version. The game is shown as it stood "
        "before that move, and it can't go on."
    ),
}


class TableError(TeahorseError):
    """Something that can't be done at a table."""

    code = ""

    def __init__(self, **mentioned: object) -> None:
        super().__init__(SENTENCES[self.code], **mentioned)


class NoSuchTable(TableError):
    """No table has this id."""

    code = "no-such-table"


class NotYourSeat(TableError):
    """It is someone else's turn."""

    code = "not-your-seat"


class GameOver(TableError):
    """The game has ended."""

    code = "game-over"


class NotStarted(TableError):
    """Seats are free, so nobody can move yet."""

    code = "not-started"


class TableClosed(TableError):
    """The host has closed the table."""

    code = "table-closed"


class NotHost(TableError):
    """Only the host may do this."""

    code = "not-host"


class SeatNotFree(TableError):
    """The seat can't be taken."""

    code = "seat-not-free"


class LinkInvalid(TableError):
    """A link that was never valid, or isn't any more."""

    code = "link-invalid"


class NameMissing(TableError):
    """A name that is missing or can't be used."""

    code = "name-missing"


class NameTaken(TableError):
    """Someone else at the table has this name."""

    code = "name-taken"


class VoteTooEarly(TableError):
    """With two people at the table, a vote counts only after the game has waited for a day."""

    code = "vote-too-early"


class TooLate(TableError):
    """Another row already has this number."""

    code = "too-late"


class OtherRules(TableError):
    """This version doesn't know the table's rules."""

    code = "other-rules"


class Stopped(TableError):
    """A stored move is no longer legal, so the game can't continue."""

    code = "stopped"


class NothingToUndo(TableError):
    """The player has no move that can be taken back."""

    code = "nothing-to-undo"


class TooManyUndos(TableError):
    """The limit of undone moves at a table is reached."""

    code = "too-many-undos"


class TooManyBrowsers(TableError):
    """The limit of browsers with seats at a table is reached."""

    code = "too-many-browsers"


class GamePaused(TableError):
    """The players have agreed on a pause."""

    code = "paused"


class SeatAway(TableError):
    """A bot moves for the person, whose time was used up."""

    code = "seat-away"


class NotAtTable(TableError):
    """The person has no seat at the table."""

    code = "not-at-table"


class EmptyMessage(TableError):
    """A message without text."""

    code = "empty-message"


class MessageTooLong(TableError):
    """A message with too many characters."""

    code = "message-too-long"


class TooManyMessages(TableError):
    """More messages than the limit."""

    code = "too-many-messages"


class SilencedByHost(TableError):
    """The host doesn't let this person write."""

    code = "silenced"


class NoSuchMessage(TableError):
    """The message was removed, or is too old."""

    code = "no-such-message"


class NoSuchRequest(TableError):
    """The request was answered, withdrawn, or has lapsed."""

    code = "no-such-request"
