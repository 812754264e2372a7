"""Errors at a table. Their sentences are translated for the reader."""

from ...errors import N_, TeahorseError

SENTENCES = {
    "no-such-table": N_("There is no table at this address."),
    "not-your-seat": N_("It is not your turn: this seat belongs to someone else."),
    "game-over": N_("The game is over."),
    "not-started": N_("The game starts when all seats are taken."),
    "table-closed": N_("The host has closed this table."),
    "too-late": N_("Someone else was faster. Look at the table again."),
    "nothing-to-undo": N_("You have no move to take back."),
    "too-many-undos": N_(
        "At this table {most} moves have been taken back, and no more can be. Play on, or save the game "
        "as a file and open that as a new table."
    ),
    "too-many-browsers": N_(
        "The seats of this table are in use in {most} browsers, and no more can be added. Play on in one that has them."
    ),
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
